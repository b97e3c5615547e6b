"""Folders and zip archives with a file for each record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import LoadError
from evaljson.load import read_records
from tests.load.made_files import messages, zip_of


def test_a_folder_gives_a_record_for_each_file(tmp_path: Path) -> None:
    for name, text in {"b.json": '{"x": 2}', "a.json": '{"x": 1}', ".h.json": "{}", "readme.txt": "hi"}.items():
        (tmp_path / name).write_text(text)
    loaded = read_records(tmp_path, id_field="id")
    assert loaded.records == [{"id": "a", "x": 1}, {"id": "b", "x": 2}]
    assert loaded.ids == ["a", "b"]
    assert "left out (2): 'readme.txt' (not .json), '.h.json' (hidden)." in messages(loaded)


def test_a_folder_is_not_left_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"x": 1}')
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.json").symlink_to(tmp_path / "secret.json")
    loaded = read_records(folder, kind="extracted")
    assert loaded.records == [None]
    assert "a link that leads out of the folder" in messages(loaded)


def test_a_zip_reads_like_the_folder(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"g/b.json": '{"x": 2}', "g/sub/a.json": '{"x": 1}'}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(str(text))
    zipped, folder = read_records(zip_of(files)), read_records(tmp_path / "g")
    assert zipped.ids == folder.ids == ["b", "sub/a"]
    assert (zipped.records, zipped.sha256) == (folder.records, folder.sha256)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("../x.json", "{}", "a path that leads out"),
        ("/etc/x.json", "{}", "a path that leads out"),
        ("..\\x.json", "{}", "a path that leads out"),
        ("x.json", "[1]", "a record is an object, not array"),
        ("x.json", b"\xff\xff{}", "not UTF-8"),
        ("x.json", "", "holds no JSON object"),
    ],
)
def test_a_bad_file_in_a_zip_costs_only_itself(name: str, text: str | bytes, why: str) -> None:
    loaded = read_records(zip_of({"ok.json": '{"a": 1}', name: text}), kind="extracted")
    assert [record for record in loaded.records if record] == [{"a": 1}]
    assert (loaded.n_read, loaded.n_refused) == (1, 1)
    assert why in messages(loaded)


def test_a_zip_bomb_meets_the_limit() -> None:
    data = zip_of({"a.json": " " * 5_000_000 + "{}"})
    assert len(data) < 10_000
    with pytest.raises(LoadError, match="more than 1,000,000 bytes, unpacked"):
        read_records(data, max_bytes=1_000_000)


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 100])
def test_a_damaged_zip_is_refused(data: bytes) -> None:
    with pytest.raises(LoadError, match=r"^x: the zip archive is damaged"):
        read_records(data, name="x")


def test_an_archive_of_something_else_says_what_it_has() -> None:
    with pytest.raises(LoadError, match=r"no \.json file in it, and .* or \.md; it has 'xl/workbook\.xml'"):
        read_records(zip_of({"xl/workbook.xml": "<x/>"}))


def test_a_damaged_member_of_a_zip_costs_only_itself() -> None:
    data = bytearray(zip_of({"a.json": json.dumps({"x": list(range(200))}), "b.json": '{"x": 1}'}))
    data[60] ^= 0xFF
    loaded = read_records(bytes(data), kind="extracted")
    assert loaded.records == [None, {"x": 1}]
    assert "damaged or not readable" in messages(loaded)


@given(st.binary(max_size=60), st.sampled_from([b"PK\x03\x04", b"PAR1"]))
def test_any_bytes_behind_a_magic_number_give_a_reason(tail: bytes, magic: bytes) -> None:
    with pytest.raises(LoadError, match=r"^x: "):
        read_records(magic + tail, name="x")


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ({"f1": "A", "f2": "B"}, ["the 'id' inside is used, not the file's name: 2 of 2 files ('f1', 'f2')."]),
        ({"A": "A", "f2": "B"}, ["the 'id' inside is used, not the file's name: 1 of 2 files ('f2')."]),
        ({"A": "A", "B": "B"}, []),
    ],
    ids=["all", "some", "none"],
)
def test_files_named_otherwise_than_the_id_inside_are_said_once(inside: dict[str, str], said: list[str]) -> None:
    loaded = read_records(zip_of({f"{name}.json": f'{{"id": "{one}"}}' for name, one in inside.items()}), id_field="id")
    assert [record and record["id"] for record in loaded.records] == ["A", "B"]
    assert [problem.message for problem in loaded.problems] == said
