"""Files that are small, or soon made, and that once filled the memory or took minutes.

Each is written at one of two sizes: the first for a child with small limits, in every run, the second for the limits of
the app.
"""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.hostile import parquet
from tests.hostile.texts import TEXTS

_PIECE = 1_000_000


@dataclass(frozen=True)
class Hostile:
    """A file of any size, and what becomes of it."""

    file: str
    build: Callable[[Path, int], object]
    """Writes the file at about this size."""
    sizes: tuple[int, int]
    """Small, and in full."""
    says: str = ""
    """A part of the sentence with which it is refused; empty if its records are read or refused one by one."""


def pieces(piece: bytes, count: int) -> Iterator[bytes]:
    """A piece again and again, in larger ones."""
    at_once = max(1, _PIECE // len(piece))
    for done in range(0, count, at_once):
        yield piece * min(at_once, count - done)


def repeated(piece: bytes, before: bytes = b"", after: bytes = b"") -> Callable[[Path, int], object]:
    """Writes a piece a number of times, plain or (by the name) in gzip."""

    def build(path: Path, count: int) -> None:
        with gzip.open(path, "wb", 1) if path.suffix == ".gz" else path.open("wb") as file:
            file.write(before)
            file.writelines(pieces(piece, count))
            file.write(after)

    return build


def zipped(files: int, method: int = zipfile.ZIP_DEFLATED) -> Callable[[Path, int], object]:
    """Writes an archive with a few files of so many spaces each."""

    def build(path: Path, size: int) -> None:
        with zipfile.ZipFile(path, "w", method, compresslevel=1) as archive:
            for number in range(files):
                with archive.open(f"{number}.json", "w") as file:
                    for piece in pieces(b" " * 10_000, size // 10_000):
                        file.write(piece)

    return build


def many_files(path: Path, count: int) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(count):
            archive.writestr(f"{number}.json", "{}")


def twice_in_gzip(path: Path, size: int) -> None:
    inner = gzip.compress(b" " * size, 1)
    path.write_bytes(gzip.compress(inner * 10, 1))


def many_members(path: Path, count: int) -> None:
    path.write_bytes(gzip.compress(b"{}\n") + gzip.compress(b"") * count)


def header(path: Path, columns: int) -> None:
    names = ",".join(f"c{i}" for i in range(columns))
    path.write_text(f"{names}\n{',' * (columns - 1)}\n" * 2)


def as_parquet(build: Callable[[int], bytes]) -> Callable[[Path, int], object]:
    return lambda path, size: path.write_bytes(build(size))


def entries(path: Path, length: int) -> None:
    """Every hostile text as the output of a model, one on each line."""
    with path.open("w") as file:
        for number, text in enumerate(TEXTS.values()):
            raw = text(length).encode("utf-8", "replace").decode()
            file.write(json.dumps({"id": number, "output": raw}) + "\n")


_MAX = "EVALJSON_MAX_"
FILES = {
    "model texts": Hostile("a.jsonl", entries, (5_000, 200_000)),
    "deep replies": Hostile("a.jsonl", repeated(json.dumps({"output": "{a:" * 80_000}).encode() + b"\n"), (1, 50)),
    "replies to guess": Hostile(
        "a.jsonl", repeated(json.dumps({"output": '{"x":["a" b ' * 400}).encode() + b"\n"), (5, 50)
    ),
    "numbers as records": Hostile("a.json", repeated(b"1,", b"[", b"{}]"), (150_000, 25_000_000), f"{_MAX}VALUES"),
    "numbers in a record": Hostile(
        "a.json", repeated(b"1,", b'[{"a": [', b"1]}]"), (150_000, 25_000_000), f"{_MAX}VALUES"
    ),
    "nulls as records": Hostile("a.json", repeated(b"null,", b"[", b"{}]"), (50_000, 1_000_000), f"{_MAX}RECORDS"),
    "empty records": Hostile("a.json", repeated(b"{},", b"[", b"{}]"), (80_000, 10_000_000), f"{_MAX}"),
    "empty records on lines": Hostile("a.jsonl", repeated(b"{}\n"), (80_000, 10_000_000), f"{_MAX}"),
    "records by id": Hostile("a.json", repeated(b'"a":{},', b"{", b'"b":{}}'), (30_000, 2_000_000), f"{_MAX}RECORDS"),
    "bad lines": Hostile("a.jsonl", repeated(b"{\n"), (15_000, 200_000)),
    "bad elements": Hostile("a.json", repeated(b'{"a":1,"a":2},', b"[", b"{}]"), (15_000, 200_000)),
    "bytes that are not UTF-8": Hostile("a.json", repeated(b'{"a":"\xff"},', b"[", b"{}]"), (15_000, 200_000)),
    "line breaks": Hostile("a.json", repeated(b"\n", b"[{}\n", b"]"), (3_000_000, 130_000_000)),
    "line breaks among lines": Hostile(
        "a.jsonl", repeated(b"\n", b"{}\n", b"{}"), (3_000_000, 130_000_000), f"{_MAX}RECORDS"
    ),
    "lines of no kind": Hostile("a.jsonl", repeated(b"x\n"), (15_000, 400_000), "expected a JSON array"),
    "brackets": Hostile("a.json", repeated(b"["), (3_000_000, 130_000_000), f"{_MAX}VALUES"),
    "quotes": Hostile("a.json", repeated(b'"', b'[{"a":'), (3_000_000, 130_000_000)),
    "one long text": Hostile("a.json", repeated(b"x", b'[{"a":"', "😀".encode() + b'"}]'), (3_000_000, 130_000_000)),
    "one long number": Hostile("a.json", repeated(b"1", b'[{"a":1.', b"}]"), (3_000_000, 100_000_000)),
    "a long line": Hostile(
        "a.jsonl.gz", repeated(b"x", b'{"a": 1}\n{"a":"', b'"}\n{"a": 2}\n'), (3_000_000, 130_000_000)
    ),
    "a line of a gigabyte": Hostile(
        "a.jsonl.gz", repeated(b"x", b'{"a":"', b'"}\n{}'), (10_000_000, 10**9), f"{_MAX}SOURCE_BYTES"
    ),
    "spaces in gzip": Hostile("a.json.gz", repeated(b" " * 1000), (10_000, 10**6), f"{_MAX}SOURCE_BYTES"),
    "gzip in gzip": Hostile("a.json.gz", twice_in_gzip, (100_000, 10_000_000), "gzip inside gzip"),
    "members of gzip": Hostile("a.json.gz", many_members, (10_000, 1_000_000)),
    "spaces in zip": Hostile("a.zip", zipped(7), (3_000_000, 200_000_000)),
    "spaces in zip by bzip2": Hostile("a.zip", zipped(7, zipfile.ZIP_BZIP2), (3_000_000, 20_000_000)),
    "files in zip": Hostile("a.zip", many_files, (1_000, 60_000), f"{_MAX}FILES"),
    "columns of CSV": Hostile("a.csv", header, (1_000, 40_000), f"{_MAX}COLUMNS"),
    "rows of CSV": Hostile("a.csv", repeated(b"1\n", b"a\n"), (30_000, 2_000_000), f"{_MAX}RECORDS"),
    "a quote in CSV that never ends": Hostile("a.csv", repeated(b"x\n", b'a\n1\n"'), (1_000_000, 60_000_000)),
    "a cell of CSV": Hostile("a.csv", repeated(b"x", b"a\n1\n"), (3_000_000, 130_000_000), f"{_MAX}RECORD_BYTES"),
    "indices of CSV": Hostile(
        "a.csv",
        repeated(b",,,,,,,,,\n", b"a[9][9][9][9][9][9][9][9][9],b,c,d,e,f,g,h,i,j\n"),
        (3_000, 300_000),
        f"{_MAX}VALUES",
    ),
    "nulls of Parquet": Hostile("a.parquet", as_parquet(parquet.nulls), (100_000, 50_000_000), f"{_MAX}RECORDS"),
    "zeros of Parquet": Hostile("a.parquet", as_parquet(parquet.zeros), (100_000, 50_000_000), f"{_MAX}RECORDS"),
    "a list of Parquet that lies": Hostile(
        "a.parquet", as_parquet(parquet.one_list_that_lies), (1_000_000, 50_000_000), f"{_MAX}VALUES"
    ),
    "one text of Parquet": Hostile(
        "a.parquet", as_parquet(parquet.one_text), (20_000, 1_000_000), f"{_MAX}SOURCE_BYTES"
    ),
    "one text in lists of Parquet": Hostile(
        "a.parquet", as_parquet(parquet.one_text_in_lists), (20_000, 1_000_000), f"{_MAX}SOURCE_BYTES"
    ),
    "texts of Parquet that share": Hostile(
        "a.parquet", as_parquet(parquet.texts_that_share_their_beginning), (20_000, 300_000), f"{_MAX}SOURCE_BYTES"
    ),
    "structures of Parquet": Hostile("a.parquet", as_parquet(parquet.deep_structs), (5_000, 400_000), f"{_MAX}VALUES"),
    "columns of Parquet": Hostile("a.parquet", as_parquet(parquet.wide), (500, 10_000), f"{_MAX}COLUMNS"),
    "row groups of Parquet": Hostile("a.parquet", as_parquet(parquet.many_row_groups), (300, 1_500)),
}
