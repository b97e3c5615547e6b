"""Compounds: sibling fields judged together.

The verdicts here give reasons, as verdicts should.
"""

from typing import Any

import pytest

import evaljson
from evaljson import BatchItem, ComparatorResult, CompoundComparator
from evaljson.scoring.judging import NotJudged

Seen = list[tuple[dict[str, Any], dict[str, Any]]]


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def by(name: str, type_: str = "string", **settings: Any) -> dict[str, Any]:
    return {"type": type_, "x-eval-compare": name, **settings}


def compound(name: str = "quantity", fields: tuple[str, ...] = ("value", "unit")) -> Seen:
    """Register a compound that takes grams for kilograms; gives what it is asked."""
    seen: Seen = []

    def compare(gold: Any, extracted: Any, params: Any) -> ComparatorResult:
        seen.append((dict(gold), dict(extracted)))
        return ComparatorResult(float(grams(gold) == grams(extracted)), name, "weighed")

    evaljson.register(name, CompoundComparator(fields, fields[0], name, compare))
    return seen


def grams(fields: Any) -> Any:
    if fields.get("unit") in ("kg", "g") and isinstance(fields.get("value"), int):
        return fields["value"] * {"kg": 1000, "g": 1}[fields["unit"]]
    return sorted(fields.items())


QUANTITY = of(value=by("quantity", "integer"), unit=by("quantity"))


def rows(run: evaljson.RunResult, record: int = 0) -> list[tuple[str, str]]:
    """Path and status of what counts: siblings are skipped."""
    return [(r.path, r.status) for r in run.records[record].field_results if r.status != "skipped"]


def q(value: Any = None, unit: Any = None) -> dict[str, Any]:
    return {key: item for key, item in (("value", value), ("unit", unit)) if item is not None}


def test_a_pair_gives_one_result_at_the_primary_and_skips_its_siblings() -> None:
    seen = compound()
    run = evaljson.evaluate([q(5, "kg")], [q(5000, "g")], QUANTITY)
    assert [(r.path, r.status, r.reason) for r in run.records[0].field_results] == [
        ("value", "match", "weighed"),
        ("unit", "skipped", "judged with value"),
    ]
    assert seen == [(q(5, "kg"), q(5000, "g"))]
    assert (run.total_fields, run.mean_f1, list(run.per_field)) == (1, 1.0, ["value"])


@pytest.mark.parametrize(
    ("gold", "extracted", "found"),
    [
        (q(5, "kg"), q(5, "g"), [("value", "mismatch")]),
        (q(5, "kg"), {}, [("value", "omission")]),
        ({}, q(5, "kg"), [("value", "hallucination")]),
        (q(unit="kg"), {}, [("value", "omission")]),
        ({}, q(unit="kg"), [("value", "hallucination")]),
        (q(5), q(5), [("value", "match")]),
        (q(unit="kg"), q(unit="kg"), [("value", "match")]),
    ],
)
def test_wholly_omitted_or_invented_it_is_one_result_at_the_primary(
    gold: Any, extracted: Any, found: list[tuple[str, str]]
) -> None:
    compound()
    assert rows(evaljson.evaluate([gold], [extracted], QUANTITY)) == found


@pytest.mark.parametrize(
    ("gold", "extracted"), [(q(5, "kg"), q(5)), (q(5), q(5, "kg")), (q(5, "kg"), q(unit="kg")), (q(5), q(unit="kg"))]
)
def test_a_sibling_that_only_one_side_has_is_a_mismatch_that_names_it(gold: Any, extracted: Any) -> None:
    seen = compound()
    run = evaljson.evaluate([gold], [extracted], QUANTITY)
    assert rows(run) == [("value", "mismatch")]
    assert "only one side has" in (run.records[0].field_results[0].reason or "")
    assert seen == []


def test_a_sibling_absent_on_both_sides_is_passed_as_absent_and_null_as_null() -> None:
    seen = compound()
    evaljson.evaluate([{"value": 5}, {"value": 5, "unit": None}], [{"value": 5}, {"value": 5, "unit": None}], QUANTITY)
    assert seen == [({"value": 5}, {"value": 5}), ({"value": 5, "unit": None}, {"value": 5, "unit": None})]


def test_a_compound_that_neither_side_has_gives_nothing() -> None:
    compound()
    run = evaljson.evaluate([{"note": "x"}], [{"note": "x"}], of(**QUANTITY["properties"], note={"type": "string"}))
    assert rows(run) == [("note", "match")]


@pytest.mark.parametrize(("gold", "extracted", "status"), [(1, 0, "omission"), (0, 1, "hallucination")])
def test_inside_an_object_that_only_one_side_has_it_is_one_result(gold: int, extracted: int, status: str) -> None:
    compound()
    records = [{}, {"weight": q(5, "kg")}]
    run = evaljson.evaluate([records[gold]], [records[extracted]], of(weight=QUANTITY))
    assert rows(run) == [("weight.value", status)]


def test_a_record_that_was_not_produced_omits_it_once() -> None:
    compound()
    assert rows(evaljson.evaluate([q(5, "kg")], [None], QUANTITY)) == [("value", "omission")]


