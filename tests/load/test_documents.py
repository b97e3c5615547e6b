"""Text files that may be the documents of gold: found, matched by name, and kept beside what gold says."""

import io
import json
import zipfile
from dataclasses import replace
from typing import Any

import pytest

from evaljson.base.errors import LoadError
from evaljson.load import LoadedRecords, read_records
from evaljson.load.archive_parts import archive_parts
from evaljson.load.document_texts import source_of
from evaljson.load.documents.beside_gold import with_documents, without_documents
from evaljson.load.documents.matching import matched
from evaljson.load.documents.text_files import TextFile, files_in, held, texts_without_json
from evaljson.load.set_aside import as_read, with_set_aside
from evaljson.store.record_codec import decode, encode

ORDER = "PURCHASE ORDER\n\nTotal 12.50 [1]"


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def texts(**by_name: str) -> list[TextFile]:
    return [TextFile(f"{name}.txt", text) for name, text in by_name.items()]


def gold_of(*ids: Any, key: str = "id") -> LoadedRecords:
    return read_records(json.dumps([{key: one, "total": at} for at, one in enumerate(ids)]).encode(), name="gold.json")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(ORDER.encode(), ORDER, id="text"),
        pytest.param(b"", "", id="0 bytes"),
        pytest.param(b"[Page 1]\nLEASE", "[Page 1]\nLEASE", id="begins as an array does"),
        pytest.param(b"[" * 100_000, "[" * 100_000, id="nested without end"),
        pytest.param(b"\xef\xbb\xbfLEASE", "LEASE", id="byte order mark"),
        pytest.param("LÉASE".encode("utf-16"), "LÉASE", id="UTF-16"),
        pytest.param(b"caf\xe9", "caf\udce9", id="not UTF-8"),
        pytest.param(b"<script>alert(1)</script>", "<script>alert(1)</script>", id="HTML"),
    ],
)
@pytest.mark.parametrize("name", ["PO-1.txt", "PO-1.MD"])
def test_a_text_without_json_is_found(name: str, data: bytes, text: str) -> None:
    assert texts_without_json(data, name) == [TextFile(name, text)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("PO-1.txt", b'Sure: {"total": 1}', id="a reply"),
        pytest.param("PO-1.txt", b'[{"total": 1}]', id="records"),
        pytest.param("PO-1.json", b"LEASE", id="another ending"),
        pytest.param("PO-1.txt", b"%PDF-1.7", id="no text"),
        pytest.param("PO-1.txt", b"L\0E\0A\0", id="UTF-16 without a mark"),
        pytest.param("all.zip", zipped({"a.json": b"{}", "b.txt": b"LEASE"}), id="an archive with records"),
        pytest.param("all.zip", zipped({"a.txt": b'{"a": 1}', "b.txt": b"I cannot."}), id="an archive of replies"),
        pytest.param("all.zip", zipped({"a.pdf": b"%PDF"}), id="an archive without texts"),
        pytest.param("all.zip", zipped({"a.txt": b"LEASE"})[:-9], id="a damaged archive"),
    ],
)
def test_whatever_holds_records_or_is_no_text_is_not(name: str, data: bytes) -> None:
    assert texts_without_json(data, name) is None


def test_the_texts_of_an_archive_are_found_and_what_is_not_read_is_named() -> None:
    data = zipped({"x/a.txt": b"LEASE", "x/b.md": b"", "x/c.pdf": b"%PDF", "../d.txt": b"out", "x/.e.txt": b"hidden"})
    assert texts_without_json(data, "all.zip") == [
        TextFile("x/a.txt", "LEASE", "all.zip"),
        TextFile("x/b.md", "", "all.zip"),
        TextFile("x/c.pdf", "", "all.zip", why_not="not .txt or .md"),
        TextFile("../d.txt", "", "all.zip", why_not="a path that leads out of the archive"),
    ]


@pytest.mark.parametrize(("replies", "are_documents"), [(1, True), (2, False)])
def test_a_document_may_have_something_like_json_in_it(replies: int, are_documents: bool) -> None:
    files = {f"{at}.txt": b'The form {"a": 1} is' if at < replies else b"LEASE" for at in range(10)}
    assert (texts_without_json(zipped(files), "all.zip") is not None) is are_documents


def test_a_file_over_the_limit_is_left_to_whoever_reads_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALJSON_MAX_RECORD_BYTES", "10")
    assert texts_without_json(b"L" * 11, "a.txt") is None
    found = texts_without_json(zipped({"a.txt": b"L" * 11, "b.txt": b"L"}), "all.zip")
    assert found is not None
    assert [one.why_not for one in found] == ["too large", ""]


@pytest.mark.parametrize(
    ("setting", "says"), [("EVALJSON_MAX_SOURCE_BYTES", "unpacked"), ("EVALJSON_MAX_FILES", "more than 1 file")]
)
def test_all_files_together_have_a_limit(monkeypatch: pytest.MonkeyPatch, setting: str, says: str) -> None:
    monkeypatch.setenv(setting, "1")
    with pytest.raises(LoadError, match=f"2 text files: .*{says}"):
        held(texts(a="L", b="E"))


def test_held_files_come_back_through_the_store_and_each_only_once() -> None:
    files = [*texts(a=ORDER, b="caf\udce9"), TextFile("x/c.txt", "", "all", True, "a link")]
    assert files_in(decode(*encode(held([*files, *files])))) == files
    assert held(files).sha256 != held(files[:2]).sha256
    assert files[1].data == b"caf\xe9"


