"""Numbers of a field that are off by one factor have a group of its own, which names the factor."""

from random import Random
from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.table import pattern_list
from tests.oracle.patterns import counts_of

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "number"}, "b": {"type": "array", "items": {"type": "number"}}},
}
MONTHLY = (5123.4, 4810.25, 3999.99, 6250.5)


def run_of(*pairs: tuple[Any, Any]) -> RunResult:
    return evaluate([{"a": gold} for gold, _ in pairs], [{"a": extracted} for _, extracted in pairs], SCHEMA)


def titles_of(run: RunResult) -> dict[str, int]:
    return {one.title: one.values for one in pattern_list(run, find_patterns(run))}


@pytest.mark.parametrize(
    ("pairs", "factor"),
    [
        pytest.param([(one, round(12 * one, 2)) for one in MONTHLY], "×12", id="a year for a month"),
        pytest.param([(round(12 * one, 2), one) for one in MONTHLY], "÷12", id="a month for a year"),
        pytest.param([(one, round(one / 12, 2)) for one in (50_000, 42_000, 61_234)], "÷12", id="rounded to cents"),
        pytest.param([(one, round(2.54 * one, 2)) for one in (10.5, 12.25, 8.75)], "×2.54", id="cm for inches"),
        pytest.param([(round(2.54 * one, 3), one) for one in (10.525, 12.251, 8.753)], "÷2.54", id="inches for cm"),
        pytest.param([(one, round(1.19 * one, 2)) for one in (100, 50, 33.33)], "×1.19", id="with the tax"),
        pytest.param([(24, 4.8), (30, 6.0), (28, 5.6)], "÷5", id="small numbers, exactly a fifth"),
        pytest.param([(1, 2), (2, 4), (3, 6)], "×2", id="small numbers, exactly twice"),
        pytest.param([(-20, -60), (15, 45), (-7, -21)], "×3", id="numbers below 0"),
        pytest.param([(3.0, 9), (4, 12.0), (5, 15)], "×3", id="whole numbers with a decimal"),
    ],
)
def test_numbers_that_are_off_by_one_factor_have_a_group_that_names_it(pairs: list[Any], factor: str) -> None:
    assert titles_of(run_of(*pairs)) == {f"off by the same factor, {factor}": len(pairs)}


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param([(10, 30), (20, 60), (10, 30)], id="of two different numbers"),
        pytest.param([(50, 51), (100, 102), (150, 153)], id="a factor of nearly 1"),
        pytest.param([(3, 7), (4, 9), (5, 12)], id="so short that many factors would do"),
        pytest.param(
            [("31.5", "63.0 EUR"), ("41.5", "83.0 EUR"), ("51.5", "103.0 EUR")], id="texts that are no number"
        ),
        pytest.param([(10, -30), (20, -60), (30, -90)], id="another sign"),
        pytest.param([(10, 30), (20, 60), (30, 90), (7, 51), (8, 17), (9, 44), (6, 29)], id="less than half of them"),
    ],
)
def test_a_factor_that_says_little_makes_no_group(pairs: list[Any]) -> None:
    assert list(titles_of(run_of(*pairs))) == ["different value"]


def test_numbers_of_one_record_alone_have_no_factor() -> None:
    run = evaluate([{"b": [10, 20, 30]}], [{"b": [30, 60, 90]}], SCHEMA)
    assert not any("factor" in title for title in titles_of(run))


def test_others_of_the_field_stay_different_values() -> None:
    run = run_of((10, 30), (20, 60), (40, 120), (7, 51), (8, 17))
    assert titles_of(run) == {"off by the same factor, ×3": 3, "different value": 2}


def test_numbers_that_say_little_alone_are_off_by_the_factor_of_the_others_if_it_is_in_their_range() -> None:
    """In square feet: 9 is 97 and 2 is 22, of which many factors would do; 3 is not 33.5."""
    run = run_of(*[(one, round(10.764 * one, 1)) for one in (105.25, 320.37, 870.71)], (9, 97), (2, 22.0), (3, 33.5))
    assert titles_of(run) == {"off by the same factor, ×10.764": 5, "different value": 1}


def test_numbers_that_a_transform_made_text_are_numbers() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "number", "x-eval-compare": "exact",
              "x-eval-transform": [{"type_convert": {"to": "str"}}]}}}  # fmt: skip
    pairs = [(10.5, 126.0), (12.25, 147), (8.75, 105.0)]
    run = evaluate([{"a": gold} for gold, _ in pairs], [{"a": extracted} for _, extracted in pairs], schema)
    assert titles_of(run) == {"off by the same factor, ×12": 3}


def test_in_a_record_the_factor_is_called_as_in_all() -> None:
    run = run_of(*[(one, round(10.764 * one, 1)) for one in (10.5, 120.3, 200.7)])
    patterns = find_patterns(run)
    titles = {one.title for record in range(3) for one in pattern_list(run, patterns, record=record)}
    assert titles == {one.title for one in pattern_list(run, patterns)}


def test_a_power_of_ten_stays_one() -> None:
    assert list(titles_of(run_of((12, 1200), (15, 1500), (17, 1700)))) == ["off by a power of ten"]


@pytest.mark.parametrize("value", [10**400, -(10**400), 1e300, 5e-324, True])
def test_no_number_is_too_large_or_too_small(value: Any) -> None:
    assert find_patterns(run_of((value, 3), (10, value), (20, 61))).codes.any()


@pytest.mark.parametrize("seed", range(40))
def test_the_groups_are_those_of_a_try_of_every_factor(seed: int) -> None:
    random = Random(seed)
    factor = random.choice([2, 3, 12, 0.2, 1 / 12, 2.54, 1.19, 0.3048, 1.03])
    pairs = list[tuple[Any, Any]]()
    for _ in range(random.randint(3, 14)):
        gold = random.choice([random.randint(1, 9), random.randint(1, 999), round(random.uniform(1, 9_000), 2)])
        off = random.choice([factor, factor, random.choice([2, 3, random.uniform(0.1, 9)])])
        wrong = round(gold * off, random.choice([0, 1, 2, 4])) or 1
        pairs.append((gold, int(wrong) if wrong == int(wrong) and random.random() < 0.5 else wrong))
    run = run_of(*pairs, *random.choices(pairs, k=random.randint(0, 5)))
    found = {(one.kind.name, one.fields[0].field): one.values for one in pattern_list(run, find_patterns(run))}
    assert found == {key: values for key, (values, _, _) in counts_of(run).items()}
