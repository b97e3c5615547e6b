"""What is suggested for numbers: tolerances, amounts and quantities, and what is no rounding."""

from typing import Any

import pytest

from evaljson.suggest import apply, suggest
from evaljson.suggest.kinds.numbered_codes import are_numbered_codes
from tests.suggest.made import Values, kinds, of_kind, plain, suggested

ROUNDED = [("12.34", "12.3"), ("7.77", "7.8"), ("9.51", "9.5")]


@pytest.mark.parametrize("comparator", ["numeric", "amount"])
def test_a_tolerance_under_which_gold_values_become_the_same_is_a_high_risk(comparator: str) -> None:
    values: Values = [(at + 0.25 * (at % 4), round(at + 0.25 * (at % 4) + 0.01)) for at in range(1, 20)]
    values = [*values, *((12.0 + at / 10, 12.0 + at / 10) for at in range(9))]
    one = of_kind(suggested(values, "number", **{"x-eval-compare": comparator}), "tolerance")
    assert one.risk.level == "high"
    assert "gold values become the same as another" in one.risk.why


@pytest.mark.parametrize(
    ("comparator", "gold", "extracted", "which"),
    [
        ("amount", "{} EUR", "EUR {}", "amounts"),
        ({"amount": {"decimal": ","}}, "{} EUR", "{}", "amounts"),
        ("quantity", "{} kg", "{} kg", "quantities in one unit"),
        ("quantity", "{} kg", "{}kg", "quantities in one unit"),
    ],
)
def test_rounded_amounts_and_quantities_get_a_tolerance_too(
    comparator: Any, gold: str, extracted: str, which: str
) -> None:
    comma = isinstance(comparator, dict)
    values = [
        tuple(
            how.format(text.replace(".", ",") if comma else text)
            for how, text in zip((gold, extracted), pair, strict=True)
        )
        for pair in [*ROUNDED, ("40", "80")]
    ]
    suggestion = of_kind(suggested(values, "string", **{"x-eval-compare": comparator}), "tolerance")  # type: ignore[arg-type]
    assert suggestion.risk.why.startswith(f"The other errors of {which} are more than twice as large; but ")
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].field_after.f1 == 0.75


def test_quantities_of_two_units_are_no_rounding() -> None:
    values = [(f"{gold} kg", f"{extracted} lb") for gold, extracted in ROUNDED]
    assert not kinds(suggested(values, "string", **{"x-eval-compare": "quantity"}))


@pytest.mark.parametrize("params", [{}, {"tolerance": {"abs": 0.01}}])
def test_equal_values_that_numeric_cannot_read_are_offered_to_count_as_right(params: dict[str, Any]) -> None:
    now: Any = {"numeric": params} if params else "numeric"
    values = [("<14.5", "<14.5"), ("trace", "trace"), ("<1", "<2"), ("7", 7), ("8", "9")]
    suggestion = of_kind(suggested(values, "string", **{"x-eval-compare": now}), "equal_values")
    assert suggestion.settings == {"x-eval-compare": {"either": {"of": ["exact", now]}}}
    assert "2 of 4 mismatches are equal values that are no numbers" in suggestion.sentence
    assert suggestion.risk.level == "low"
    assert suggestion.effect is not None
    assert suggestion.effect.settled is not None
    assert (suggestion.effect.settled.gained, suggestion.effect.settled.lost) == (2, 0)


def test_a_tolerance_covers_rounding_and_no_more() -> None:
    suggestions = suggested([(12.34, 12.3), (7.77, 7.8), (9.51, 9.5), (40.0, 80.0)], "number")
    allowed = of_kind(suggestions, "tolerance").settings["x-eval-compare"]["numeric"]["tolerance"]
    assert list(allowed) == ["abs"]
    assert 0.04 <= allowed["abs"] < 0.06