def test_transforms_of_each_field_come_first() -> None:
    seen = compound()
    schema = of(value=by("quantity", "integer"), unit=by("quantity", **{"x-eval-transform": ["strip", "lowercase"]}))
    run = evaljson.evaluate([q(5, "KG ")], [q(5000, " G")], schema)
    assert seen == [(q(5, "kg"), q(5000, "g"))]
    assert rows(run) == [("value", "match")]


def test_a_hungarian_array_is_aligned_by_what_the_compound_says() -> None:
    compound()
    schema = of(t={"type": "array", "items": QUANTITY, "x-eval-align": {"match_by": "hungarian"}})
    run = evaljson.evaluate([{"t": [q(5, "kg"), q(7, "g")]}], [{"t": [q(7, "g"), q(1, "g"), q(5000, "g")]}], schema)
    assert rows(run) == [("t[0].value", "match"), ("t[1].value", "match"), ("t[-1].value", "hallucination")]
    primaries = [r.extracted_path for r in run.records[0].field_results if r.status != "skipped"]
    assert primaries == ["t[2].value", "t[0].value", "t[1].value"]
    assert list(run.per_field) == ["t[].value"]
    assert run.problems == ()


def test_two_compounds_of_one_object_are_judged_apart() -> None:
    first, second = compound("q1", ("v1", "u1")), compound("q2", ("v2", "u2"))
    schema = of(v1=by("q1"), v2=by("q2"), u1=by("q1"), u2=by("q2"))
    run = evaljson.evaluate(
        [{"v1": "a", "u1": "b", "v2": "c", "u2": "d"}], [{"v1": "a", "u1": "b", "v2": "c", "u2": "x"}], schema
    )
    assert rows(run) == [("v1", "match"), ("v2", "mismatch")]
    assert (len(first), len(second)) == (1, 1)


def test_one_compound_in_two_objects_is_judged_for_each() -> None:
    compound()
    pair = of(net=QUANTITY, gross=QUANTITY)
    run = evaljson.evaluate(
        [{"net": q(5, "kg"), "gross": q(6, "kg")}], [{"net": q(5000, "g"), "gross": q(6, "g")}], pair
    )
    assert rows(run) == [("net.value", "match"), ("gross.value", "mismatch")]


def test_groups_follow_the_real_parent_also_where_keys_hold_dots() -> None:
    seen = compound("dotted", ("a.value", "unit"))
    inner = of(**{"a.value": by("dotted"), "unit": by("dotted")})
    record = {"x.y": {"a.value": "1", "unit": "m"}, "x": {"y": {"a.value": "2", "unit": "s"}}}
    run = evaljson.evaluate([record], [record], of(**{"x.y": inner, "x": of(y=inner)}))
    assert rows(run) == [("['x.y']['a.value']", "match"), ("x.y['a.value']", "match")]
    assert [gold["unit"] for gold, _ in seen] == ["m", "s"]


def test_it_weighs_as_its_primary_does() -> None:
    compound()
    schema = of(value=by("quantity", "integer", **{"x-eval-weight": 3}), unit=by("quantity"), n={"type": "integer"})
    run = evaljson.evaluate([{**q(5, "kg"), "n": 1}], [{**q(5, "kg"), "n": 2}], schema)
    assert run.mean_f1 == 0.75


@pytest.mark.parametrize(
    ("answer", "says"), [(lambda g, e, p: 1 / 0, "raised ZeroDivisionError"), (lambda g, e, p: 2.0, "scored 2.0")]
)
def test_a_failing_compound_is_a_mismatch_and_a_problem(answer: Any, says: str) -> None:
    evaljson.register("quantity", CompoundComparator(["value", "unit"], "value", "quantity", answer))
    run = evaljson.evaluate([q(5, "kg")], [q(5, "kg")], QUANTITY)
    assert rows(run) == [("value", "mismatch")]
    assert says in run.problems[0].message
    assert run.problems[0].path == "value"


def test_a_compound_may_decide_to_skip() -> None:
    skip = ComparatorResult(0.0, "quantity", "no quantity", skip=True)
    evaljson.register("quantity", CompoundComparator(["value", "unit"], "value", "quantity", lambda g, e, p: skip))
    run = evaljson.evaluate([q(5, "kg")], [q(6, "kg")], QUANTITY)
    assert (rows(run), run.total_fields, run.mean_f1) == ([], 0, 1.0)


def test_a_subclass_overrides_compare() -> None:
    class Loose(CompoundComparator):
        def compare(self, gold: Any, extracted: Any, params: Any) -> ComparatorResult:
            return ComparatorResult(0.5, self.name, f"by {params['by']}")

    evaljson.register("loose", Loose(["a", "b"], "a", "loose"))
    node = by("loose", **{"x-eval-compare": {"loose": {"by": "eye"}}})
    run = evaljson.evaluate([{"a": "1", "b": "2"}], [{"a": "3", "b": "4"}], of(a=node, b=node))
    assert (run.records[0].field_results[0].reason, run.mean_f1) == ("by eye", 0.5)


