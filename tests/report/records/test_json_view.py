"""A record as JSON, both sides, with what differs marked where it stands."""

import json
import re
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.records.json_view import MOST, json_columns, json_lines

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "a": {"type": "string"},
        "n": {
            "type": "array",
            "x-eval-align": {"match_by": "hungarian"},
            "items": {"type": "object", "properties": {"k": {"type": "string"}, "m": {"type": "string"}}},
        },
        "o": {"type": "object", "properties": {"p": {"type": "string"}}},
    },
}


def marked(gold: Any, extracted: Any) -> list[list[str]]:
    """The marked lines of gold and of the extracted record."""
    record = evaluate([gold], [extracted], SCHEMA).records[0]
    columns = json_columns({"one": record}, [{}]).split("ej-jsonhead")[1:]
    return [re.findall('class="ej-marked"[^>]*><bdi> *(.*?),?</bdi>', column) for column in columns]


@pytest.mark.parametrize("value", [{}, [], "x", 1.5, {"a": [1, {"b": None}], "c": {}}, [[], [[True]]]])
def test_the_lines_together_are_the_value(value: Any) -> None:
    assert json.loads("\n".join(line.text for line in json_lines(value))) == value


def test_the_partner_is_marked_where_it_stands() -> None:
    gold = {"n": [{"k": "x", "m": "1"}, {"k": "y", "m": "2"}]}
    extracted = {"n": [{"k": "y", "m": "9"}, {"k": "x", "m": "1"}]}
    assert marked(gold, extracted) == [["&quot;m&quot;: &quot;2&quot;"], ["&quot;m&quot;: &quot;9&quot;"]]


def test_a_missing_object_is_marked_with_all_that_is_in_it() -> None:
    lines = marked({"a": "x", "o": {"p": "1"}}, {"a": "x"})[0]
    assert "&quot;p&quot;: &quot;1&quot;" in lines
    assert not any("x" in line for line in lines)


def test_what_is_extracted_is_escaped_and_cut() -> None:
    extracted = {"a": "<b>" + "x" * 900, "n": [{"k": str(i), "m": ""} for i in range(MOST)]}
    record = evaluate([{"a": "x"}], [extracted], SCHEMA).records[0]
    shown = json_columns({"<i>": record}, [{}])
    assert "<b>" not in shown
    assert "<i>" not in shown
    assert "more lines, not shown" in shown
    assert "(905 characters)" in shown
