"""Values that the comparator of a field cannot read."""

from random import Random
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.fields import unreadable as module
from evaljson.report.fields.unreadable import unread, unread_in
from evaljson.schema.node import ComparatorSpec

NUMERIC = ComparatorSpec("numeric")
LEAF = {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.mark.parametrize(
    ("values", "share", "instead"),
    [
        (["30 K", "31 K", "7 kg", "8 boxes"], 1, "quantity"),
        (["$30", "€ 4.50", "12 EUR", "9"], 0.75, "amount"),
        (["2024-01-02", "2024-02-03"], 1, "date"),
        (["C797", "c12", "PX-12"], 1, "exact"),
        (["$30", "EUR12", "CHF4.50"], 1, "amount"),
        (["abc", "1"], 0.5, None),
        (["<0.001", "1", "1", "1"], 0.25, None),
        ([*map(str, range(60)), "n/a"], None, None),
        (["1", "2.5", None], None, None),
    ],
)
def test_a_field_under_numeric_says_which_values_are_no_numbers(
    values: list[Any], share: float | None, instead: str | None
) -> None:
    run = evaluate([{"a": value} for value in values], [{"a": value} for value in values], LEAF)
    found = unread(run, "a", NUMERIC)
    assert (None if found is None else (found.share, found.instead)) == (None if share is None else (share, instead))


@pytest.mark.parametrize(
    ("values", "doubt"),
    [(["4,160", "9.370", "$ 30"], "9.370"), (["4,160", "0.370", "$ 30"], None), (["30 K", "31 K", "7 kg"], None)],
)
def test_a_point_that_may_mark_thousands_is_named_beside_the_advice(values: list[str], doubt: str | None) -> None:
    sides = [[{"a": value} for value in values], [{"a": f" {value}"} for value in values]]
    found = unread(evaluate(*sides, LEAF), "a", NUMERIC)
    assert found is not None
    assert found.doubt == doubt


@pytest.mark.parametrize(
    ("rule", "gold", "extracted", "expected"),
    [
        (ComparatorSpec("amount"), ["30", "12"], ["30", "free"], ("amounts", 0.25, None, {})),
        (ComparatorSpec("amount"), ["30", "free"], ["30", "free"], None),
        (ComparatorSpec("amount"), [60000, 7000], ["60k €", "7k €"], ("amounts", 0.5, "amount", {"magnitudes": True})),
        (ComparatorSpec("amount"), ["3 kg", "2 m"], ["3,0 kg", "200 cm"], ("amounts", 1, "quantity", {"decimal": ","})),
        (ComparatorSpec("quantity"), [5.5, 6], ["5,5", "6 l"], ("quantities", 0.25, "quantity", {"decimal": ","})),
        (ComparatorSpec("quantity"), ["(5)", 6], [-5, "6"], ("quantities", 0.25, "amount", {})),
        (ComparatorSpec("date"), ["2024-01-02", "2024-03-04"], ["2 Jan 2024", "spring"], ("dates", 0.25, None, {})),
        (ComparatorSpec("datetime"), ["12 EUR", "13 EUR"], ["12", "13"], ("dates", 1, "amount", {})),
        (NUMERIC, [1234.5, 7.25], ["1234,5", "7,25"], ("numbers", 0.5, "amount", {"decimal": ","})),
        (NUMERIC, [1.5, 7.25], ["1.5", "7,25 kg"], ("numbers", 0.25, None, {})),
        (
            ComparatorSpec("numeric", {"tolerance": {"rel": 0.1}}), [100, 50], ["101 EUR", "50 EUR"],
            ("numbers", 0.5, "amount", {"tolerance": {"rel": 0.1}}),
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_by_rule_unless_each_such_value_has_itself_on_the_other_side(
    rule: ComparatorSpec, gold: list[Any], extracted: list[Any], expected: tuple[str, float, str | None, Any] | None
) -> None:
    run = evaluate([{"a": value} for value in gold], [{"a": value} for value in extracted], LEAF)
    found = unread(run, "a", rule)
    assert (found and (found.read_as, found.share, found.instead, found.params)) == expected


@pytest.mark.parametrize(
    ("gold", "extracted", "params", "expected"),
    [
        (["5 kg", "12 kg"], [5, "12 kg"], {}, (0.25, 5, {"unit": "kg"})),
        ([5, 12], ["5 kg", "12 kg"], {}, (0.5, 5, {"unit": "kg"})),
        (["5 kg", "12 kg"], [5, 12], {"decimal": ","}, (0.5, 5, {"decimal": ",", "unit": "kg"})),
        (["5 kg", "12 kg"], [5, 12], {"unit": "kg"}, None),
        (["5 kg", "12 kg"], [6, 13], {}, None),
        (["5 kg", "12 kg"], ["5000 g", "12 lb"], {}, None),
    ],
)
def test_quantities_without_a_unit_that_are_right_in_that_of_the_other_side_say_so(
    gold: list[Any], extracted: list[Any], params: dict[str, Any], expected: tuple[float, Any, Any] | None
) -> None:
    run = evaluate([{"a": value} for value in gold], [{"a": value} for value in extracted], LEAF)
    found = unread(run, "a", ComparatorSpec("quantity", params))
    assert (found and found.lacks_unit and (found.share, found.example, found.params)) == expected


def test_a_share_of_a_sample_is_marked_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOKED_AT", 5)
    for count, is_sample in ((4, False), (20, True)):
        records = [{"a": f"x{at}"} for at in range(count)]
        found = unread(evaluate(records, records, LEAF), "a", NUMERIC)
        assert found is not None
        assert found.is_sample is is_sample


def test_a_comparator_that_reads_both_sides_and_finds_none_equal_is_not_offered() -> None:
    gold, extracted = [{"a": f"{at}000"} for at in range(20, 40)], [{"a": f"{at} K"} for at in range(60, 80)]
    found = unread(evaluate(gold, extracted, LEAF), "a", NUMERIC)
    assert found is not None
    assert (found.share, found.instead) == (0.5, None)


def test_other_comparators_and_fields_without_results_say_nothing() -> None:
    run = evaluate([{"a": "30 K"}], [{"a": "30 K"}], LEAF)
    assert unread(run, "a", ComparatorSpec("exact")) is None
    assert unread(run, "b", NUMERIC) is None


@pytest.mark.parametrize("at_a_time", [1, 2, 16])
@pytest.mark.parametrize("seed", range(3))
def test_several_fields_at_a_time_say_what_each_says_alone(
    at_a_time: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, kinds = Random(seed), ["12", "30 K", "$4", "n/a", None, 7, "2024-01-02"]
    paths = ["a", "b", "c", "d"]
    few = {path: random.sample(kinds, 3) for path in paths}
    gold, extracted = (
        [{path: random.choice(few[path]) for path in paths if random.random() > 0.2} for _ in range(30)] for _ in "ge"
    )
    schema = {"type": "object", "properties": {path: {"type": "string"} for path in paths}}
    run = evaluate(gold, extracted, schema)
    names = {"a": "numeric", "gone": "numeric", "b": "numeric_similarity", "c": "exact", "d": "amount"}
    rules = {path: ComparatorSpec(name) for path, name in names.items()}
    monkeypatch.setattr(module, "LOOKED_AT", 11)
    alone = {path: unread(run, path, rule) for path, rule in rules.items() if rule.name != "exact"}
    monkeypatch.setattr(module, "_AT_A_TIME", at_a_time)
    assert unread_in(run, rules) == alone