@pytest.mark.parametrize(
    "other",
    [(40.0, 80.0), (60.03, 60.0), (-0.02, 0.0)],
    ids=["far off", "rounded too", "rounded to zero"],
)
def test_a_tolerance_is_as_wide_as_rounding(other: tuple[float, float]) -> None:
    suggestion = of_kind(suggested([(12.34, 12.3), (7.77, 7.8), (9.55, 9.5), other], "number"), "tolerance")
    assert suggestion.settings["x-eval-compare"] == {"numeric": {"tolerance": {"abs": 0.05}}}
    assert suggestion.risk.level == "medium"
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].field_after.f1 == (0.75 if other[1] == 80 else 1.0)


def test_a_share_that_would_forgive_more_than_rounding_is_not_allowed() -> None:
    values = [(0.52, 0.5), (0.33, 0.3), (4.04, 4.0), (50.0, 50.03)]
    assert "tolerance" not in kinds(suggested(values, "number"))


@pytest.mark.parametrize(
    ("also", "level"), [(("9.370", "9.37"), "medium"), (("9.370", 9.37), "medium"), (("0.500", "0.5"), "low")]
)
def test_three_digits_behind_a_mark_are_told_where_they_may_be_thousands(also: tuple[Any, Any], level: str) -> None:
    suggestion = of_kind(suggested([("5,725", "5 725"), ("3,510", 3510), ("1,200", "1200"), also]), "amount")
    assert suggestion.risk.level == level
    assert ("in 1 of them three digits behind a mark count as decimals" in suggestion.risk.why) is (level == "medium")


def test_three_digits_before_another_mark_are_thousands() -> None:
    amounts = [(1000.5, "1.000,50"), (12_300.2, "12.300,20"), (394_000.0, "394.000,00"), (7_450.25, "7.450,25")]
    suggestion = of_kind(suggested(amounts, "number"), "amount")
    assert suggestion.risk.level == "low"
    assert "may be thousands" not in suggestion.risk.why


def test_a_tolerance_goes_on_with_another_comparator() -> None:
    kept = {"numeric": {"tolerance": {"abs": 0.01}}}
    suggestion = of_kind(
        suggested([(5.5, "5,50 EUR"), (6.5, "6,50 EUR")], "number", **{"x-eval-compare": kept}), "amount"
    )
    assert suggestion.settings["x-eval-compare"] == {"amount": {"tolerance": {"abs": 0.01}, "decimal": ","}}


def test_whole_numbers_and_decimals_of_one_value_are_one_gold_value_in_what_is_said_of_a_tolerance() -> None:
    values = [(2.9, 3), (4.1, 4.0), (7.77, 7.8), (3.0, 3.0), (4, 4), (4.0, 4.0), (80.0, 160.0)]
    suggestion = of_kind(suggested(values, "number"), "tolerance")
    assert suggestion.risk.n_doubtful == 2


def test_a_tolerance_is_still_suggested_once_amounts_are_compared_as_such() -> None:
    prices: list[float] = [120.37, 99.81, 240.55, 180.12, 310.73, 75.28, 410.9, 66.41]
    gold: list[Any] = [{"id": str(n), "price": price} for n, price in enumerate(prices)]
    written = [{**record, "price": f"EUR {record['price']:.2f}"} for record in gold]
    rounded = [{**record, "price": round(record["price"])} for record in gold]
    schema: dict[str, Any] = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {"price": {"type": "number"}},
    }  # fmt: skip
    extracted: dict[str, Any] = {"written": written, "rounded": rounded}
    first = suggest(gold, extracted, schema)
    assert {"amount", "tolerance"} <= kinds(first)
    after = suggest(gold, extracted, apply(schema, [of_kind(first, "amount")]))
    assert kinds(after) == {"tolerance"}
    both = apply(apply(schema, [of_kind(first, "amount")]), [of_kind(after, "tolerance")])
    assert plain(both, "price")["x-eval-compare"]["amount"]["tolerance"]


