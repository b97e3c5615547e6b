"""The kinds of files that the loader knows, written from entries: for tests of what becomes of each entry."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

DEEP = '{"a":' + "[" * 300 + "]" * 300 + "}"
"""A record that is nested too deeply."""
READ = (
    '{"id": "%d"}',
    '{"id": "%d", "a": [1, {"b": null}]}',
    '{"id": "%d", "a": "x,\\n\\u00e9"}',
    "{}",
    '{"a": 1.5e3}',
)
"""Entries that are records, wherever they are."""
UNREAD = ("null", "1", '"x"', "[]", "[{}]", DEEP, '{"a": 1, "a": 2}', '{"a": 1e999}', "1" * 5000, '{"a": "\ufffe"}')
"""Entries that are JSON values, and no records but the last one."""
BROKEN = ("{", "}", '{"a": ', "{'a': 1}", '{"a": tru}', "oops", '"', '{"a": 1} {"a": 2}', "{}]")
"""Entries that are no JSON value: where nothing else separates entries, nobody knows where they end."""


def as_lines(entries: Sequence[str]) -> bytes:
    return "".join(f"{entry}\n" for entry in entries).encode()


def as_array(entries: Sequence[str]) -> bytes:
    return f"[{','.join(entries)}]".encode()


def as_envelope(entries: Sequence[str]) -> bytes:
    return f'{{"records": [{", ".join(entries)}]}}'.encode()


def by_id(entries: Sequence[str]) -> bytes:
    return ("{" + ",".join(f'"k{n}": {entry}' for n, entry in enumerate(entries)) + "}").encode()


def as_zip(entries: Sequence[str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number, entry in enumerate(entries):
            archive.writestr(f"top/{number:04}.json", entry)
    return out.getvalue()


def as_csv(entries: Sequence[str]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows([["id", "output"], *([str(number), entry] for number, entry in enumerate(entries))])
    return out.getvalue().encode()


def as_parquet(entries: Sequence[str]) -> bytes:
    out = io.BytesIO()
    columns = {"id": pa.array(range(len(entries)), pa.int64()), "output": pa.array(list(entries), pa.string())}
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def replies(entries: Sequence[str]) -> bytes:
    """Write model replies as JSON Lines, each with an entry as its text."""
    return as_lines([json.dumps({"id": str(number), "output": entry}) for number, entry in enumerate(entries)])


def in_utf16(build: Callable[[Sequence[str]], bytes]) -> Callable[[Sequence[str]], bytes]:
    return lambda entries: build(entries).decode().encode("utf-16")


def in_gzip(build: Callable[[Sequence[str]], bytes], members: int = 1) -> Callable[[Sequence[str]], bytes]:
    """Pack the bytes, in as many gzip members."""

    def packed(entries: Sequence[str]) -> bytes:
        data = build(entries)
        step = len(data) // members + 1
        return b"".join(gzip.compress(data[at : at + step], mtime=0) for at in range(0, len(data), step))

    return packed


@dataclass(frozen=True, slots=True)
class Container:
    """A kind of file with records."""

    file: str
    """Its name."""
    build: Callable[[Sequence[str]], bytes]
    separates: bool = True
    """Whether a broken entry leaves the others where they are."""
    objects_only: bool = False
    """Whether values that are no objects make it another kind of file."""
    text_field: str | bool = False
    """Which field of an entry holds the record as text."""


CONTAINERS = {
    "JSON Lines": Container("a.jsonl", as_lines),
    "NDJSON": Container("a.ndjson", as_lines),
    "lines in a .json file": Container("a.json", as_lines),
    "JSON array": Container("a.json", as_array, separates=False),
    "envelope": Container("a.json", as_envelope, separates=False),
    "records by id": Container("a.json", by_id, separates=False, objects_only=True),
    "UTF-16": Container("a.jsonl", in_utf16(as_lines)),
    "gzip": Container("a.jsonl.gz", in_gzip(as_lines)),
    "gzip in members": Container("a.json.gz", in_gzip(as_array, 3), separates=False),
    "zip": Container("a.zip", as_zip),
    "zip in gzip": Container("a.zip.gz", in_gzip(as_zip)),
    "CSV": Container("a.csv", as_csv, text_field="output"),
    "CSV in gzip": Container("a.csv.gz", in_gzip(as_csv), text_field="output"),
    "Parquet": Container("a.parquet", as_parquet, text_field="output"),
    "Parquet in gzip": Container("a.parquet.gz", in_gzip(as_parquet), text_field="output"),
    "model replies": Container("a.jsonl", replies, text_field="output"),
    "model replies in gzip": Container("a.ndjson.gz", in_gzip(replies), text_field="output"),
}


def as_folder(folder: Path, entries: Sequence[str]) -> None:
    """Write each entry as a file, every third in a folder below."""
    for number, entry in enumerate(entries):
        path = folder / ("below" if number % 3 == 2 else ".") / f"{number:04}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(entry.encode("utf-8", "surrogatepass"))
