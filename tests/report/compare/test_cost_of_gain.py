"""What a gain costs: only of one that is beyond chance."""

import math

import pytest

from evaljson import compare_many, compare_runs, evaluate
from evaljson.compare.leaderboard import leaderboard
from evaljson.report.compare.cost_of_gain import (
    VariantCost,
    between_tied,
    in_brief,
    in_words,
    price_rows,
)
from evaljson.results.model import RunResult

GOLD = [{"id": str(number), "a": "x", "b": "y"} for number in range(30)]
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"id": {"type": "string"}, "a": {"type": "string"}, "b": {"type": "string"}},
}


def wrong_in(count: int) -> RunResult:
    return evaluate(GOLD, [{**record, "a": "?"} if at < count else record for at, record in enumerate(GOLD)], SCHEMA)


RUNS = {"base": wrong_in(20), "little": wrong_in(19), "much": wrong_in(0)}
PRICES = {"base": VariantCost(1.0, 2.0), "little": VariantCost(2.0, 2.0), "much": VariantCost(2.0, 1.5)}


def test_a_gain_that_may_be_chance_has_no_points_per_cost() -> None:
    rows = price_rows(compare_many(RUNS, "base"), PRICES).set_index("variant")
    assert math.isnan(rows.loc["little", "per_cost"])
    assert rows.loc["much", "per_cost"] == pytest.approx(100 / 3)
    assert rows["per_second"].isna().all(), "nobody waits longer"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("little", "Cost 2 against 1 (+1, 2 times as much). Latency 2 s against 2 s (the same)."),
        ("much", "Cost 2 against 1 (+1, 2 times as much) for +33.3 points. Latency 1.5 s against 2 s (−0.5 s)."),
    ],
)
def test_the_sentence_of_two_says_what_the_price_brings_only_if_it_surely_brings_something(
    name: str, said: str
) -> None:
    comparison = compare_runs(RUNS["base"], RUNS[name], names=("base", name))
    assert in_words(comparison, PRICES["base"], PRICES[name]) == said


def test_what_was_free_has_no_multiple() -> None:
    comparison = compare_runs(RUNS["base"], RUNS["much"], names=("base", "much"))
    assert (
        in_words(comparison, VariantCost(0.0), VariantCost(0.011)) == "Cost 0.011 against 0 (+0.011) for +33.3 points."
    )


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        (VariantCost(0.014, 6), VariantCost(0.002, 1.1), "cost 0.002 (−0.012) · latency 1.1 s (−4.9 s)"),
        (VariantCost(0.5), VariantCost(0.5, 3), "cost 0.5 (the same)"),
        (VariantCost(None, 2), VariantCost(1200, 3.5), "latency 3.5 s (+1.5 s)"),
        (VariantCost(), VariantCost(1, 1), ""),
    ],
)
def test_cost_and_latency_stand_with_their_difference_where_they_are_noted_of_both(
    a: VariantCost, b: VariantCost, said: str
) -> None:
    assert in_brief(a, b) == said


BOARD = leaderboard({"B": wrong_in(0), "C": wrong_in(1), "D": wrong_in(2), "E": wrong_in(2), "F": wrong_in(30)})


@pytest.mark.parametrize(
    ("prices", "said"),
    [
        ({"B": (0.021, 6.2), "C": (0.011, 3.4)}, "C costs 0.011, B 0.021; C takes 3.4 s, B 6.2 s."),
        ({"B": (0.011, 6.2), "C": (0.021, 3.4)}, "B costs 0.011, C 0.021; C takes 3.4 s, B 6.2 s."),
        ({"B": (None, 6.2), "C": (0.021, 3.4)}, "C takes 3.4 s, B 6.2 s."),
        ({"B": (2, None), "C": (1, None), "D": (4, None), "E": (3, None)}, "C costs 1, B 2, E 3 and 1 more up to 4."),
        ({"B": (1, 2), "C": (1, 2)}, ""),
        ({"B": (1, 2), "F": (3, 4)}, ""),
        ({}, ""),
    ],
)
def test_what_the_tied_cost_is_said_least_first_where_it_differs_between_them(
    prices: dict[str, tuple[float | None, float | None]], said: str
) -> None:
    known = {name: VariantCost(*price) for name, price in prices.items()}
    assert "".join(between_tied(BOARD, known)) == said
