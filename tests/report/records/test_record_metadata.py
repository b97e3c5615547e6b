"""What came beside a record: source text to read, and small things in a line."""

import json
from typing import Any

import pytest

from evaljson.load import LoadedRecords, read_records
from evaljson.report.records.record_metadata import NOTHING, beside, small_line, with_source
from evaljson.wording.values import FULL


def loaded(**metadata: Any) -> LoadedRecords:
    entry = {**metadata, "record": {"a": 1}}
    return read_records(json.dumps([entry]).encode(), name="f.json", kind="extracted", payload="record")


@pytest.mark.parametrize("name", ["source_text", "Document", "ocr", "text"])
def test_text_under_a_known_name_is_the_source(name: str) -> None:
    assert beside(loaded(**{name: "Invoice 1"}), 0).texts == ((name, "Invoice 1"),)


def test_long_text_is_a_source_whatever_its_name() -> None:
    assert [name for name, _ in beside(loaded(page="x" * 300, model="m-1"), 0).texts] == ["page"]


def test_everything_else_is_small() -> None:
    assert beside(loaded(cost=0.1, tokens={"in": 5}, text=None), 0).small == (
        ("cost", "0.1"),
        ("tokens", '{"in": 5}'),
        ("text", "null"),
    )


@pytest.mark.parametrize("position", [None, 7])
def test_where_there_is_no_record_nothing_stands_beside_it(position: int | None) -> None:
    assert beside(loaded(cost=1), position) is NOTHING


def test_a_source_is_shown_line_by_line_and_escaped() -> None:
    html = with_source("<table></table>", [("source (Gold)", "<b>1</b>\n2 \u202e")])
    assert "&lt;b&gt;1&lt;/b&gt;\n2 [U+202E]</pre>" in html
    assert html.index("<table>") < html.index("<aside")


def test_a_long_source_says_how_much_of_it_is_left_out() -> None:
    assert "… 10 more characters" in with_source("", [("t", "x" * (FULL + 10))])


def test_small_things_stand_in_a_line_with_the_name_of_their_file() -> None:
    line = small_line("<i>A</i>", [("cost", "0.1"), ("note", "y" * 500)])
    assert "&lt;i&gt;A&lt;/i&gt;" in line
    assert "(500 characters)" in line
    assert small_line("A", []) == ""
