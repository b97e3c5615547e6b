"""compare_runs: pairing, verdicts, fields, and plain answers for odd input."""

import json
import math
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

import evaljson
from evaljson import InputError, RunResult, compare_runs, evaluate
from evaljson.results.losses import lost
from evaljson.wording.words import signed_points
from tests.compare.made import SCHEMA, extracted, gold, run

FEW = {"resamples": 1000}


def field(comparison: evaljson.Comparison, path: str) -> evaljson.compare.FieldComparison:
    return next(field for field in comparison.fields if field.path == path)


def test_a_clear_gain_is_better_and_the_way_back_is_worse() -> None:
    a, b = run(60, {"name": range(30)}), run(60, {"name": range(5)})
    there, back = compare_runs(a, b, **FEW), compare_runs(b, a, **FEW)
    assert (there.verdict, back.verdict) == ("better", "worse")
    assert there.estimate.difference == pytest.approx(b.mean_f1 - a.mean_f1)
    assert there.estimate.low == pytest.approx(-back.estimate.high)
    assert [field.path for field in there.better] == [field.path for field in back.worse] == ["name"]


def test_a_gain_of_three_records_in_sixty_is_no_detectable_difference() -> None:
    comparison = compare_runs(run(60, {"name": range(8)}), run(60, {"name": range(5)}), **FEW)
    assert comparison.verdict == "no detectable difference"
    assert comparison.estimate.low < 0 < comparison.estimate.difference < comparison.estimate.high
    assert comparison.estimate.smallest > comparison.estimate.difference
    assert comparison.sentence.startswith("No detectable difference between B and A: +")


def test_the_figures_are_those_of_the_runs() -> None:
    a, b = run(40, {"name": range(9), "sku": range(3, 20)}), run(40, {"total": range(12)})
    comparison = compare_runs(a, b, **FEW)
    for name in ("mean_f1", "mean_precision", "mean_recall", "pooled_f1", "pooled_precision", "pooled_recall"):
        figure = comparison.figures[name.removeprefix("mean_")]
        assert (figure.a, figure.b) == pytest.approx((getattr(a, name), getattr(b, name)), abs=1e-12)
    for field in comparison.fields:
        assert (field.a, field.b) == pytest.approx((a.per_field[field.path].f1, b.per_field[field.path].f1), abs=1e-12)


def test_a_binary_field_is_tested_by_mcnemar_on_records_where_one_is_right() -> None:
    tested = field(compare_runs(run(50, {"name": range(14)}), run(50, {"name": range(10, 17)}), **FEW), "name")
    assert (tested.test, tested.only_a, tested.only_b, tested.up, tested.down) == ("mcnemar", 3, 10, 10, 3)
    assert tested.p == pytest.approx(binomtest(3, 13).pvalue)
    assert tested.effect == pytest.approx(10 / 13)


def test_a_repeated_field_is_tested_by_swapping_whole_records() -> None:
    tested = field(compare_runs(run(50, {"sku": range(9)}), run(50), **FEW), "items[].sku")
    assert (tested.test, tested.up, tested.down) == ("permutation", 9, 0)
    assert tested.p == pytest.approx(2 / 2**9)  # all nine one way, or all the other


def test_fields_are_adjusted_for_how_many_there_are() -> None:
    comparison = compare_runs(run(50, {"name": range(6)}), run(50), **FEW)
    name = field(comparison, "name")
    assert name.p == pytest.approx(1 / 32)
    assert name.p_holm == pytest.approx(4 / 32)
    assert (name.verdict, comparison.better) == ("no detectable difference", ())


def with_strays(records: list[Any], keys: int) -> list[Any]:
    """As many keys that the schema lacks, in the first record alone."""
    return [{**records[0], **{f"stray {i}": i for i in range(keys)}}, *records[1:]]


def test_keys_that_the_schema_lacks_cost_no_field_its_verdict() -> None:
    """Eight of eight one way: 2/256, and 8/256 after four fields; after 54 it would be no verdict."""
    a, b = run(50, {"name": range(8)}), evaluate(gold(50), with_strays(extracted(50), 50), SCHEMA)
    comparison = compare_runs(a, b, **FEW)
    name, stray = field(comparison, "name"), field(comparison, "stray 7")
    assert (name.declared, name.p_holm, name.verdict) == (True, pytest.approx(8 / 256), "better")
    assert (stray.declared, stray.p, stray.p_holm) == (False, 1.0, 1.0)
    assert "adjusted for 4 fields of the eval schema and, separately, for 50 keys that it lacks" in comparison.notes[-1]


