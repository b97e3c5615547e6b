import re
from typing import Any

import pytest

from evaljson import ComparatorResult, evaluate, get_comparator

NAN, INF = float("nan"), float("inf")
BIG = 2**53


def judged(gold: Any, extracted: Any, **tolerance: float) -> ComparatorResult:
    found = get_comparator("numeric")(gold, extracted, {"tolerance": tolerance} if tolerance else {})
    assert isinstance(found, ComparatorResult)
    return found


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        (1, 1.0), (0, -0.0), ("5", 5), (" 5.0\n", 5), ("5", "5.00"), ("1e2", 100), ("-.5", -0.5), ("+3", 3),
        (None, None), (NAN, NAN), ("nan", NAN), (INF, INF), ("inf", INF), ("-Infinity", -INF),
        (BIG + 1, BIG + 1), (BIG + 1, str(BIG + 1)), (10**400, 10**400), ("1e400", "10e399"), ("1e400", 10**400),
        ("5", " 5"),
    ],
)  # fmt: skip
def test_numbers_of_equal_value_match(gold: Any, extracted: Any) -> None:
    assert judged(gold, extracted).score == 1.0
    assert judged(extracted, gold).score == 1.0


@pytest.mark.parametrize(
    ("gold", "extracted", "reason"),
    [
        (1, True, "extracted is boolean"), (0, False, "extracted is boolean"), (True, True, "gold is boolean"),
        ("1", True, "extracted is boolean"), (None, 0, "gold is null"), (0, None, "extracted is null"),
        (1, "one", "text that is not a number"), (1, "", "text that is not a number"), (1000, "1_000", "not a number"),
        (1000, "1,000", "not a number"), ("a", "a", "not a number"), (1, [1], "extracted is array"),
        ({}, {}, "gold is object"), (1, NAN, "NaN"), (INF, -INF, "infinity"), (INF, 1e308, "infinity"),
        (INF, 10**400, "too large"), ("1e400", INF, "too large"), (BIG, BIG + 1, "off by 1"),
        (10**400, 10**400 + 1, "off by 1"), (1, 1.0000001, "off by"), (1, 2, "off by 1"),
    ],
)  # fmt: skip
def test_everything_else_is_a_mismatch_that_says_why(gold: Any, extracted: Any, reason: str) -> None:
    found = judged(gold, extracted)
    assert found.score == 0.0
    assert reason in (found.reason or "")


@pytest.mark.parametrize(
    ("gold", "extracted", "tolerance", "score"),
    [
        (100, 101, {"rel": 0.01}, 1), (100, 101.01, {"rel": 0.01}, 0), (-100, -101, {"rel": 0.01}, 1),
        (101, 100, {"rel": 0.0099}, 0), (0, 0.01, {"rel": 0.01}, 1), (0, 0.02, {"rel": 0.01}, 0),
        (0.02, 0, {"rel": 0.01}, 0), (5, 5.5, {"abs": 0.5}, 1), (5, 5.51, {"abs": 0.5}, 0), (5, "5.4", {"abs": 0.5}, 1),
        (-19.05, -19.1, {"abs": 0.05}, 1), (-1.25, "-1.2", {"abs": 0.05}, 1), (0.3, 0.1, {"abs": 0.2}, 1),
        (0.3, 0.2, {"abs": 0.09999999999999999}, 0), (0.3, 0.33, {"rel": 0.1}, 1),
        (1e16, 10000000000000002.0, {"abs": 1}, 0), (3.3, 1.1, {"rel": 2 / 3}, 0), (1.1, 1.21, {"rel": 0.1}, 1),
        (100, 101, {"rel": 0.01, "abs": 1}, 1), (100, 101, {"rel": 0.01, "abs": 0.5}, 0),
        (100, 101, {"rel": 0.001, "abs": 5}, 0), (1, 1, {"rel": 0}, 1), (1, 2, {"abs": 0}, 0),
        (INF, 1, {"rel": 1e9}, 0), (INF, INF, {"rel": 0}, 1), (1, INF, {"abs": 1e308}, 0), (NAN, 1, {"abs": 1e308}, 0),
        (1, True, {"abs": 5}, 0), (None, 0, {"abs": 5}, 0), (None, None, {"abs": 0}, 1),
        (10**400, 10**400, {"rel": 0.1}, 1), (BIG * 4, BIG * 4 + 8, {"abs": 8}, 1), (1e308, -1e308, {"abs": 1e308}, 0),
        (5e-324, 1e308, {"rel": 1e308}, 0),
    ],
)  # fmt: skip
def test_tolerances_are_relative_to_gold_and_both_must_hold(
    gold: Any, extracted: Any, tolerance: dict[str, float], score: int
) -> None:
    assert judged(gold, extracted, **tolerance).score == score


@pytest.mark.parametrize(("gold", "extracted"), [("5", 5), (5, " 5 "), ("5", 6)])
def test_text_read_as_a_number_is_said(gold: Any, extracted: Any) -> None:
    assert "read as a number" in (judged(gold, extracted).reason or "")


def test_a_missed_tolerance_names_how_far_off_and_what_was_allowed() -> None:
    reason = judged(100, 103, rel=0.01, abs=2).reason or ""
    assert "off by 3 (3.00%)" in reason
    assert re.search(r"allowed (0\.01|1\.?0*%) of gold and 2", reason)


@pytest.mark.parametrize(
    ("gold", "extracted", "score"),
    [
        (5, 5.0, 1),
        (5, "5", 0),
        ("5", 5, 0),
        ("5", "5", 0),
        (None, None, 1),
        (BIG + 1, str(BIG + 1), 0),
        (NAN, "nan", 0),
    ],
)
def test_text_is_never_a_number_where_it_is_set_so(gold: Any, extracted: Any, score: float) -> None:
    numeric = get_comparator("numeric")
    found = numeric(gold, extracted, {"text": False})
    assert isinstance(found, ComparatorResult)
    assert found.score == score
    assert ("text, which is never a number here" in (found.reason or "")) == (score == 0)
    schema = {"type": "object", "properties": {"a": {"type": "number", "x-eval-compare": {"numeric": {"text": False}}}}}
    run = evaluate([{"a": gold}] * 2, [{"a": extracted}] * 2, schema)
    assert [result.score for record in run.records for result in record.field_results] == [score, score]
