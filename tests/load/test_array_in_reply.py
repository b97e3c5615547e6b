"""One reply of a model with all records in it: a JSON array with words and a fence around it."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.base.errors import LoadError
from evaljson.load import read_records

ARRAY = '[\n {"id": "a", "x": 1},\n {"id": "b", "x": [2]}\n]'
RECORDS: list[Any] = [{"id": "a", "x": 1}, {"id": "b", "x": [2]}]


@pytest.mark.parametrize("name", ["all.txt", "all.md", "all.json", "bytes"])
@pytest.mark.parametrize(
    "text",
    [
        f"Sure! Here are the records:\n```json\n{ARRAY}\n```\nAnything else?",
        f"```\n{ARRAY}\n```",
        f"```json\n{ARRAY}",
        f"Here they are: {ARRAY} I hope this helps.",
    ],
    ids=["fence and words", "fence", "fence that stays open", "words"],
)
def test_its_elements_are_the_records(text: str, name: str) -> None:
    loaded = read_records(text.encode(), name=name, kind="extracted", id_field="id")
    assert loaded.records == RECORDS
    assert loaded.format.endswith(" in the reply of a model")
    assert loaded.problems == []


def test_problems_name_the_line_of_the_whole_text() -> None:
    text = 'Sure:\n\n```json\n[\n {"x": 1},\n {"x": 2, "x": 3}\n]\n```'
    (problem,) = read_records(text.encode(), name="all.txt", kind="extracted", repeated_keys="report").problems
    assert problem.line == 6


@pytest.mark.parametrize(
    "text",
    [
        'Here it is: {"x": 1, "items": [{"a": 1}, {"a": 2}]}',
        '```json\n{"x": 1, "items": [{"a": 1}, {"a": 2}]}\n```',
        'First:\n```json\n[{"a": 1}, {"a": 2}]\n```\nBetter:\n```json\n{"x": 1}\n```',
    ],
    ids=["an object with words", "an object in a fence", "several blocks"],
)
def test_an_array_inside_an_object_or_beside_another_block_is_not_taken_for_the_records(text: str) -> None:
    loaded = read_records(text.encode(), name="doc-7.txt", kind="extracted")
    assert [record and record.get("x") for record in loaded.records] == [1]
    assert loaded.ids == ["doc-7"]


def test_a_text_that_only_holds_brackets_is_refused_as_before() -> None:
    with pytest.raises(LoadError, match="but it begins"):
        read_records(b"see [1] and [2]", name="all.json", kind="extracted")
