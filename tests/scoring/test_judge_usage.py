"""What a judge was asked for one run, added up."""

import pytest

from evaljson.scoring.judging import JudgeUsage

COUNTS = ("fields", "equal", "decided", "failed", "distinct", "cached", "asked", "calls", "tokens_in", "tokens_out")


def usage(first: int, **more: object) -> JudgeUsage:
    return JudgeUsage("m", **{name: first + i for i, name in enumerate(COUNTS)}, **more)  # type: ignore[arg-type]


def test_it_begins_with_nothing() -> None:
    assert [getattr(JudgeUsage("m"), name) for name in COUNTS] == [0] * len(COUNTS)
    nothing = JudgeUsage("m")
    assert (nothing.price, nothing.stopped, nothing.stand_in, nothing.verdicts) == (None, None, False, "")


def test_counts_add_up() -> None:
    both = usage(1).plus(usage(100))
    assert [getattr(both, name) for name in COUNTS] == [101 + 2 * i for i in range(len(COUNTS))]


@pytest.mark.parametrize(
    ("first", "second", "total"), [(0.5, 0.25, 0.75), (0.5, None, None), (None, 0.25, None), (None, None, None)]
)
def test_the_price_is_known_only_if_both_are(first: float | None, second: float | None, total: float | None) -> None:
    assert usage(1, price=first).plus(usage(1, price=second)).price == total


def test_it_stopped_if_either_did_and_verdicts_of_both_count() -> None:
    stopped, done = usage(1, stopped="budget", verdicts="a"), usage(1, verdicts="b")
    assert stopped.plus(done).stopped == done.plus(stopped).stopped == "budget"
    assert done.plus(done).stopped is None
    orders = [(stopped, done), (done, stopped), (done, done), (stopped, stopped)]
    assert len({first.plus(second).verdicts for first, second in orders}) == len(orders)


def test_the_later_request_says_who_judged() -> None:
    both = JudgeUsage("first").plus(JudgeUsage("later", stand_in=True))
    assert (both.model, both.stand_in) == ("later", True)
