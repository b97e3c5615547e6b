"""Each limit of loading ends a read with one sentence that names what, how much, and how to raise it."""

from __future__ import annotations

import gzip
import io
import json
import re
import tracemalloc
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from evaljson.base.errors import LoadError
from evaljson.base.limits import LIMITS
from evaljson.load import LoadedRecords, read_records


def zip_of(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def sentence_of(name: str, most: int, **parts: str) -> str:
    """A pattern for the sentence of a limit; what differs may be anything."""
    limit = LIMITS[name]
    known = {"most": limit.shown(most), "number": f"{most:,}", "setting": str(limit.setting)} | parts
    return re.sub(
        r"\\\{(\w+)\\\}", lambda part: re.escape(known.get(part.group(1), "")) or ".*", re.escape(limit.sentence)
    )


def entries(*texts: str) -> bytes:
    return json.dumps([{"output": text} for text in texts]).encode()


LISTS = ",".join(["[1]"] * 30)
REFUSED = [
    pytest.param("records", "x.json", b"[" + b"{}," * 20 + b"{}]", id="an array"),
    pytest.param("records", "x.json", b"[" + b"1," * 20 + b"{}]", id="an array with flaws"),
    pytest.param("records", "x.json", b'{"records": [' + b"1," * 20 + b"{}]}", id="an envelope with flaws"),
    pytest.param("records", "x.json", b"{\n}" * 20, id="objects one after another"),
    pytest.param("records", "x.jsonl", b"{}\n" * 20, id="lines"),
    pytest.param("records", "x.jsonl", b"{}\n" + b"\n" * 20 + b"{}\n", id="blank lines"),
    pytest.param("records", "x.csv", b"a\n" + b"1\n" * 20, id="rows"),
    pytest.param("values", "x.json", b'[{"a": [' + b"1," * 60 + b"1]}]", id="numbers"),
    pytest.param("values", "x.json", b'[{"a": [' + b"[]," * 60 + b"1]}]", id="arrays"),
    pytest.param("values", "x.jsonl", b'{"a": {"b": {"c": {}}}}\n' * 20, id="values of lines"),
    pytest.param("values", "x.csv", b"a,b,c,d,e,f,g\n" + b"1,2,3,4,5,6,7\n" * 9, id="cells"),
    pytest.param("values", "x.csv", b"a[6].b[6],b,c,d,e,f,g\n" + b"1,2,3,4,5,6,7\n" * 3, id="elements without a cell"),
    pytest.param("values", "x.json", entries(f'{{"a": [{LISTS}]}}', "{}"), id="values in model text"),
    pytest.param("values", "x.zip", zip_of({"a.json": b'{"a": [' + LISTS.encode() + b"]}"}), id="values of files"),
    pytest.param("columns", "x.csv", (",".join(f"c{i}" for i in range(30)) + "\n").encode(), id="columns"),
    pytest.param("files", "x.zip", zip_of({f"{i}.json": b"{}" for i in range(20)}), id="files of an archive"),
    pytest.param("record_bytes", "x.csv", b"a\n" + b"x" * 500 + b"\n", id="a long line of CSV"),
    pytest.param("source_bytes", "x.json.gz", gzip.compress(b"[" + b" " * 5000 + b"]"), id="gzip"),
    pytest.param("source_bytes", "x.zip", zip_of({f"{i}.json": b" " * 90 for i in range(30)}), id="files unpacked"),
]
SMALL = {"records": 15, "values": 50, "columns": 20, "files": 12, "record_bytes": 300, "source_bytes": 2000}


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in SMALL.items():
        monkeypatch.setenv(str(LIMITS[name].setting), str(most))


def limit(monkeypatch: pytest.MonkeyPatch, **limits: int) -> None:
    for name, most in limits.items():
        monkeypatch.setenv(str(LIMITS[name].setting), str(most))


@pytest.mark.parametrize(("name", "file", "data"), REFUSED)
def test_a_source_beyond_a_limit_is_refused_with_its_sentence(
    name: str, file: str, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = {other: 10**6 for other in SMALL if other != name}
    limit(monkeypatch, **others)
    with pytest.raises(LoadError, match=f"^{re.escape(file)}: {sentence_of(name, SMALL[name])}$"):
        read_records(data, name=file, kind="extracted")
    limit(monkeypatch, **{name: 10**6})
    read_records(data, name=file, kind="extracted")


RECORD = b'{"a": "' + b"x" * 400 + b'"}'


@pytest.mark.parametrize(
    ("file", "data"),
    [
        pytest.param("x.jsonl", b'{"a": 1}\n' + RECORD + b'\n{"a": 3}\n', id="a line"),
        pytest.param("x.zip", zip_of({"1.json": b'{"a": 1}', "2.json": RECORD, "3.json": b'{"a": 3}'}), id="a file"),
        pytest.param("x.json", entries('{"a": 1}', RECORD.decode(), '{"a": 3}'), id="a model text"),
    ],
)
def test_a_record_that_is_too_long_costs_only_itself(file: str, data: bytes) -> None:
    loaded = read_records(data, name=file, kind="extracted")
    assert loaded.records == [{"a": 1}, None, {"a": 3}]
    assert re.search(sentence_of("record_bytes", 300), loaded.unread[1])


def bad_lines(count: int, **options: Any) -> LoadedRecords:
    return read_records(b'{"id": 7, oops\n' * count, name="x.jsonl", id_field="id", **options)


def test_problems_beyond_the_limit_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, problems=4)
    loaded = bad_lines(10, kind="extracted")
    assert (loaded.n_refused, loaded.records) == (10, [None] * 10)
    assert len(loaded.unread) == len(loaded.unread_ids) == 10
    assert len(loaded.problems) == 5
    assert re.search(sentence_of("problems", 4, seen="6"), loaded.problems[-1].message)


def test_a_problem_that_many_records_have_is_kept_once() -> None:
    loaded = bad_lines(10, kind="extracted")
    assert len({id(message) for message in loaded.unread.values()}) == 1


def test_guesses_of_one_source_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '{"a": "b" c "d": 1}'
    limit(monkeypatch, guesses=3 * len(text) + 1, values=10**6)
    loaded = read_records(entries(*[text] * 5), kind="extracted", text_field="output")
    assert [record is None for record in loaded.records] == [False, False, False, True, True]
    assert re.search(sentence_of("guesses", 3 * len(text) + 1), loaded.unread[3])


def test_commas_inside_strings_are_not_values() -> None:
    assert read_records(b'[{"a": "' + b",[{" * 200 + b'"}]').n_read == 1


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("says", [100, 30_000_000], ids=["a lie", "the truth"])
def test_of_a_packed_file_only_what_is_allowed_is_unpacked(
    method: int, says: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = bytearray(zip_of({"a.json": b" " * 30_000_000, "b.json": b"{}"}, method))
    listed = packed.index(b"PK\x01\x02")
    packed[listed + 24 : listed + 28] = says.to_bytes(4, "little")
    limit(monkeypatch, source_bytes=2**30)
    peak, loaded = peak_of(lambda: read_records(bytes(packed), name="x.zip", kind="extracted"))
    assert loaded.records[0] is None
    assert (loaded.records[1] == {}) is (method == zipfile.ZIP_DEFLATED)
    assert peak < 2_000_000


def peak_of(read: Callable[[], LoadedRecords]) -> tuple[int, LoadedRecords]:
    tracemalloc.start()
    try:
        loaded = read()
        return tracemalloc.get_traced_memory()[1], loaded
    finally:
        tracemalloc.stop()


def test_gzip_may_have_many_small_members_and_much_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, source_bytes=2**30)
    packed = gzip.compress(b"[{}]") + (gzip.compress(b"") + b"\0" * 50_000) * 100
    assert read_records(packed).records == [{}]
