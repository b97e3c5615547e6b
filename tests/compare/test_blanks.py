"""What one side leaves blank and the other gets wrong: as many records with a fault, and more weight lost."""

from typing import Any

import pytest

from evaljson import Comparison, RunResult, compare_runs, evaluate
from evaljson.compare.gate_checks import check_gates
from evaljson.compare.gates import parse_fail_if_worse
from evaljson.compare.many import of_comparisons
from evaljson.report.compare.forest import forest_figure
from evaljson.report.compare.tables import field_rows

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"number": {"type": "string"}, "date": {"type": "string"}},
}
RECORDS = 100


def scored(blank: range, wrong: range) -> RunResult:
    gold = [{"id": i, "number": f"n{i}", "date": f"d{i}"} for i in range(RECORDS)]
    extracted = [
        {**{key: value for key, value in record.items() if key != "number" or i not in blank},
         **({"number": "?"} if i in wrong else {})}
        for i, record in enumerate(gold)
    ]  # fmt: skip
    return evaluate(gold, extracted, SCHEMA)


def compared(b: RunResult) -> Comparison:
    """With a variant that leaves a fifth of the numbers blank."""
    return compare_runs(scored(range(20), range(0)), b, resamples=100)


def number_of(comparison: Comparison) -> Any:
    return next(field for field in comparison.fields if field.path == "number")


def test_a_fifth_of_blanks_that_become_wrong_values_is_worse_in_that_field() -> None:
    comparison = compared(scored(range(0), range(20)))
    number = number_of(comparison)
    assert (number.a, number.b) == (pytest.approx(160 / 180), pytest.approx(0.8))
    assert (number.only_a, number.only_b, number.up, number.down) == (0, 0, 0, 20)
    assert (number.verdict, number.gained, number.test) == ("worse", -10.0, "permutation")
    assert number.p == pytest.approx(2.0**-19)
    assert [field.path for field in comparison.worse] == ["number"]
    assert "1 field got worse: number" in comparison.sentence


def passes(gate: str, b: RunResult) -> bool:
    (result,) = check_gates([parse_fail_if_worse(gate)], of_comparisons("A", {"B": compared(b)}))
    return result.passed


@pytest.mark.parametrize("gate", ["fields", "field=number", "f1"])
def test_the_gate_fails(gate: str) -> None:
    assert not passes(gate, scored(range(0), range(20)))
    assert passes(gate, scored(range(20), range(0)))
    assert passes("field=date", scored(range(0), range(20)))


def test_the_way_back_is_better() -> None:
    back = compare_runs(scored(range(0), range(20)), scored(range(20), range(0)), resamples=100)
    assert number_of(back).verdict == "better"


def test_fewer_wrong_values_are_weighed_against_more_blanks() -> None:
    """Ten blanks became right and ten wrong: as much weight gained as lost, and F1 hardly moves."""
    number = number_of(compared(scored(range(0), range(10))))
    assert (number.only_b, number.up, number.down, number.gained) == (10, 10, 10, 0.0)
    assert (number.verdict, number.difference) == ("no detectable difference", pytest.approx(0.9 - 160 / 180))
    assert number.p > 0.5


@pytest.mark.parametrize("right", [20, 33])
def test_a_field_left_blank_altogether_is_worse_however_many_of_its_values_were_wrong(right: int) -> None:
    """Less weight is lost than before, since a wrong value counts twice; but nothing is right any more."""
    some_right, all_blank = scored(range(0), range(right, RECORDS)), scored(range(RECORDS), range(0))
    comparison = compare_runs(some_right, all_blank, names=("old", "new"), resamples=100)
    number = number_of(comparison)
    assert (number.a, number.b, number.down, number.up) == (pytest.approx(right / 100), 0.0, right, RECORDS - right)
    assert number.gained > 0
    assert (number.verdict, number.p < 0.01) == ("worse", True)
    assert number.note == "new leaves more blank that old gets wrong: it loses less weight, though its F1 is lower"


def test_where_nothing_is_right_blanks_are_better_than_wrong_values() -> None:
    all_wrong, all_blank = scored(range(0), range(RECORDS)), scored(range(RECORDS), range(0))
    number = number_of(compare_runs(all_wrong, all_blank, names=("old", "new"), resamples=100))
    assert (number.difference, number.verdict) == (0.0, "better")
    assert number.note == "new omits it in all records: what is missing costs less than the wrong values of old"


@pytest.mark.parametrize(("blank", "wrong"), [(range(0), range(7)), (range(0), range(8)), (range(0), range(12))])
def test_seven_eight_and_twelve_of_all_are_told_alike_by_field_and_overall(blank: range, wrong: range) -> None:
    comparison = compare_runs(scored(range(0), range(0)), scored(blank, wrong), resamples=100)
    fewer = compare_runs(scored(range(0), range(0)), scored(blank, wrong[1:]), resamples=100)
    assert comparison.estimate.p < fewer.estimate.p < 0.05
    assert number_of(comparison).p < number_of(fewer).p


@pytest.mark.parametrize("swapped", [False, True])
def test_a_field_that_one_side_never_has_says_so_where_the_other_has_it_wrong(*, swapped: bool) -> None:
    never, wrong = scored(range(RECORDS), range(0)), scored(range(0), range(21))
    number = number_of(compare_runs(*((never, wrong) if swapped else (wrong, never)), resamples=100))
    blank, other = ("A", "B") if swapped else ("B", "A")
    assert (number.worse_in if swapped else number.better_in) == 21
    assert number.omitted_by == blank.lower()
    assert (
        number.note == f"{blank} omits it in all records: what is missing costs less than the wrong values of {other}"
    )


def test_the_chart_of_fields_names_the_side_that_never_has_one() -> None:
    rows = field_rows(compare_runs(scored(range(0), range(21)), scored(range(RECORDS), range(0)), resamples=100))
    names = forest_figure(rows, "field", "black").layout.yaxis.ticktext
    assert any("▲21 ▼79 omitted by B" in name for name in names)


def test_a_field_that_gold_lacks_too_is_omitted_by_nobody() -> None:
    gold = [{"id": i, "date": f"d{i}"} for i in range(9)]
    invented = evaluate(gold, [{**one, "number": "?"} for one in gold], SCHEMA)
    found = compare_runs(invented, evaluate(gold, gold, SCHEMA), resamples=100)
    assert not any(one.omitted_by for one in found.fields)