def test_objects_as_a_whole_are_no_fields_that_verdicts_are_adjusted_for() -> None:
    odd = [{**one, "items": [*one["items"], None]} if one["id"] < 3 else one for one in with_strays(extracted(50), 1)]
    comparison = compare_runs(run(50, {"name": range(8)}), evaluate(gold(50), odd, SCHEMA), **FEW)
    wholes = sum(one.is_whole and one.test is not None for one in comparison.fields)
    assert wholes == 1
    assert (
        "adjusted for 4 fields of the eval schema, 1 of its objects, arrays or elements as a whole and, separately, "
        "for 1 key that it lacks"
    ) in comparison.notes[-1]


def test_keys_that_the_schema_lacks_are_adjusted_among_themselves() -> None:
    """Ten of ten one way: 2/1024, and 50 times as much after fifty keys."""
    strays = [with_strays([record], 50)[0] if i < 10 else record for i, record in enumerate(extracted(50))]
    comparison = compare_runs(run(50), evaluate(gold(50), strays, SCHEMA), **FEW)
    assert field(comparison, "stray 7").p_holm == pytest.approx(100 / 1024)
    assert not comparison.worse


def test_a_field_of_weight_0_is_in_no_test_and_weights_say_what_is_at_stake() -> None:
    schema = json.loads(json.dumps(SCHEMA))
    schema["properties"]["name"]["x-eval-weight"], schema["properties"]["total"]["x-eval-weight"] = 0, 3
    a, b = (evaluate(gold(40), extracted(40, wrong), schema) for wrong in ({"name": range(30)}, {"total": range(10)}))
    comparison = compare_runs(a, b, **FEW)
    name, total = field(comparison, "name"), field(comparison, "total")
    assert (name.test, name.verdict, name.note) == (None, "no detectable difference", "weight 0: in no figure")
    assert (total.weight, total.gained, total.verdict) == (3.0, -30.0, "worse")
    assert comparison.fields[0] is total


def test_weight_gained_is_the_fall_of_lost_weight() -> None:
    """The weight of wrong values, and half of missing and invented ones, of a run or in the mean of repeats."""
    graver, lighter, again = extracted(30, {"name": range(9), "sku": range(4)}), extracted(30), extracted(30)
    for place, record in enumerate(graver[10:17]):
        del record["total"], record["items"][place % 2 :]
    lighter[3]["name"], lighter[4]["items"], again[5]["name"] = "?", [*lighter[4]["items"], {"sku": "u"}], "?"
    a, b, c = (evaluate(gold(30), records, SCHEMA) for records in (graver, lighter, again))
    of_a, of_b, of_c = (
        pd.Series(lost(*side.tallies.by_field()), side.tallies.rows.fields, dtype=float) for side in (a, b, c)
    )
    assert of_a["name"] == 9
    assert of_a["total"] == 3.5
    for other, theirs in ((b, of_b), ([b, c], (of_b + of_c) / 2)):
        comparison = compare_runs(a, other, **FEW)
        assert {field.path: field.gained for field in comparison.fields} == pytest.approx(dict(of_a - theirs))


def test_only_records_that_both_scored_are_compared_and_the_rest_is_explained() -> None:
    records = extracted(40, {"name": range(10)})
    some = [None if i < 25 else record for i, record in enumerate(records)]
    a = run(40, {"name": range(20)})
    b = evaluate(gold(40), some, SCHEMA, missing_records="exclude")
    comparison = compare_runs(a, b, **FEW, names=("old", "new"))
    assert (comparison.coverage.compared, len(comparison.coverage.only_a), comparison.coverage.only_b) == (15, 25, ())
    assert comparison.coverage.why == (
        "25 records of old left out: nothing was extracted by new, which leaves such records out.",
    )
    assert comparison.verdict == "no detectable difference"
    assert (comparison.coverage.plain_a, comparison.estimate.a) == (pytest.approx(a.mean_f1), 1.0)
    assert comparison.notes[0].startswith("The plain averages mislead: they are over 40 records of old and 15 of new")


