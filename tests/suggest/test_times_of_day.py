"""A zero before the hour makes no other time of day, in gold neither."""

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
