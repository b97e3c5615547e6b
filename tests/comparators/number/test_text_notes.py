"""Reasons of numbers that a transform has made text: they call nothing text that is a number in the file."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.comparators.number.text_notes import as_of_raw

TO_TEXT: list[Any] = [{"type_convert": {"to": "str"}}]


@pytest.mark.parametrize("comparator", ["numeric", "numeric_similarity"])
@pytest.mark.parametrize(
    ("gold", "extracted", "notes"),
    [
        (143.4, 88.1, []),
        (143.4, "88.1", ["extracted is text, read as a number"]),
        ("143.4", 88.1, ["gold is text, read as a number"]),
        ("143.4", "88.1", ["gold is text, read as a number", "extracted is text, read as a number"]),
        (143.4, "a", ["extracted is text that is not a number"]),
    ],
)
def test_a_number_that_a_transform_makes_text_is_not_called_text(
    comparator: str, gold: Any, extracted: Any, notes: list[str]
) -> None:
    field = {"type": "number", "x-eval-compare": comparator, "x-eval-transform": TO_TEXT}
    run = evaluate([{"n": gold}], [{"n": extracted}], {"type": "object", "properties": {"n": field}})
    (result,) = run.records[0].field_results
    assert [note for note in (result.reason or "").split("; ") if "text" in note] == notes
    assert run.to_frame()["reason"].tolist() == [result.reason], "a table of all results says the same"


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("off by 1; gold is text, read as a number; extracted is text, read as a number", "off by 1"),
        ("gold is text, read as a number", None),
        ("by numeric: gold is text, read as a number; nearest to 2", "by numeric: nearest to 2"),
        ("gold is text that is not a number", "gold is no number once transformed"),
        ("gold is text, which is never a number here", "gold is text once transformed, which is never a number here"),
        ("gold is text that is not a number: 'five'", "gold is text that is not a number: 'five'"),
        (None, None),
    ],
)
def test_a_reason_says_of_two_numbers_nothing_about_their_text(reason: str | None, expected: str | None) -> None:
    assert as_of_raw(reason, 1, 2.5) == expected