def test_unequal_coverage_is_pointed_out_where_missing_records_count_as_omitted() -> None:
    some = [None if i < 10 else record for i, record in enumerate(extracted(40))]
    comparison = compare_runs(run(40, {"name": range(15, 35)}), evaluate(gold(40), some, SCHEMA), **FEW)
    assert (comparison.coverage.compared, comparison.coverage.missing_a, comparison.coverage.missing_b) == (40, 0, 10)
    assert comparison.verdict == "worse"
    assert (comparison.coverage.produced, comparison.coverage.produced_b) == (30, 1.0)
    assert "Coverage is unequal: of 40 records, A produced 40 and B 30" in comparison.notes[0]
    assert "Over the 30 that both produced: A 88.9, B 100.0" in comparison.notes[0]


def other_schema() -> dict[str, object]:
    return {**SCHEMA, "x-eval-nulls": {"absent": [None]}}


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (lambda: run(9), "another gold; score both against the same gold"),
        (lambda: evaluate(gold(8), gold(8), other_schema()), "another eval schema"),
        (
            lambda: evaluate(gold(8), gold(8), SCHEMA, post_process=lambda results: results),
            "with other post-processors",
        ),
    ],
    ids=["gold", "schema", "post-processor"],
)
def test_what_cannot_be_compared_is_refused_with_a_way_out(other: object, message: str) -> None:
    with pytest.raises(InputError, match=f"'A' and 'B' cannot be compared: .*{message}"):
        compare_runs(run(8), other())  # type: ignore[operator]


def test_no_record_in_common_is_refused() -> None:
    whole = run(8)
    with pytest.raises(InputError, match="no record in common"):
        compare_runs(whole.only([0, 1]), whole.only([2, 3]))


def test_identical_runs_score_the_same() -> None:
    same = run(20, {"name": range(4)})
    comparison = compare_runs(same, same, **FEW)
    assert (comparison.verdict, comparison.estimate.difference) == ("no detectable difference", 0.0)
    assert comparison.estimate.low < 0 < comparison.estimate.high  # twenty records prove no equality
    low, high = (signed_points(end) for end in (comparison.estimate.low, comparison.estimate.high))
    assert comparison.sentence == (
        f"B scores the same as A: F1 {100 * same.mean_f1:.1f} over 20 records, each of them alike. "
        f"Among more such records, a difference of {low} to {high} points is still possible."
    )
    assert "the same extracted records" in comparison.notes[0]


def test_all_matches_keep_an_interval_that_shrinks_with_the_sample() -> None:
    small, large = (compare_runs(run(n), run(n), **FEW).estimate for n in (20, 200))
    assert (small.a, small.b, small.method) == (1.0, 1.0, "score interval")
    assert 0.1 < small.high < 0.2
    assert 0.01 < large.high < 0.02


def test_one_record_has_a_difference_and_no_verdict() -> None:
    comparison = compare_runs(run(1), run(1, {"name": [0]}), **FEW)
    assert comparison.estimate.difference == pytest.approx(-1 / 6)
    assert (comparison.verdict, comparison.estimate.smallest) == ("no detectable difference", None)
    assert "A single record cannot show whether a difference is more than chance." in comparison.notes


def test_a_field_that_one_run_invents_is_told() -> None:
    invented = [{**record, "extra": 1} for record in gold(30)]
    comparison = compare_runs(run(30), evaluate(gold(30), invented, SCHEMA), **FEW)
    extra = field(comparison, "extra")
    assert (extra.a, extra.b, extra.difference, extra.only_a) == (None, 0.0, None, 30)
    assert (extra.verdict, extra.note) == (
        "worse",
        "not in the eval schema; only B has values here: there is no F1 of A to compare",
    )
    assert (
        "1 key that the eval schema lacks (extra) has values in B only: there is no F1 of A to compare, so its "
        "verdict counts mistakes."
    ) in comparison.notes
    assert "1 key that the schema lacks counts detectably against B: extra." in comparison.sentence


