"""Replies of a model as text files: alone, in a folder, or beside other files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evaljson.base.errors import LoadError
from evaljson.load import read_records
from tests.load.made_files import messages, zip_of


@pytest.mark.parametrize("ending", [".txt", ".md", ".TXT"])
def test_a_single_reply_is_one_record_named_by_its_file(ending: str) -> None:
    loaded = read_records(b'Here it is:\n```json\n{"x": 1}\n```', name=f"doc-7{ending}", kind="extracted")
    assert (loaded.records, loaded.ids) == ([{"x": 1}], ["doc-7"])
    assert loaded.format == "reply of a model: one record"


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ('{"x": 1}', {"x": 1}),
        (' {"x": 1,\n  "y": []}\n', {"x": 1, "y": []}),
        ('{"x": 1}\n\nI hope this helps.', {"x": 1}),
        ('{"x": 1, "y": [2', {"x": 1, "y": [2]}),
        ('{"seller": {"x": 1}, "buyer": {"x": 2}}', {"seller": {"x": 1}, "buyer": {"x": 2}}),
        ('{"a": {"x": 1}, "b": {"y": 2}, "c": {"z": 2}}', {"a": {"x": 1}, "b": {"y": 2}, "c": {"z": 2}}),
        ('{"id": "own", "x": 1}', {"id": "own", "x": 1}),
    ],
)
@pytest.mark.parametrize("ending", [".txt", ".md"])
def test_a_single_reply_may_begin_as_json_does(text: str, record: Any, ending: str) -> None:
    loaded = read_records(text.encode(), name=f"doc-7{ending}", kind="extracted", id_field="id")
    assert (loaded.records, loaded.ids) == ([{"id": "doc-7", **record}], ["doc-7"])


@pytest.mark.parametrize(
    "text",
    [
        '{"x": 1}\n{"x": 2}',
        '[{"x": 1}, {"x": 2}]',
        '{"records": [{"x": 1}, {"x": 2}]}',
        '{"x": 1}\n{"x": 2}\n{"x": 3',
        '{"x": 1}\n{"x": oops}\n{"x": 2}',
        '{"x": oops}\n\n{"x": 1}\n{"x": 2}',
    ],
)
def test_a_text_of_json_holds_the_records_in_it(text: str) -> None:
    assert read_records(text.encode(), name="all.txt").records == [{"x": 1}, {"x": 2}]


def test_a_text_of_lines_may_begin_with_records_that_were_not_produced_and_numbers_that_are_none() -> None:
    loaded = read_records(b'{"x": NaN}\nnull\n{"x": 1}', name="all.txt", kind="extracted")
    assert repr(loaded.records) == "[{'x': nan}, None, {'x': 1}]"


def test_a_reply_that_corrects_itself_is_one_record() -> None:
    loaded = read_records(b'{"x": 1}\n\nNo, it is:\n{"x": 2}', name="doc-7.txt", kind="extracted")
    assert (loaded.records, loaded.ids) == ([{"x": 2}], ["doc-7"])


@pytest.mark.parametrize("number", ["1", "NaN", "1e999"])
def test_a_text_of_records_by_id_holds_them(number: str) -> None:
    text = f'{{"a": {{"x": {number}}}, "b": {{"x": 2}}, "c": {{"x": 3}}}}'
    loaded = read_records(text.encode(), name="all.txt", kind="extracted")
    assert (loaded.records[1:], loaded.ids) == ([{"x": 2}, {"x": 3}], ["a", "b", "c"])
    assert repr(loaded.records[0]) == {"1": "{'x': 1}", "NaN": "{'x': nan}"}.get(number, "None")


def test_a_folder_of_replies_says_so() -> None:
    assert read_records(zip_of({"a.txt": '{"x": 1}'})).format == "zip with a reply for each record"


@pytest.mark.parametrize("ending", [".txt", ".md", ".TXT"])
def test_replies_as_text_files_are_read_as_one_record_each(tmp_path: Path, ending: str) -> None:
    replies = {f"run/{name}{ending}": f'Here it is:\n```json\n{{"x": {name}}}\n```' for name in "12"}
    for name, text in replies.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for source in (zip_of(dict(replies)), tmp_path):
        loaded = read_records(source, kind="extracted", id_field="id")
        assert loaded.records == [{"id": "1", "x": 1}, {"id": "2", "x": 2}]
        assert not loaded.n_refused


def test_beside_replies_a_file_of_another_kind_is_named_and_not_read() -> None:
    loaded = read_records(zip_of({"a.txt": '{"x": 1}', "README.md": "About"}), kind="extracted")
    assert loaded.records == [{"x": 1}]
    assert "left out (1): 'README.md' (not .txt)." in messages(loaded)


@pytest.mark.parametrize("beside", ["all.jsonl", "all.csv"])
def test_a_text_beside_data_is_no_reply(beside: str) -> None:
    with pytest.raises(LoadError, match=r"no \.json file in it"):
        read_records(zip_of({"README.txt": "About", beside: '{"x": 1}'}))
