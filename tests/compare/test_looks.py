"""Comparing the same variants again while records are added."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtr

from evaljson import InputError, compare_runs
from evaljson.compare import Comparison, Looks, compare_many, compare_slices, plan, slices_together
from evaljson.compare.words.looks import note_on_looks
from evaljson.stats.alpha_spending import boundaries
from tests.compare import made

A = made.run(60, {"name": range(20), "total": range(5, 30)})
B = made.run(60, {"name": range(8)})
A_LITTLE = made.run(60, {"name": range(14), "total": range(5, 30)})


def compared(looks: Looks | None, b: object = B, **options: object) -> Comparison:
    return compare_runs(A, b, looks=looks, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("earlier", [(), (20,), (20, 40)])
def test_a_planned_look_has_the_confidence_of_its_boundary(earlier: tuple[int, ...]) -> None:
    found = compared(Looks(planned=100, earlier=earlier))
    end = boundaries(tuple(one / 100 for one in (*earlier, 60)), 0.05)[-1]
    assert found.look is not None
    assert found.look.confidence == pytest.approx(1 - 2 * float(ndtr(-end)), abs=1e-9)
    alone = compare_runs(A, B, confidence=found.look.confidence)
    assert (found.estimate.low, found.estimate.high) == (alone.estimate.low, alone.estimate.high)
    assert f"Look {len(earlier) + 1} of a plan of 100 records" in found.notes[0]


@pytest.mark.parametrize("looks", [Looks(planned=100), Looks(planned=300), Looks(planned=100, earlier=(30,))])
@pytest.mark.parametrize("b", [B, A_LITTLE])
def test_p_and_interval_of_a_planned_look_say_the_same(looks: Looks, b: object) -> None:
    estimate = compared(looks, b).estimate
    assert estimate.p is not None
    assert estimate.low is not None
    assert (estimate.p <= 0.05) == (estimate.low > 0)
    plain = compared(None, b)
    assert plain.estimate.p is not None
    assert estimate.p >= plain.estimate.p
    for field in compared(looks, b).fields:
        before = next(one for one in plain.fields if one.path == field.path)
        assert field.p is None or (before.p is not None and field.p >= before.p)


def test_early_looks_are_stricter_than_late_ones() -> None:
    asked = [compared(Looks(planned=planned)).look for planned in (60, 80, 120, 600)]
    confidences = [one.confidence for one in asked if one is not None]
    assert confidences == sorted(confidences)
    assert confidences[0] == pytest.approx(0.95)


def test_after_the_last_planned_look_there_is_none() -> None:
    with pytest.raises(InputError, match="the plan ended with 50 records"):
        compared(Looks(planned=50, earlier=(50,)))


def test_at_any_time_the_interval_of_the_verdict_is_longer_and_p_agrees() -> None:
    found, plain = compared(Looks(any_time=True)).estimate, compared(None).estimate
    assert found.method == "betting"
    assert (found.low or 0) < (plain.low or 0) < (plain.high or 0) < (found.high or 0)
    assert ((found.p or 0) <= 0.05) == ((found.low or 0) > 0)
    assert plan(compared(Looks(any_time=True))) is None


@pytest.mark.parametrize("figure", ["pooled_f1", "pooled_recall"])
def test_pooled_figures_have_no_verdict_at_any_time(figure: str) -> None:
    with pytest.raises(InputError, match="at any time, the verdict is on a mean over records"):
        compared(Looks(any_time=True), figure=figure)


def test_repeats_have_none_either() -> None:
    with pytest.raises(InputError, match="at any time, each variant is one run"):
        compare_runs([A, A], B, looks=Looks(any_time=True))


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ((20,), "over 20 records before, and over 60 records now"),
        ((20, 40), "over 20 and 40 records before"),
        ((10, 20, 40), "over 3 smaller numbers of records before"),
    ],
)
def test_a_comparison_repeated_without_a_plan_says_so_and_what_to_do(earlier: tuple[int, ...], said: str) -> None:
    found = compared(Looks(earlier=earlier))
    assert said in found.notes[0]
    assert "say how many records you plan, or look at any time" in found.notes[0]
    assert found.estimate == compared(None).estimate


def test_no_fewer_records_before_are_no_look() -> None:
    assert compared(Looks(earlier=(60, 80))).notes == compared(None).notes


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"planned": 100, "any_time": True}, "not both"),
        ({"planned": 0}, "planned is a whole number from 1 up"),
        ({"earlier": (True,)}, "at an earlier look is a whole number from 1 up"),
    ],
)
def test_looks_that_make_no_sense_are_refused(options: dict[str, object], why: str) -> None:
    with pytest.raises(InputError, match=why):
        Looks(**options)  # type: ignore[arg-type]


def test_several_variants_and_groups_take_looks_too() -> None:
    looks = Looks(planned=100)
    many = compare_many({"A": A, "B": B, "C": A_LITTLE}, "A", looks=looks)
    assert {one.look.planned for one in many.comparisons.values() if one.look} == {100}
    for found in (looks, Looks(any_time=True)):
        groups, plain = (
            compare_slices(A, B, lambda record: record.gold["id"] % 2, looks=one).slices for one in (found, None)
        )
        for one in groups:
            before = next(other for other in plain if other.label == one.label)
            assert (one.estimate.p or 0) > (before.estimate.p or 0)


def test_groups_of_several_variants_are_one_family() -> None:
    by = {name: compare_slices(A, b, lambda record: record.gold["id"] % 3) for name, b in (("B", B), ("C", A_LITTLE))}
    together = slices_together(by)
    raw = sorted(group.estimate.p or 1.0 for one in by.values() for group in one.slices)
    least = min(group.p_adjusted or 1.0 for one in together.values() for group in one.slices)
    assert least == pytest.approx(min(1.0, raw[0] * len(raw)))
    assert all("those of both variants compared with the same baseline" in one.notes[-1] for one in together.values())
    assert [one.tested for one in (by["B"], together["B"])] == [3, 6]
    assert slices_together({"B": by["B"]})["B"] == by["B"]


@pytest.mark.parametrize("looks", [5])
def test_equal_extractors_get_a_verdict_at_any_planned_look_in_5_percent(looks: int) -> None:
    """The benchmark's count, on few pairs: its kept rows are in docs/statistics.md."""
    from benchmarks.looks import found_at

    rng = np.random.default_rng(1)
    differences = (rng.binomial(10, 0.9, (100, 400)) - rng.binomial(10, 0.9, (100, 400))) / 10
    plain, planned, any_time = found_at(differences, looks).mean(axis=1)
    assert plain > 0.09
    assert planned <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)
    assert any_time <= planned


@pytest.mark.parametrize(
    ("confidence", "shown"), [(0.95, "95%"), (0.9923839, "99.24%"), (0.99999987, "99.999987%"), (0.9583, "95.8%")]
)
def test_a_note_tells_the_confidence_of_a_look_in_few_digits(confidence: float, shown: str) -> None:
    look = compared(Looks(planned=100)).look
    assert look is not None
    (note,) = note_on_looks(replace(look, confidence=confidence))
    assert note.endswith(f"asks for {shown} confidence.")