@pytest.mark.parametrize("swapped", [False, True])
def test_a_null_element_of_one_run_is_not_told_as_values_that_only_this_run_has(swapped: bool) -> None:
    """Both runs have items with values; what one has alone is the element itself, which is null."""
    odd = [{**record, "items": [*record["items"], None]} if record["id"] == 4 else record for record in gold(30)]
    runs = [run(30), evaluate(gold(30), odd, SCHEMA)]
    comparison = compare_runs(*(runs[::-1] if swapped else runs), **FEW)
    has, lacks = ("A", "B") if swapped else ("B", "A")
    assert [one.path for one in comparison.fields if one.is_whole] == ["items[]"]
    whole = "null, empty or of another type as a whole"
    assert field(comparison, "items[]").note == (
        f"only {has} has a result here, where it is {whole}: there is no F1 of {lacks} to compare"
    )
    told = [note for note in comparison.notes if "items[]" in note]
    assert told == [
        f"items[] itself has results in {has} only, being {whole}: there is no F1 of {lacks} to compare, so its "
        "verdict counts mistakes."
    ]


def test_repeats_are_averaged_and_what_they_share_widens_the_interval() -> None:
    steady = [run(60, {"name": range(s, s + 20)}) for s in (0, 1, 2)]
    moody = [run(60, {"name": range(n)}) for n in (5, 20, 35)]
    base = run(60, {"name": range(40)})
    calm, wild = compare_runs(base, steady, **FEW), compare_runs(base, moody, **FEW)
    assert calm.estimate.b == pytest.approx(wild.estimate.b)
    assert wild.estimate.high - wild.estimate.low > 1.3 * (calm.estimate.high - calm.estimate.low)
    assert (calm.verdict, wild.verdict) == ("better", "no detectable difference")
    assert (calm.better[0].path, wild.better) == ("name", ())
    spread = wild.spread["B"][0]
    assert spread.values == pytest.approx([repeat.mean_f1 for repeat in moody])
    assert spread.deviation == pytest.approx(np.std(spread.values, ddof=1))


def test_the_same_seed_gives_the_same_numbers_and_the_signature_says_all() -> None:
    a, b = run(40, {"name": range(12), "sku": range(20)}), run(40, {"total": range(9)})
    first, again = (compare_runs(a, b, resamples=500, seed=1) for _ in range(2))
    assert first.to_dict() == again.to_dict()
    assert first.signature["options"] == {"confidence": 0.95, "resamples": 500, "seed": 1, "figure": "f1"}


def test_higher_confidence_asks_for_more() -> None:
    a, b = run(60, {"name": range(20)}), run(60, {"name": range(10, 18)})
    lax, strict = (compare_runs(a, b, confidence=c).estimate for c in (0.8, 0.999))
    assert strict.low < lax.low < lax.high < strict.high


def test_what_comes_back_is_frozen_plain_and_a_table() -> None:
    comparison = compare_runs(run(30, {"name": range(9)}), run(30), **FEW)
    frame = comparison.to_frame()
    assert list(frame["path"]) == [field.path for field in comparison.fields]
    json.dumps(comparison.to_dict(), allow_nan=False)
    with pytest.raises(FrozenInstanceError, match="verdict"):
        comparison.verdict = "worse"  # type: ignore[misc]
    assert [record.record_id for record in comparison.records if record.difference] == list(range(9))
    assert math.isclose(sum(record.difference for record in comparison.records) / 30, comparison.estimate.difference)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"figure": "F1"}, "no figure 'F1'.*Did you mean 'f1'|Known"),
        ({"confidence": 2}, "confidence is a number"),
        ({"resamples": 3}, "resamples is a whole number"),
    ],
)
def test_odd_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare_runs(run(3), run(3), **options)  # type: ignore[arg-type]


def test_a_side_without_runs_is_refused() -> None:
    none: list[RunResult] = []
    with pytest.raises(InputError, match="'B' has no run"):
        compare_runs(run(3), none)


def test_what_one_run_could_not_judge_is_left_out_of_both() -> None:
    schema = {
        "type": "object",
        "properties": {"f": {"type": "string", "x-eval-compare": "semantic"}, "g": {"type": "string"}},
    }
    records = [{"f": f"text {i}", "g": "x"} for i in range(20)]
    other = [{"f": "something else", "g": "x"} if i < 12 else record for i, record in enumerate(records)]
    comparison = compare_runs(evaluate(records, records, schema), evaluate(records, other, schema), **FEW)
    assert field(comparison, "f").records == 8
    assert "12 places left out on both sides" in " ".join(comparison.notes)
