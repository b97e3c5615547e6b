"""Stored runs of one prompt: which records they do not all say the same of."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson import evaluate, parse_eval_schema
from evaljson.consistency.of_runs import repeats_found

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
}  # fmt: skip
GOLD: list[Any] = [{"id": str(at), "a": "x", "b": "y"} for at in range(4)]


def test_records_are_listed_least_alike_first_with_f1_of_each_run_and_of_the_vote() -> None:
    wrong: list[Any] = [{**GOLD[0], "a": "?", "b": "?"}, {**GOLD[1], "b": "?"}, *GOLD[2:]]
    runs = {name: evaluate(GOLD, records, SCHEMA) for name, records in (("1", GOLD), ("2", wrong), ("3", GOLD))}
    found = repeats_found(runs, parse_eval_schema(SCHEMA))
    assert [(one.record, one.f1, one.voted) for one in found.listed] == [
        ("0", (1.0, 0.0, 1.0), 1.0), ("1", (1.0, 0.5, 1.0), 1.0),
    ]  # fmt: skip
    assert [one.same for one in found.listed] == pytest.approx([1 / 3, 2 / 3])
    assert found.voted == tuple(GOLD)


def test_of_the_same_run_again_nothing_is_unlike_and_a_vote_gains_nothing() -> None:
    run = evaluate(GOLD, [{**one, "b": "?"} for one in GOLD], SCHEMA)
    found = repeats_found({"1": run, "2": run, "3": run}, parse_eval_schema(SCHEMA))
    assert (found.unlike, found.listed, found.deviation) == (0, (), 0)
    assert [(one.same, one.gain) for one in found.fields] == [(1.0, 0.0), (1.0, 0.0)]


def test_a_run_that_lacks_a_field_is_unlike_everywhere() -> None:
    renamed = evaluate(GOLD, [{"id": one["id"], "a": one["a"]} for one in GOLD], SCHEMA)
    found = repeats_found({"1": evaluate(GOLD, GOLD, SCHEMA), "2": renamed}, parse_eval_schema(SCHEMA))
    assert found.unlike == 4


def test_a_record_that_a_run_did_not_produce_is_one_that_they_do_not_say_the_same_of() -> None:
    runs = {name: evaluate(GOLD, records, SCHEMA) for name, records in (("1", GOLD), ("2", GOLD[:3]), ("3", GOLD[:2]))}
    found = repeats_found(runs, parse_eval_schema(SCHEMA))
    assert "agree with each other to 100.0 where both produced the record" in found.sentence
    assert [(one.record, one.same, one.f1) for one in found.listed] == [("3", None, (1, 0, 0)), ("2", 1.0, (1, 1, 0))]
    assert (found.unlike, [one.always for one in found.fields]) == (2, [0.5, 0.5])


def test_runs_that_share_no_record_are_said_to_share_none() -> None:
    runs = {"1": evaluate(GOLD, GOLD[:2], SCHEMA), "2": evaluate(GOLD, GOLD[2:], SCHEMA)}
    found = repeats_found(runs, parse_eval_schema(SCHEMA))
    assert "on average, and no two of them produced the same record. A vote" in found.sentence
    assert [one.always for one in found.fields] == [0.0, 0.0]
