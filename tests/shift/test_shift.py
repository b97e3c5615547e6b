"""What is planted is found, and nothing where nothing is; absent, null and empty are three things."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import false_discovery_control

import evaljson
from benchmarks.shift import FIELDS, SCHEMA, SHIFTED, drawn, mix_table, table
from evaljson import InputError, evaluate, shift
from evaljson.shift import ShiftTest

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "benchmarks" / "trust.json").read_text(encoding="utf-8"))
PLAIN = {"type": "object", "properties": {"a": {"type": "string"}, "n": {"type": "number"}}}


def found_at(tests: Sequence[ShiftTest], path: str, what: str = "presence") -> ShiftTest:
    (one,) = [test for test in tests if (test.path, test.what) == (path, what)]
    return one


def test_ten_of_forty_fields_that_shifted_are_found_and_hardly_another() -> None:
    rng = np.random.default_rng(4)
    found = shift(drawn(400, (), rng), drawn(400, SHIFTED, rng), SCHEMA)
    paths = {one.path.partition("[")[0] for one in found.found}
    assert set(SHIFTED) <= paths
    assert len(paths - set(SHIFTED)) <= 1


def test_nothing_is_found_in_two_halves_of_one_batch() -> None:
    rng = np.random.default_rng(9)
    found = shift(drawn(120, (), rng), drawn(120, (), rng), SCHEMA)
    assert found.found == ()
    assert found.sentence.startswith("No field shifted detectably between A and B (")
    assert len({one.path.partition("[")[0] for one in found.tests}) == len(FIELDS)


def test_p_is_adjusted_as_scipy_does() -> None:
    rng = np.random.default_rng(2)
    tests = shift(drawn(60, (), rng), drawn(60, SHIFTED, rng), SCHEMA).tests
    assert [one.p_bh for one in tests] == pytest.approx(false_discovery_control([one.p for one in tests]))
    assert [one.found for one in tests] == [one.p_bh <= 0.05 + 1e-12 for one in tests]


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [({}, {"a": None}, "absent"), ({"a": ""}, {"a": None}, "empty"), ({"a": "x"}, {"a": 1}, "text")],
    ids=["absent and null", "empty and null", "text and number"],
)
def test_absent_null_empty_and_types_are_told_apart(a: Any, b: Any, kind: str) -> None:
    one = found_at(shift([a] * 20, [b] * 20, PLAIN).found, "a")
    assert (one.test, one.effect) == ("Fisher", 1.0)
    assert kind in one.words


def test_what_the_schema_takes_for_one_value_has_not_shifted() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-transform": ["lowercase"]}}}
    a, b = [{"a": "ACME"}, {"a": "bolt"}] * 20, [{"a": "acme"}, {"a": "BOLT"}] * 20
    assert shift(a, b, schema).found == ()
    assert shift(a, b, PLAIN).found != ()
    nulls = {"type": "object", "properties": {"a": {"type": "string", "x-eval-nulls": {"absent": ["-"]}}}}
    assert found_at(shift([{"a": "x"}] * 20, [{"a": "-"}] * 20, nulls).found, "a").words.startswith("has a value")


def test_an_element_says_less_than_a_record() -> None:
    """Four records of fifty equal prices each are four observations, not two hundred."""
    schema = {"type": "object", "properties": {"p": {"type": "array", "items": {"type": "number"}}}}
    few = [{"p": [float(at)] * 50} for at in range(8)]
    assert found_at(shift(few[4:] + few[4:5], few[:5], schema).tests, "p[]", "value").p > 0.005
    many = [{"p": [float(at)] * 2} for at in range(200)]
    assert found_at(shift(many[:100], many[100:], schema).found, "p[]", "value").effect > 0.98


def test_dates_are_compared_as_days() -> None:
    schema = {"type": "object", "properties": {"d": {"type": "string", "x-eval-compare": {"date": {}}}}}
    a, b = ([{"d": f"{day:02} March {year}"} for day in range(1, 29)] for year in (2024, 2025))
    one = found_at(shift(a, b, schema).found, "d", "value")
    assert one.words.startswith("median 2024-03-14 → 2025-03-14")


def test_document_types_are_compared_and_fields_within_them() -> None:
    part = {"type": "object", "properties": {"n": {"type": "number"}}}
    schema = {"type": "object", "x-eval-by": "t", "x-eval-schemas": {"bill": part, "note": part}}
    rng = random.Random(1)
    a, b = ([{"t": "bill" if rng.random() < s else "note", "n": rng.random()} for _ in range(100)] for s in (0.9, 0.2))
    found = shift(a, b, schema)
    assert [one.path for one in found.found] == ["t"]
    assert {one.path for one in found.tests} == {"t", "bill: n", "note: n"}


def runs(mix_a: float, mix_b: float, wrong: dict[str, float], n: int = 200) -> list[evaljson.RunResult]:
    rng, made = random.Random(8), []
    for mix in (mix_a, mix_b):
        gold = [{"a": "hard" if rng.random() < mix else "easy", "n": at} for at in range(n)]
        extracted = [{**one, "n": -1 if rng.random() < wrong[str(one["a"])] else one["n"]} for one in gold]
        made.append(evaluate(gold, extracted, PLAIN))
    return made


def test_a_mix_of_hard_documents_explains_the_change_in_f1() -> None:
    a, b = runs(0.1, 0.7, {"hard": 0.8, "easy": 0.05})
    found = shift(a, b, PLAIN)
    (mix,) = [one for one in found.under_mix if one.path == "a"]
    assert found.f1 is not None
    assert found.f1.change == pytest.approx((b.mean_f1 or 0) - (a.mean_f1 or 0))
    f1 = np.array([record.f1 for record in a.records])
    hard = np.array([record.gold["a"] == "hard" for record in a.records])
    share = np.mean([record.gold["a"] == "hard" for record in b.records])
    assert mix.f1 == pytest.approx(share * f1[hard].mean() + (1 - share) * f1[~hard].mean())
    assert mix.could_explain
    assert "The mix of a could explain" in found.sentence
    assert found_at(found.found, "n", "loss").size == "large"


def test_what_changed_within_groups_is_not_explained_by_their_mix() -> None:
    (a, _), (_, b) = runs(0.2, 0.2, {"hard": 0.1, "easy": 0.1}), runs(0.8, 0.8, {"hard": 0.6, "easy": 0.6})
    found = shift(a, b, PLAIN, by=["a", lambda record: record["n"] % 2])
    assert [one.path for one in found.under_mix if one.could_explain] == []
    assert found.sentence.endswith("No shift explains it: within the groups, the errors changed.")
    assert {one.path for one in found.under_mix} == {"a", "<lambda>"}


def test_where_no_field_shifted_nothing_is_said_of_what_a_shift_explains() -> None:
    (a, _), (_, b) = runs(0.5, 0.5, {"hard": 0.1, "easy": 0.1}), runs(0.5, 0.5, {"hard": 0.6, "easy": 0.6})
    assert shift(a, b, PLAIN).sentence.endswith(").")
    assert "explain" not in shift(a, b, PLAIN).sentence


@pytest.mark.parametrize("is_inside", [True, False], ids=["inside an array", "groups that one batch lacks"])
def test_a_shift_whose_mix_cannot_be_worked_out_is_not_said_to_explain_nothing(is_inside: bool) -> None:
    items: dict[str, Any] = {
        "type": "array",
        "items": {"type": "object", "properties": {"kind": {"type": "string"}, "qty": {"type": "string"}}},
    }
    schema = {"type": "object", "properties": {"items": items} if is_inside else items["items"]["properties"]}

    def batch(odd: int) -> evaljson.RunResult:
        flat = [{"kind": "odd" if at % 10 < odd else "plain", "qty": str(at % 3)} for at in range(80)]
        wrong = [{**one, "qty": "?"} if one["kind"] == "odd" else one for one in flat]
        gold, extracted = ([{"items": [one] * 2} if is_inside else one for one in part] for part in (flat, wrong))
        return evaluate(gold, extracted, schema)

    said = shift(batch(2) if is_inside else batch(0), batch(8) if is_inside else batch(10), schema).sentence
    path = "items[].kind" if is_inside else "kind"
    assert said.endswith(f"Whether the shift of {path} explains it cannot be fully worked out.")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda a, b: shift(a[:3], b, PLAIN), "A has 3 records"),
        (lambda a, b: shift(evaluate(a, a, PLAIN), b, PLAIN), "one batch is a run"),
        (lambda a, b: shift(a, b, PLAIN, names=("x", "x")), "both batches are called"),
        (lambda a, b: shift(evaluate(a, a, PLAIN), evaluate(b, b, PLAIN), PLAIN, by="b"), "no field or key 'b'"),
        (lambda a, b: shift(evaluate(a, a, PLAIN), evaluate(b, b, PLAIN), PLAIN, by="a"), "makes no groups"),
    ],
    ids=["few", "run and records", "names", "unknown field", "one group"],
)
def test_what_cannot_be_asked_is_refused(call: Any, said: str) -> None:
    records = [{"a": "x", "n": at} for at in range(9)]
    with pytest.raises(InputError, match=said):
        call(records, records)


def test_hostile_values_are_compared_all_the_same() -> None:
    odd: list[dict[str, Any] | None] = [
        {"a": [1], "n": 10**400},
        {"a": {"b": 1}, "n": "x"},
        {"a": "\x00", "n": True},
        {},
        {"a": None, "n": 1e308},
    ]
    found = shift(odd * 4, [None, *odd * 4], PLAIN)
    assert found.found == ()
    assert json.loads(json.dumps(found.to_dict()))["records_b"] == 20
    assert len(found.to_frame()) == len(found.tests)


def test_the_same_seed_finds_the_same() -> None:
    rng = np.random.default_rng(3)
    a, b = drawn(30, (), rng), drawn(30, SHIFTED, rng)
    assert shift(a, b, SCHEMA, seed=1) == shift(a, b, SCHEMA, seed=1)


def test_the_kept_simulations_err_as_seldom_as_promised() -> None:
    for row in KEPT["shift"]:
        error = 2 * (0.05 * 0.95 / row["sims"]) ** 0.5
        if not row["found"]:
            assert row["anything"] / row["sims"] <= 0.05 + error
            assert row["unadjusted"] / row["sims"] > 0.5, "what adjusting is for"
        assert row["false"] / row["sims"] <= 0.05 + error
    for row in KEPT["mix"]:
        if row["n"] >= 100:
            most = 0.985 if "alike" in row["world"] else 0.97
            assert 0.93 <= row["cover"] / row["defined"] <= most, "where no group differs, it is on the long side"
            assert 0.93 <= row["cover_mean"] / row["sims"] <= 0.97


def test_the_docs_show_the_kept_simulations() -> None:
    docs = " ".join((ROOT / "docs" / "statistics.md").read_text(encoding="utf-8").split())
    for mark, shown in (("shift", table(KEPT["shift"])), ("mix", mix_table(KEPT["mix"]))):
        assert f"<!-- {mark} --> {' '.join(shown.split())} <!-- end -->" in docs
