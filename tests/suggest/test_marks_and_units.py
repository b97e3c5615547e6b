"""Numbers that differ in their marks and in the unit beside them: one suggestion settles both."""

from collections.abc import Callable
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.suggest import Suggestions, apply, suggest
from tests.suggest.made import RIGHT, kinds, of_kind, plain, records, suggested

NUMBERS = ["48.1", "10.3", "78.0", "80.25", "0.050", "7.5"]
COSTS = [5450, 5800, 7150, 1250, 2400, 6000, 150, 900, 650, 350]


def _comma(text: str) -> str:
    return text.replace(".", ",")


def _english(cost: int, currency: str = "EUR") -> str:
    return f"{cost:,} {currency}"


def _german(cost: int, currency: str = "€") -> str:
    return f"{cost:,} {currency}".replace(",", ".")


def _f1(found: Suggestions, values: list[tuple[Any, Any]]) -> float | None:
    gold, extracted = (records([pair[side] for pair in values]) for side in (0, 1))
    return evaluate(gold, extracted, apply(found.schema, found.for_all)).mean_f1


@pytest.mark.parametrize(
    ("gold", "extracted", "level"),
    [
        ("kWh/m2", "kWh/m²", "medium"),
        ("m2", "m²", "low"),
        ("kg", "KG", "low"),
        ("%", " %", "low"),
        ("kg", "kilograms", "medium"),
    ],
)
def test_another_mark_and_another_sign_of_the_unit_get_one_suggestion(gold: str, extracted: str, level: str) -> None:
    values = [(f"{n} {gold}", _comma(f"{n} {extracted}")) for n in NUMBERS]
    found = suggested([*values, (f"5.5 {gold}", f"6,5 {extracted}")])
    one = of_kind(found, "quantity")
    assert one.title.startswith("Read a decimal comma as a point and compare as quantities")
    assert (one.evidence.explained, one.evidence.of) == (len(values), len(values) + 1)
    assert one.effect is not None
    assert one.effect.settled is not None
    assert (one.effect.settled.gained, one.effect.settled.lost) == (len(values), 0)
    assert one.risk.level == level


def test_variants_of_which_each_has_one_difference_and_one_has_both_are_all_settled() -> None:
    gold = records([f"{n} kWh/m2" for n in NUMBERS])
    signs, marks = records([f"{n} kWh/m²" for n in NUMBERS]), records([_comma(f"{n} kWh/m2") for n in NUMBERS])
    both = records([_comma(f"{n} kWh/m²") for n in NUMBERS])
    found = suggest(gold, {"signs": signs, "marks": marks, "both": both}, id_field="id")
    assert len(found.proposed) == 1
    assert found.together is not None
    assert {effect.after.f1 for effect in found.together.variants.values()} == {1.0}


@pytest.mark.parametrize(
    ("gold", "write", "kind"),
    [("about {} abc", str.upper, "case"), ("about {} l - net", lambda text: text.replace("-", "\u2013"), "lookalikes")],
)
def test_texts_that_no_comparator_reads_are_settled_too(gold: str, write: Callable[[str], str], kind: str) -> None:
    values = [(gold.format(n), write(gold.format(_comma(n)))) for n in NUMBERS]
    found = suggested([*values, ("none", "none")])
    assert of_kind(found, kind).also == ("decimal_mark",)
    assert _f1(found, values) == 1.0


@pytest.mark.parametrize("currency", ["€", "EUR"])
@pytest.mark.parametrize("cents", ["", ".50"])
def test_thousands_with_a_comma_and_with_a_point_are_the_same_where_gold_proves_them(currency: str, cents: str) -> None:
    values = [(f"{n:,}{cents} EUR", _german(n, currency).replace(" ", f"{_comma(cents)} ")) for n in COSTS]
    found = suggested([*values, ("7,450 EUR", f"7.550 {currency}")])
    assert _f1(found, values) == 1.0
    assert all(one.risk.level != "low" for one in found if "thousands_mark" in (one.kind, *one.also))


@pytest.mark.parametrize(
    "more",
    [
        [("5.45 EUR", "5.450 €")] * 2,
        [("7 EUR", "7.000 €")],
        [("1500 EUR", "1500 €")],
        [("0,450 EUR", "0.450 €")],
        [("9.50 EUR", "9.50 EUR")],
        [("9.75 EUR", "9.50 EUR")],
    ],
    ids=[
        "decimals in gold",
        "decimals extracted",
        "thousands without a mark",
        "a zero before it",
        "right decimals with that mark",
        "wrong decimals with that mark",
    ],
)
def test_where_the_field_says_otherwise_no_mark_is_taken_for_that_of_thousands(more: list[tuple[str, str]]) -> None:
    found = suggested([*((_english(n), _german(n)) for n in COSTS), *more])
    assert not any("thousands_mark" in (one.kind, *one.also) for one in found)


def test_numbers_that_all_have_three_digits_behind_a_mark_prove_nothing() -> None:
    values = [(f"{n} kg", f"{_comma(n)} kg") for n in ("1.134", "2.075", "7.779", "3.041", "4.963")]
    assert not any("thousands_mark" in (one.kind, *one.also) for one in suggested(values))


def test_where_gold_has_no_marks_its_digits_prove_those_of_the_other_side() -> None:
    values = [*((f"{n} EUR", _german(n)) for n in COSTS), ("9.50 EUR", "9.50 €"), ("7.25 EUR", "7.25 €")]
    assert _f1(suggested(values), values) == 1.0


def test_what_is_then_read_as_a_thousandth_is_counted_and_no_low_risk() -> None:
    """1,500 without a mark elsewhere: gold writes thousands in two ways, so its comma proves nothing."""
    values = [*((_english(n), _german(n)) for n in COSTS), *((f"{n} EUR", f"{n} €") for n in (1500, 1600, 1700, 1800))]
    one = of_kind(suggested(values * 2), "amount")
    assert "12 of the others are then read as a thousand times, or a thousandth of, what gold has" in one.risk.why
    assert one.risk.level == "medium"
    more = of_kind(suggested([*values, *values[:6] * 2]), "amount")
    assert "18 of the others" in more.risk.why
    assert more.risk.level == "high"


@pytest.mark.parametrize(
    ("compare", "values", "kind"),
    [
        ("quantity", [(f"{n} kg", _comma(f"{n} KG")) for n in NUMBERS], "decimal_mark"),
        ("amount", [(f"{n} EUR", _comma(f"{n} €")) for n in NUMBERS], "decimal_mark"),
        ("amount", [(_english(n), _german(n)) for n in COSTS], "thousands_mark"),
    ],
)
def test_a_comparator_that_is_set_already_gets_the_mark(compare: str, values: Any, kind: str) -> None:
    found = suggested(values, **{"x-eval-compare": compare})
    assert kinds(found) == {kind}
    assert plain(apply(found.schema, found))["x-eval-compare"] == compare
    assert _f1(found, values) == 1.0


def test_marks_that_a_comparator_reads_as_they_are_get_no_rule() -> None:
    values = [(f"{n}.50 EUR", f"€{n}.50") for n in range(2, 2 + RIGHT)]
    assert of_kind(suggested([*values, ("1,250.50 EUR", "1.250,50 €")]), "amount").edit.transforms == ()
