"""A zero before the hour makes no other time of day, in gold neither."""

from typing import Any

import pytest

from tests.suggest.made import kinds, of_kind, suggested

TIMES = ["08:30", "09:15", "07:45", "06:10"]
WRONG = [(time, time[1:]) for time in TIMES]


def test_gold_that_has_a_time_with_the_zero_and_without_gets_the_suggestion() -> None:
    one = of_kind(suggested([*WRONG, ("8:30", "8:30"), ("9:15", "9:15")]), "hour_zeros")
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.effect.settled.right == len(WRONG)
    assert (one.risk.level, one.risk.merged) == ("low", ())


def test_codes_that_are_the_same_but_for_a_zero_stay_apart() -> None:
    codes = [(f"0{code}", code) for code in ("17", "23", "45", "61")]
    assert not {"hour_zeros", "leading_zeros"} & kinds(suggested([*codes, ("17", "17")]))


@pytest.mark.parametrize(
    ("gold", "change", "right"),
    [
        (["08:30", "09:15", "07:45", "17:20"], lambda t: t.lstrip("0"), 4),
        (["8:30", "9:15", "7:45", "17:20"], lambda t: t.rjust(5, "0"), 4),
        (["00:30", "00:45", "00:05"], lambda t: t[1:], 3),
        (["08:30", "09:15", "07:45", "00:45"], lambda t: t.lstrip("0"), 3),
        (["08:30-12:15", "09:15-12:45", "07:45-08:00"], lambda t: t.replace("08", "8").lstrip("0"), 3),
        (["08:30 am", "09:15 am", "07:45 pm"], lambda t: t[1:], 3),
        (["08:05", "09:05", "07:05", "10:05"], lambda t: t.replace(":0", ":"), 0),
        (["08:30", "09:15", "07:45", "A7"], lambda t: t.lstrip("0"), None),
    ],
    ids=["lost", "added", "midnight", "no hour at all", "from one to another", "with am", "of minutes", "codes"],
)
def test_a_zero_before_the_hour_makes_no_other_time(gold: list[str], change: Any, right: int | None) -> None:
    suggestions = suggested([(time, change(time)) for time in gold])
    assert ("hour_zeros" in kinds(suggestions)) is bool(right)
    assert ("leading_zeros" in kinds(suggestions)) is (right is None), "what are no times alone are codes"
    if right:
        suggestion = of_kind(suggestions, "hour_zeros")
        assert suggestion.risk.level == "low"
        assert suggestion.effect is not None
        assert suggestion.effect.variants["a"].after.f1 == pytest.approx(right / len(gold))
