"""Which records of a run were repaired or could not be read, and what came beside them."""

import json
from dataclasses import replace
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.load import LoadedRecords, read_records
from evaljson.load.loaded_records import LoadProblem
from evaljson.report.records.load_report import (
    fates,
    fates_by_place,
    kept_beside,
    notes_once,
    problems_in_words,
    repairs_in_words,
)

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
BROKEN = '{"a": "1",}'


def replies(*written: tuple[Any, str]) -> LoadedRecords:
    """A file of what a model wrote, each with its id."""
    lines = [json.dumps({"id": record_id, "output": text, "cost": None}) for record_id, text in written]
    return read_records("\n".join(lines).encode(), name="p.jsonl", kind="extracted", id_field="id")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ([("y", BROKEN), ("x", '{"a": "1"}')], {1: True}),
        ([("x", BROKEN), ("y", "sorry")], {0: True, 1: False}),
        ([("x", '{"a": "1"}'), ("x", BROKEN), ("y", BROKEN)], {1: True}),
        ([("x", "sorry"), ("x", BROKEN)], {0: True}),
        ([("stray", BROKEN), ("x", '{"a": "1"}')], {}),
    ],
    ids=["in another order", "not read", "a repeated id", "read the second time", "without gold"],
)
def test_a_fate_belongs_to_the_record_that_the_run_paired_by_id(
    written: list[tuple[Any, str]], expected: dict[int, bool]
) -> None:
    loaded = replies(*written)
    gold: list[Any] = [{"id": "x", "a": "1"}, {"id": "y", "a": "1"}]
    run = evaluate(gold, loaded.records, {**SCHEMA, "x-eval-id": "id"})
    assert {place: fate.was_read for place, fate in fates_by_place(run, loaded, "id").items()} == expected


def test_by_position_a_fate_stays_where_it_is() -> None:
    loaded = replies(("p", '{"a": "1"}'), ("q", BROKEN), ("r", "sorry"))
    run = evaluate([{"a": "1"}] * 3, loaded.records, SCHEMA)
    by_place = fates_by_place(run, loaded, None)
    assert {place: fate.was_read for place, fate in by_place.items()} == {1: True, 2: False}
    assert by_place[1].told == "trailing commas left out"


def test_a_number_and_a_text_are_two_ids() -> None:
    loaded = replies(("1", BROKEN), (1, '{"a": "1"}'))
    run = evaluate([{"id": 1, "a": "1"}, {"id": "1", "a": "1"}], loaded.records, {**SCHEMA, "x-eval-id": "id"})
    assert list(fates_by_place(run, loaded, "id")) == [1]


def test_a_column_that_is_null_everywhere_is_listed_too() -> None:
    (kept,) = kept_beside(replies(("x", BROKEN), ("y", BROKEN)))
    assert (kept.name, kept.example, kept.records) == ("cost", "null", 2)


def test_the_values_that_a_repair_changed_are_named_with_their_record() -> None:
    loaded = replies(("x", '{"a": 2 g, "b": }'), ("y", BROKEN), ("z", '{"a": "1"}'))
    assert repairs_in_words(loaded, "id") == (
        '2 records, with characters lost in 1 record: x, a: 2 g read as "2 g" (no quotes around it); '
        'x, b: "b": left out (no value is written)'
    )
    assert repairs_in_words(replies(("x", '{"a": "1"}')), "id") == ""
    assert repairs_in_words(replies(("y", BROKEN)), "id") == "1 record"
    by_record = {fate.id: (fate.lossy, len(fate.values)) for fate in fates(loaded, "id")}
    assert by_record == {"x": (True, 2), "y": (False, 0)}


@pytest.mark.parametrize(
    ("data", "place"), [(b'{"a": "1"}\n{"a": "2\n{"a": "3"}\n', "line 2: "), (b'[{"a": "1"}, {"a": "2', "line 1")]
)
def test_a_problem_of_a_file_is_said_with_its_place(data: bytes, place: str) -> None:
    loaded = read_records(data, name="a.jsonl" if b"\n" in data else "a.json", kind="extracted")
    assert [said for said in problems_in_words(loaded) if said.startswith(place) and "breaks off" in said]


def test_what_is_wrong_with_a_file_is_said_once_with_how_often() -> None:
    loaded = replies(("x", "sorry"), ("y", "sorry"), *((place, BROKEN) for place in range(3)))
    (why,) = set(loaded.unread.values())
    assert f"{why} (2 times, first in line 1, output)" in problems_in_words(loaded)
    assert len(problems_in_words(loaded)) == len({problem.message for problem in loaded.problems})
    assert problems_in_words(read_records(b'[{"a": 1}]', name="a.json", kind="gold")) == []


def test_notes_in_the_same_words_are_one_with_how_often_and_errors_stay_apart() -> None:
    note = LoadProblem(1, None, "output", "the text holds 2 values", "warning", "")
    error = LoadProblem(2, None, "", "the text breaks off", "error", "")
    others = [replace(note, line=3), replace(error, line=4), replace(note, line=5)]
    assert notes_once([note, error, *others]) == [(note, 3), (error, 1), (others[1], 1)]