def test_names_are_matched_with_ids_exactly() -> None:
    files = texts(**{"PO-1": "one", "po-2": "two", "7": "seven", "a/b": "path", "docs/PO-3": "three", "notes": "?"})
    match = matched(files, gold_of("PO-1", "PO-2", 7, True, "a/b", "PO-3"), "id")
    assert match.texts == {"PO-1": "one", "7": "seven", "a/b": "path", "PO-3": "three"}
    assert match.without_record == ("po-2.txt", "notes.txt")
    assert match.without_document == ("PO-2",)
    assert (match.named, match.files) == (4, 6)


def test_what_cannot_be_a_document_is_named_and_never_guessed() -> None:
    files = [
        *texts(a=" \n", b="caf\udce9", c="one"),
        TextFile("c.md", "two"), TextFile("d.txt", "same"), TextFile("x/d.txt", "same"),
        TextFile("e.txt", "", why_not="a link"),
    ]  # fmt: skip
    match = matched(files, gold_of(*"abcde"), "id")
    assert match.texts == {"d": "same"}
    assert dict(match.unusable) == {
        "a.txt": "empty", "b.txt": "not UTF-8; save it as UTF-8", "c.txt": "one of 2 for the record c",
        "c.md": "one of 2 for the record c", "e.txt": "a link",
    }  # fmt: skip
    assert match.without_document == ("a", "b", "c", "e")


@pytest.mark.parametrize(
    ("names", "is_likely"),
    [("a", False), ("ab", True), ("abxy", True), ("abxyz", False), ("axy", False), ("xy", False)],
)
def test_half_of_the_files_and_two_must_be_named_as_records(names: str, is_likely: bool) -> None:
    assert matched(texts(**dict.fromkeys(names, "LEASE")), gold_of(*"abcd"), "id").is_likely is is_likely


LINES = b"""{"z": -0.0, "id": "a", "n": 1.0}

{"id": "b"
{"id": "c", "n": 12345678901234567890}
{"id": "c", "n": 1, "n": 2}
"""
WRAPPED = b"""[{"id": "a", "cost": 1, "document": "mine", "record": {"n": 1}}, {"id": "c", "record": {"n": 2}}]"""
FILES = {
    "gold.json": b'[{"id": "a", "n": 1.0, "n": 2}, {"id": 3}, {"n": 1}]',
    "gold.jsonl": LINES,
    "gold.csv": b"id,n\na,1.0\nc,007\n",
    "gold.zip": zipped({"a.json": b'{"n": 1}', "c.json": b'{"n": 2}'}),
    "by_id.json": b'{"a": {"n": 1}, "c": {"n": 2}}',
    "wrapped.json": WRAPPED,
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("without", [(), (1,)])
def test_documents_beside_gold_change_nothing_that_it_says_and_come_out_again(
    name: str, without: tuple[int, ...]
) -> None:
    read = read_records(FILES[name], name=name, id_field="id", payload="record" if name == "wrapped.json" else None)
    gold = with_set_aside(read, without)
    kept = with_documents(gold, "id", {"a": ORDER, "c": "C"})
    assert source_of(kept, 0) is not None
    assert ORDER in str(source_of(kept, 0))
    assert repr(replace(kept, metadata=gold.metadata, documents=None, set_aside=gold.set_aside)) == repr(gold)
    stored = decode(*encode(kept))
    assert stored.documents == kept.documents
    bare, files = without_documents(stored, "id")
    assert encode(bare) == encode(decode(*encode(gold)))
    assert [one.name for one in files] == sorted(one.name for one in files)
    again = with_documents(bare, "id", matched(files, bare, "id").texts)
    if not without:  # else a text of a record that was left out is named only by its own id
        assert encode(again) == encode(kept)


def test_a_document_follows_its_record_out_and_back() -> None:
    gold = with_set_aside(gold_of("a", "b"), (1,))
    kept = with_documents(gold, "id", {"a": "A", "b": "B"})
    assert as_read(kept).metadata == [{"document": "A"}, {"document": "B"}]


def test_the_key_of_documents_is_one_that_no_record_has_beside_it() -> None:
    gold = read_records(WRAPPED, name="gold.json", id_field="id", payload="record")
    kept = with_documents(gold, "id", {"a": ORDER})
    assert kept.documents == "document_text"
    assert kept.metadata is not None
    assert kept.metadata[0]["document"] == "mine"


def test_gold_stays_as_it_is_where_no_document_is_its_own() -> None:
    gold = gold_of("a")
    assert with_documents(gold, "id", {"b": "B"}) is gold
    assert without_documents(gold, "id") == (gold, [])


def test_a_folder_of_texts_beside_the_file_of_gold_is_a_part_of_an_archive() -> None:
    files = {"all/gold.json": b"[]", "all/prompt.json": b"[]"} | {f"all/texts/{name}.txt": b"LEASE" for name in "ab"}
    parts = archive_parts(zipped(files), "all.zip")
    assert parts is not None
    assert list(parts) == ["gold.json", "prompt.json", "texts"]
    found = texts_without_json(parts["texts"], "texts")
    assert found is not None
    assert [one.name for one in found] == ["a.txt", "b.txt"]


@pytest.mark.parametrize(("count", "are_part"), [(2, False), (3, True)])
def test_texts_beside_the_files_are_a_part_where_they_are_more(count: int, are_part: bool) -> None:
    files = {"gold.json": b"[]", "prompt.json": b"[]"} | {f"{at}.txt": b"LEASE" for at in range(count)}
    parts = archive_parts(zipped(files), "all.zip")
    assert parts is not None
    assert ("all.zip: text files" in parts) is are_part
