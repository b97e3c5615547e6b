"""Runs of one prompt: how alike they are, what wins a vote, and what the vote gains."""

import json
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from benchmarks.votes import SCHEMA, made, table
from evaljson import InputError, consistency, evaluate, parse_eval_schema
from evaljson.base.jsontypes import ABSENT
from evaljson.consistency.vote import vote
from evaljson.scoring.schema_parts import make_parts

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "benchmarks" / "trust.json").read_text(encoding="utf-8"))


def voted(schema: dict[str, Any], *values: Any) -> Any:
    tree = parse_eval_schema({"type": "object", "properties": {"x": schema}})
    (part,) = make_parts(tree, None, [])
    found = vote(part.plan, [{} if value is ABSENT else {"x": value} for value in values])
    return found.get("x", ABSENT)


TEXT, ROWS = {"type": "string"}, {"type": "object", "properties": {"k": {"type": "string"}, "n": {"type": "integer"}}}
KEYED = {"type": "array", "items": ROWS, "x-eval-align": {"match_by": "key_field", "key": "k"}}
FREE = {"type": "array", "items": ROWS, "x-eval-align": {"match_by": "hungarian"}}
LOWER = {**TEXT, "x-eval-transform": ["lowercase"]}


@pytest.mark.parametrize(
    ("schema", "values", "winner"),
    [
        (TEXT, ["a", "b", "b"], "b"),
        (TEXT, ["a", "b", "c"], "a"),
        (TEXT, [ABSENT, "b", ABSENT], ABSENT),
        (TEXT, [None, ABSENT, None], None),
        (TEXT, ["", None, ""], ""),
        (LOWER, ["x", "ACME", "acme"], "ACME"),
        ({"type": "integer"}, [1, True, True], True),
        (ROWS, [{"k": "a", "n": 1}, {"k": "b", "n": 1}, {"k": "b"}], {"k": "b", "n": 1}),
        (ROWS, [{"k": "a"}, "no object", "no object"], "no object"),
        (KEYED, [[{"k": "a", "n": 1}], [{"k": "b"}, {"k": "a", "n": 2}], [{"k": "a", "n": 2}]], [{"k": "a", "n": 2}]),
        (
            FREE,
            [[{"k": "a", "n": 1}, {"k": "b", "n": 9}], [{"k": "b", "n": 2}, {"k": "a", "n": 1}], [{"k": "b", "n": 2}]],
            [{"k": "b", "n": 2}, {"k": "a", "n": 1}],
        ),
        ({"type": "array", "items": TEXT}, [["a", "b"], ["a"], ["a", "c"]], ["a"]),
        ({"type": "array", "items": TEXT}, [[], [], ["a"]], []),
    ],
    ids=lambda value: None,
)
def test_the_most_frequent_wins(schema: dict[str, Any], values: list[Any], winner: Any) -> None:
    found = voted(schema, *values)
    if schema is FREE:
        assert sorted(found, key=str) == sorted(winner, key=str)
    else:
        assert (type(found), found) == (type(winner), winner)


def test_figures_are_those_of_the_engine() -> None:
    gold, runs = made(30, 3, 0.75, 0.0, random.Random(2))
    found = consistency(gold, runs, SCHEMA)
    scored = [evaluate(gold, run, SCHEMA) for run in runs]
    assert found.f1 == pytest.approx([run.mean_f1 for run in scored])
    best = evaluate(gold, found.voted, SCHEMA)
    assert found.voted_f1 == pytest.approx(best.mean_f1)
    assert found.gain == pytest.approx(found.voted_f1 - found.mean_f1)
    pairs = [evaluate(a, b, SCHEMA) for a, b in combinations(runs, 2)]
    assert found.same == pytest.approx(sum(run.mean_f1 or 0 for run in pairs) / 3)
    of_records = zip(*([record.f1 for record in run.records] for run in pairs), strict=True)
    assert found.by_record == pytest.approx([sum(of_one) / 3 for of_one in of_records])
    one = found.at("f0")
    assert one.same == pytest.approx(sum(run.per_field["f0"].f1 or 0 for run in pairs) / 3)
    values = [[record["f0"] for record in run] for run in runs]
    assert one.always == pytest.approx(sum(len(set(of)) == 1 for of in zip(*values, strict=True)) / 30)
    assert one.voted == best.per_field["f0"].f1


def test_a_vote_corrects_errors_that_runs_do_not_share_and_no_others() -> None:
    gold, runs = made(200, 5, 0.75, 0.0, random.Random(1))
    found = consistency(gold, runs, SCHEMA)
    assert found.low > 0.1
    assert found.sentence.startswith("5 runs have F1 7")
    gold, runs = made(200, 5, 0.75, 1.0, random.Random(1))
    same = consistency(gold, runs, SCHEMA)
    assert (same.same, same.gain, same.deviation) == (1.0, 0.0, 0.0)
    assert same.low <= 0 <= same.high


def test_what_was_not_produced_is_a_vote_for_nothing() -> None:
    gold = [{"id": at, "a": "x"} for at in range(12)]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": TEXT}}
    found = consistency(gold, [gold[:6], gold[:6], gold], schema)
    assert found.voted == (*gold[:6], *[None] * 6)
    assert found.voted_f1 == 0.5


def test_confidences_are_left_out_of_the_vote() -> None:
    schema = {
        "type": "object",
        "x-eval-confidence": {"leaves": {"value": "v", "confidence": "c"}},
        "properties": {"a": TEXT},
    }
    runs = [[{"a": {"v": one, "c": sure}}] for one, sure in (("x", 0.9), ("y", 0.4), ("y", 0.8))]
    assert consistency([{"a": "y"}], runs, schema).voted == ({"a": "y"},)


@pytest.mark.parametrize(
    ("gold", "runs", "said"), [([{}], [[{}]], "two runs or more"), ([], [[], []], "no gold record")]
)
def test_too_little_is_refused(gold: Any, runs: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        consistency(gold, runs, SCHEMA)


def test_plain_data_and_a_table() -> None:
    gold, runs = made(10, 3, 0.8, 0.5, random.Random(3))
    found = consistency(gold, runs, SCHEMA)
    assert json.loads(json.dumps(found.to_dict()))["fields"][0]["path"] == "f0"
    assert list(found.to_frame()["path"]) == [one.path for one in found.fields]


def test_the_kept_simulations_cover_as_often_as_they_say() -> None:
    for row in KEPT["votes"]:
        assert row["cover"] / row["sims"] >= 0.93 - 2 * (0.05 * 0.95 / row["sims"]) ** 0.5, row
        if row["true"] == 0:
            assert row["detected"] / row["sims"] <= 0.05 + 2 * (0.05 * 0.95 / row["sims"]) ** 0.5, row


def test_the_docs_show_the_kept_simulations() -> None:
    docs = " ".join((ROOT / "docs" / "statistics.md").read_text(encoding="utf-8").split())
    assert f"<!-- votes --> {' '.join(table(KEPT['votes']).split())} <!-- end -->" in docs
