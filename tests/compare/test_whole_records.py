"""What fields do where both sides have whole records."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson import RunResult, compare_runs, evaluate
from evaljson.compare.whole_records import FieldsOfWhole, fields_of_whole, lost_records, whole_places
from evaljson.load.cut_reply import CutReply

GOLD: list[Any] = [{"id": at, **{key: f"{key} {at}" for key in "abcdefgh"}} for at in range(40)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {key: {"type": "string"} for key in "abcdefgh"}}


def run_of(records: list[Any]) -> RunResult:
    return evaluate(GOLD, records, SCHEMA)


def test_what_one_side_lacks_or_has_cut_off_is_lost() -> None:
    cut = replace(run_of(GOLD), cut_off=(CutReply(7, "a"),))
    lost = lost_records([run_of(GOLD[:38]), cut])
    assert lost == {(int, 38), (int, 39), (int, 7)}
    assert whole_places(cut, lost) == [at for at in range(38) if at != 7]
    assert whole_places(run_of(GOLD), {(int, at) for at in range(20)}) is None


def test_missing_records_that_are_in_no_figure_are_not_counted() -> None:
    left_out = evaluate(GOLD, GOLD[:38], SCHEMA, missing_records="exclude")
    assert lost_records([run_of(GOLD), replace(left_out, cut_off=(CutReply(7, "a"),))]) == {(int, 7)}


def test_a_field_that_differs_only_there_is_named() -> None:
    wrong = run_of([{**one, "a": "?"} if one["id"] < 12 else one for one in GOLD])
    lacks = run_of(GOLD[:36])
    places = list(range(36))
    whole = compare_runs(wrong.only(places), lacks.only(places))
    assert fields_of_whole(compare_runs(wrong, lacks), whole, 4) == FieldsOfWhole(4, ("a",), ())
    assert fields_of_whole(whole, whole, 4) is None


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (FieldsOfWhole(1, ("a",), ()), "Without the 1 record that is missing or cut off on one side, B is detectably "
         "better at a."),
        (
            FieldsOfWhole(5, ("a", "b", "c", "d"), ("e",)),
            "Without the 5 records that are missing or cut off on one side, B is detectably better at a, b, c and 1 "
            "more and detectably worse at e.",
        ),
    ],
)  # fmt: skip
def test_it_is_said_in_a_sentence(found: FieldsOfWhole, words: str) -> None:
    assert found.in_words("B") == words