@pytest.mark.parametrize(("chance", "is_found"), [(1, True), (9, False)])
def test_a_pair_that_looks_rounded_by_chance_hides_no_tolerance_of_many(chance: int, is_found: bool) -> None:
    bulk = [(1 + number / 100 + 0.004, round(1 + number / 100, 2)) for number in range(40)]
    odd = [(0.899 + number, 0.8 + number) for number in range(chance)]
    found = suggested([*bulk, *odd, (0.75, 0.6), (1.35, 1.2)], "number")
    assert ("tolerance" in kinds(found)) == is_found
    if is_found:
        assert of_kind(found, "tolerance").edit.params == {"tolerance": {"abs": 0.005}}


@pytest.mark.parametrize(
    ("values", "level", "said"),
    [
        ([(4210.49, 4210), (812.37, 812), (1530.12, 1530)], "medium",
         "gold has 2 decimals: 1530.12 and 1530.61 would count as the same"),
        ([(12.34, 12.3), (7.77, 7.8), (9.51, 9.5)], "medium",
         "gold has 2 decimals: 9.51 and 9.55 would count as the same"),
        ([(31.5, 31), (52.5, 52), (74.5, 74)], "medium",
         "gold has 1 decimal: 31.5 and 31.9 would count as the same"),
        ([(12.34, 12.35), (7.77, 7.76), (9.51, 9.52)], "low", None),
        ([(0.7 + n + 1e-15 * 222, 0.7 + n) for n in (1.0, 2.0, 3.0)], "low", None),
    ],
    ids=["cents to whole", "cents to tenths", "tenths to whole", "the last digit off by one", "floating point"],
)  # fmt: skip
def test_the_risk_of_a_tolerance_says_which_decimals_of_gold_lose_their_meaning(
    values: Values, level: str, said: str | None
) -> None:
    risk = of_kind(suggested(values, "number"), "tolerance").risk
    assert risk.level == level
    assert said is None or said in risk.why
    assert ("would count as the same" in risk.why) is (said is not None)


@pytest.mark.parametrize("covered", [(20.21, 20.25), (20.21, 20.29)], ids=["covered", "nearly"])
def test_one_wrong_number_among_many_rounded_ones_hides_no_tolerance(covered: tuple[float, float]) -> None:
    rounded = [(at + 0.36, at + 0.4) for at in range(30, 54)]
    one = of_kind(suggested([*rounded, covered], "number"), "tolerance")
    assert one.edit.params == {"tolerance": {"abs": 0.05}}
    assert one.risk.level == "medium"
    assert one.risk.why.startswith("Nearly all other errors of numbers are more than twice as large; but ")
    told = "1 that is no rounding counts as right too, as 20.25 does for 20.21"
    assert (told in one.risk.why) is (covered == (20.21, 20.25))


CODES = [f"{at}.{at % 7}1" for at in range(8400, 8412)]


@pytest.mark.parametrize(
    ("path", "golds", "are_codes"),
    [
        ("hs_code", [], True),
        ("lines[].HSCode", [], True),
        ("tariff_number", [], True),
        ("version", [], True),
        ("total", CODES, True),
        ("total", [*CODES, "12.5"], False),
        ("total", ["36.61", "37.20", "36.80", "38.11", "37.40"], False),
        ("item_price", [], False),
        ("number_of_hours", [], False),
        ("yield_t_ha", [], False),
        ("paid", [], False),
        ("", [], False),
    ],
)
def test_codes_that_look_like_decimals_are_told_by_name_and_shape(path: str, golds: list[str], are_codes: bool) -> None:
    assert are_numbered_codes(path, golds) is are_codes


@pytest.mark.parametrize("comparator", ["exact", "numeric", "amount"])
def test_codes_with_a_point_get_no_tolerance(comparator: str) -> None:
    values = [*((code, code[:-1]) for code in CODES), *((code, code[:-1] + "2") for code in CODES)]
    assert "tolerance" not in kinds(suggested(values, **{"x-eval-compare": comparator}))