class Mass(CompoundComparator):
    """Amount and unit; compare takes the two objects and nothing else."""

    def __init__(self) -> None:
        super().__init__(["amount", "unit"], "amount")
        self.seen: Seen = []

    def compare(self, gold: Any, extracted: Any) -> float:  # type: ignore[override]
        self.seen.append((gold, extracted))
        return float(grams({"value": gold["amount"], **gold}) == grams({"value": extracted["amount"], **extracted}))


def mass(amount: int, unit: str, **more: Any) -> dict[str, Any]:
    return {"amount": amount, "unit": unit, **more}


MASS = of(amount=by("mass", "integer"), unit=by("mass"))


def test_a_subclass_may_compare_the_two_objects_alone() -> None:
    class Halves(Mass):
        def compare(self, gold: Any, extracted: Any, share: float = 0.5) -> float:  # type: ignore[override]
            return share

    evaljson.register("mass", Halves())
    run = evaljson.evaluate([mass(1, "kg")], [mass(2, "g")], MASS)
    assert (rows(run), run.mean_f1, run.problems) == ([("amount", "mismatch")], 0.5, ())


def test_so_does_a_function_of_two() -> None:
    evaljson.register("mass", CompoundComparator(["amount", "unit"], "amount", "mass", lambda gold, extracted: 1.0))
    assert rows(evaljson.evaluate([mass(1, "kg")], [mass(2, "g")], MASS)) == [("amount", "match")]


def test_a_hungarian_array_is_aligned_by_a_comparison_of_two() -> None:
    evaljson.register("mass", Mass())
    parts = of(parts={"type": "array", "items": MASS, "x-eval-align": {"match_by": "hungarian"}})
    gold, extracted = [mass(1, "kg"), mass(7, "g")], [mass(7, "g"), mass(1000, "g")]
    assert evaljson.evaluate([{"parts": gold}], [{"parts": extracted}], parts).mean_f1 == 1.0


def test_fields_that_it_does_not_declare_are_skipped_and_not_compared() -> None:
    comparator = Mass()
    evaljson.register("mass", comparator)
    schema = of(label=by("mass"), **MASS["properties"])
    run = evaljson.evaluate([mass(3, "g", label="net"), {"label": "x"}], [mass(3, "g", label="gross"), {}], schema)
    assert comparator.seen == [(mass(3, "g"), mass(3, "g"))]
    shown = [[(result.path, result.status) for result in record.field_results] for record in run.records]
    assert shown == [[("label", "skipped"), ("amount", "match"), ("unit", "skipped")], [("label", "skipped")]]


def test_a_subclass_with_a_call_of_its_own_is_asked_through_it() -> None:
    calls: list[list[str]] = []

    class Generous(Mass):
        def __call__(self, items: list[BatchItem]) -> list[ComparatorResult | None]:
            calls.append([item.path for item in items])
            return [answer if answer and answer.skip else ComparatorResult(1.0) for answer in super().__call__(items)]

    evaljson.register("mass", Generous())
    run = evaljson.evaluate([{"net": mass(3, "g")}], [{"net": mass(4, "kg")}], of(net=MASS))
    assert rows(run) == [("net.amount", "match")]
    assert calls == [["net.amount", "net.unit"]]


def test_one_that_cannot_judge_says_so_without_costing_its_fields() -> None:
    def unsure(gold: Any, extracted: Any) -> Any:
        return NotJudged("no scales")

    evaljson.register("mass", CompoundComparator(["amount", "unit"], "amount", "mass", unsure))
    schema = of(parts={"type": "array", "items": MASS, "x-eval-align": {"match_by": "hungarian"}})
    run = evaljson.evaluate([{"parts": [mass(3, "g")]}], [{"parts": [mass(3, "g")]}], schema)
    assert [(result.path, result.status, result.reason) for result in run.records[0].field_results] == [
        ("parts[0].amount", "batch_error", "no scales"),
        ("parts[0].unit", "skipped", "judged with amount"),
    ]
    assert (run.total_batch_errors, run.total_fields) == (1, 0)


def test_its_name_is_optional_and_its_fields_are_a_list() -> None:
    found = CompoundComparator(["lat", "lon"], "lat")
    assert (found.name, found.fields) == ("compound", ["lat", "lon"])


def test_the_primary_must_be_one_of_the_fields() -> None:
    with pytest.raises(evaljson.RegistryError, match=r"its primary field 'x' is not one of \['a', 'b'\]"):
        CompoundComparator(["a", "b"], "x", "broken")


def test_called_by_hand_it_groups_by_parent_path() -> None:
    exact = CompoundComparator(["v", "u"], "v", "pair")
    items = [
        BatchItem("t[0].v", 1, 1, 1, 1, {}), BatchItem("t[0].u", "m", "m", "m", "m", {}),
        BatchItem("t[1].v", 1, 1, 1, 1, {}), BatchItem("t[1].u", "m", "s", "m", "s", {}),
    ]  # fmt: skip
    found = [(result.score, result.skip) for result in exact(items) if result]
    assert found == [(1.0, False), (0.0, True), (0.0, False), (0.0, True)]
