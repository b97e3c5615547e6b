"""Several variants, slices, and agreement where there is no gold."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from evaljson import InputError, compare_many, compare_runs, evaluate
from evaljson.compare import Looks, agreement, compare_slices
from evaljson.compare.agreement import agreement_frame
from evaljson.compare.chances import chances_of_runs
from evaljson.compare.leaderboard import leaderboard
from evaljson.compare.planning import plan
from evaljson.compare.together import adjusted_together
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.compare.words.ranking_sentence import ranking_sentence
from tests.compare.made import SCHEMA, extracted, gold, run

FEW = {"resamples": 1000}


def test_each_variant_is_held_against_the_pinned_baseline() -> None:
    runs = {"a": run(60, {"name": range(30)}), "b": run(60), "c": run(60, {"name": range(30), "total": range(40)})}
    compared = compare_many(runs, "a", **FEW)
    assert [(cell.variant, cell.verdict) for cell in compared.variants] == [("b", "better"), ("c", "worse")]
    assert (compared.wins, compared.losses) == ({"b": 1, "c": 0}, {"b": 0, "c": 1})
    frame = compared.to_frame()
    assert frame.loc["name", "b"] == pytest.approx(0.5)
    assert frame.loc["total", "c"] == pytest.approx(-2 / 3)


def test_cells_are_adjusted_for_all_fields_of_all_variants() -> None:
    """Seven of seven one way: p is 1/64, and 4/64 after four fields of one variant, 12/64 after three variants.

    As wholes, all six pairs of the four are one family.
    """
    runs = {"a": run(60, {"name": range(7)}), "b": run(60), "c": run(60), "d": run(60)}
    compared = compare_many(runs, "a", **FEW)
    cells = {cell.variant: cell for cell in compared.cells if cell.path == "name"}
    alone = compare_runs(runs["a"], runs["b"], **FEW)
    assert alone.to_frame().set_index("path").loc["name", "p_holm"] == pytest.approx(4 / 64)
    assert compared.comparisons["b"].to_frame().set_index("path").loc["name", "p_holm"] == pytest.approx(12 / 64)
    assert cells["b"].p_adjusted == pytest.approx(12 / 64)
    assert any("adjusted for 6 comparisons of variants" in note for note in compared.notes)


def test_what_is_beyond_chance_alone_may_not_be_among_several_variants_and_every_sentence_says_so() -> None:
    """Six of six one way: p is 1/32 for the only field, and 1/4 after eight variants."""
    schema = {"type": "object", "properties": {"name": SCHEMA["properties"]["name"]}}
    runs = {
        name: evaluate(*[[{"name": record["name"]} for record in side] for side in (gold(40), made)], schema)
        for name, made in {"a": extracted(40, {"name": range(6)}), **dict.fromkeys("bcdefghi", extracted(40))}.items()
    }
    alone = compare_runs(runs["a"], runs["b"], names=("a", "b"), **FEW)
    together = compare_many(runs, "a", **FEW).comparisons["b"]
    assert alone.fields[0].verdict == "better"
    assert (together.fields[0].verdict, together.fields[0].p_holm) == (
        "no detectable difference", pytest.approx(8 / 32)
    )  # fmt: skip
    assert together.p_adjusted == pytest.approx(min(1.0, 36 * alone.estimate.p)), "all pairs of nine variants"
    assert together.sentence.endswith(
        "The verdict is adjusted for 36 comparisons of variants; intervals are not. "
        "Compared alone (without the other 7 variants), name would be detectably better."
    )
    assert together.estimate.low > 0
    assert "(95% interval for this pair alone +" in together.sentence
    assert "alone" not in alone.sentence
    assert "Adjusted" not in alone.sentence


def test_the_smallest_detectable_difference_is_adjusted_as_the_verdict_and_the_plan_are() -> None:
    runs = {"a": run(60, {"name": range(20)}), "b": run(60, {"name": range(9)}), "c": run(60), "d": run(60)}
    alone, together = compare_runs(runs["a"], runs["b"], **FEW), compare_many(runs, "a", **FEW).comparisons["b"]
    planned = plan(together)
    assert planned is not None
    for name, figure in together.figures.items():
        before = alone.figures[name]
        assert (figure.low, figure.high) == (before.low, before.high)
        assert figure.smallest > 1.1 * before.smallest  # type: ignore[operator]
    assert together.estimate.smallest == pytest.approx(planned.figure.smallest)
    assert adjusted_together([together])[0].estimate.smallest == pytest.approx(alone.estimate.smallest, rel=1e-6)


def test_comparisons_can_stand_in_one_family_after_another() -> None:
    runs = {"a": run(60, {"name": range(7)}), "b": run(60), "c": run(60)}
    many = compare_many(runs, "a", **FEW)
    assert many.comparisons["b"].together == 3
    assert adjusted_together([many.comparisons["b"]])[0] == compare_runs(
        runs["a"], runs["b"], names=("a", "b"), **FEW
    )  # fmt: skip


@pytest.mark.parametrize(
    ("baseline", "options"),
    [("a", {}), ("a", {"figure": "pooled_recall"}), ("a", {"cluster": "customer"}), ("twice", {}), ("nothing", {})],
)
def test_a_comparison_is_adjusted_alike_by_the_p_of_those_that_nobody_looks_at(
    baseline: str, options: dict[str, str]
) -> None:
    """Of one run, clusters, repeats, and runs with nothing to score."""
    runs = {"b": run(40, {"name": range(9)}), "c": run(40, {"total": range(7)}), "d": run(40, {"name": [3]})}
    if baseline == "nothing":
        runs = dict.fromkeys(runs, evaluate([{}], [{}], {"type": "object", "properties": {}}))
    of_baseline = {"twice": [run(40, {"name": range(3)}), run(40)], "nothing": runs["b"]}.get(baseline, run(40))
    if "cluster" in options:
        options = {"cluster": {key: key // 3 for key in range(40)}}
    every = [compare_runs(of_baseline, runs[name], names=("a", name), **options, **FEW) for name in runs]
    p = [chances_of_runs(of_baseline, runs[name], names=("a", name), **options, **FEW) for name in runs]
    for place, expected in enumerate(adjusted_together(every)):
        beside = [one for other, one in enumerate(p) if other != place]
        assert adjusted_together([every[place]], beside) == [expected]
    assert expected.together == 3


@pytest.mark.parametrize("options", [{}, {"cluster": {key: key // 2 for key in range(60)}}], ids=["alone", "clusters"])
@pytest.mark.parametrize("least", [1, 5])
def test_a_verdict_is_the_same_for_every_baseline_and_in_the_ranking(options: dict[str, Any], least: int) -> None:
    """Each variant has two more records wrong than the one before: some pairs are close to chance."""
    random = Random(least)
    runs = {f"v{n}": run(60, {"name": random.sample(range(60), least + 2 * n)}) for n in range(12)}
    board = leaderboard(runs, **options)
    behind = {place.name: place.behind for place in board.places}
    verdicts = set()
    for baseline in ("v0", "v5", "v11"):
        many = compare_many(runs, baseline, **options, **FEW)
        assert many.ranking == str(ranking_sentence(board))
        for name, one in many.comparisons.items():
            better, worse = name in behind[baseline], baseline in behind[name]
            assert one.verdict == ("better" if better else "worse" if worse else "no detectable difference")
            assert one.together == board.pairs == 66
            verdicts.add((one.verdict, one.estimate.p is not None and one.estimate.p <= 0.05))
    assert verdicts == {("better", True), ("worse", True), (NO_DIFFERENCE, True), (NO_DIFFERENCE, False)}


@pytest.mark.parametrize("figure", ["f1", "pooled_recall"])
@pytest.mark.parametrize("part", [None, range(30)], ids=["same records", "fewer in one"])
def test_pairs_without_the_baseline_have_the_p_of_comparing_them(figure: str, part: range | None) -> None:
    runs: dict[str, Any] = {
        name: run(60, {"name": range(0, 60, step)}) for name, step in {"a": 2, "b": 3, "c": 5, "d": 7}.items()
    }
    if part is not None:
        runs["c"] = runs["c"].only(part)
    many = compare_many(runs, "a", figure=figure, **FEW)
    every = [
        compare_runs(runs[one], runs[other], names=(one, other), figure=figure, **FEW)
        for one, other in combinations(runs, 2)
    ]
    expected = {one.names: one.p_adjusted for one in adjusted_together(every)}
    assert {one.names: one.p_adjusted for one in many.comparisons.values()} == {
        names: pytest.approx(p) for names, p in expected.items() if names[0] == "a"
    }
    assert (many.ranking is not None) == (figure == "f1")


def test_repeats_are_not_ranked_and_their_pairs_are_still_one_family() -> None:
    runs: dict[str, Any] = {"a": run(40), "b": [run(40, {"name": range(9)}), run(40, {"name": range(8)})], "c": run(40)}
    many = compare_many(runs, "a", **FEW)
    assert (many.ranking, many.comparisons["b"].together) == (None, 3)


def test_planned_looks_hold_for_all_pairs() -> None:
    runs = {"a": run(40), "b": run(40, {"name": range(9)}), "c": run(40, {"name": range(20)})}
    looks = Looks(80)
    every = [
        compare_runs(runs[one], runs[other], names=(one, other), looks=looks, **FEW)
        for one, other in combinations(runs, 2)
    ]
    expected = [one.p_adjusted for one in adjusted_together(every)][:2]
    many = compare_many(runs, "a", looks=looks, **FEW)
    assert [one.p_adjusted for one in many.comparisons.values()] == pytest.approx(expected)


def test_only_the_figure_of_the_verdict_has_one() -> None:
    compared = compare_runs(run(60, {"name": range(30)}), run(60), figure="recall", **FEW)
    assert {name: one.verdict for name, one in compared.figures.items() if one.verdict} == {"recall": "better"}


def test_cells_of_keys_that_the_schema_lacks_are_a_family_of_their_own() -> None:
    invented = evaluate(
        gold(60), [{**record, **{f"stray {i}": i for i in range(9)}} for record in extracted(60)], SCHEMA
    )
    compared = compare_many({"a": run(60, {"name": range(7)}), "b": run(60), "c": invented}, "a", **FEW)
    cells = {(cell.variant, cell.path): cell for cell in compared.cells}
    assert cells["b", "name"].p_adjusted == pytest.approx(8 / 64), "four fields of two variants"
    assert cells["c", "stray 3"].p_adjusted == pytest.approx(9 * 2 / 2**60), "nine keys of one"


def test_variants_over_different_records_are_not_to_be_ranked() -> None:
    whole = run(40, {"name": range(10)})
    compared = compare_many({"a": whole, "b": run(40), "c": run(40).only(range(20))}, "a", **FEW)
    assert "compared over different records (20 to 40)" in compared.notes[0]


@pytest.mark.parametrize(
    ("names", "baseline", "message"),
    [("ab", "c", "no variant 'c' to be the baseline"), ("a", "a", "'a' is the only variant")],
)
def test_a_baseline_needs_to_be_there_and_to_have_company(names: str, baseline: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare_many({name: run(3) for name in names}, baseline)


def test_slices_show_where_a_variant_fell_and_warn_of_their_number() -> None:
    a, b = run(120, {"total": range(60)}), run(120, {"name": range(0, 120, 6)})
    compared = compare_slices(a, b, {i: f"group {i % 6}" for i in range(114)}, **FEW)
    worst = compared.slices[0]
    assert (worst.label, worst.records, worst.estimate.b) == ("group 0", 19, pytest.approx(5 / 6))
    assert [part.estimate.difference for part in compared.slices] == sorted(
        part.estimate.difference for part in compared.slices
    )
    assert compared.unlabelled == 6
    assert compared.notes == (*compared.warnings, "6 records without a label, in no group.")
    assert compared.warnings[0].startswith("6 groups of records were compared: even if nothing differed, about 0.3 of")
    assert all(part.p_adjusted >= part.estimate.p for part in compared.slices)


def test_document_types_are_slices() -> None:
    kind = {"type": "object", "properties": {"v": {"type": "string"}}}
    schema = {**kind, "x-eval-id": "id", "x-eval-by": "kind", "x-eval-schemas": {"letter": kind, "bill": kind}}
    records = [{"id": i, "kind": "letter" if i % 2 else "bill", "v": "x"} for i in range(40)]
    wrong = [{**record, "v": "y"} if record["kind"] == "bill" else record for record in records]
    compared = compare_slices(evaluate(records, records, schema), evaluate(records, wrong, schema), "type", **FEW)
    assert [(part.label, part.verdict) for part in compared.slices] == [
        ("bill", "worse"), ("letter", "no detectable difference"),
    ]  # fmt: skip


def test_a_label_that_no_record_has_is_refused() -> None:
    with pytest.raises(InputError, match="no record has a label"):
        compare_slices(run(5), run(5), {})
    with pytest.raises(InputError, match="no document types"):
        compare_slices(run(5), run(5))


def test_agreement_needs_no_gold_and_says_which_field_to_look_at() -> None:
    variants = {"a": extracted(20), "b": extracted(20, {"name": range(10)}), "c": [*extracted(10), None]}
    ab, ac, _ = agreement(variants, SCHEMA, "id")
    assert (ab.records, ab.f1, ab.per_field["name"]) == (20, pytest.approx(1 - 0.5 / 6), 0.5)
    assert (ac.records, ac.f1) == (10, 1.0)
    assert agreement_frame([ab, ac]).loc["b", "a"] == ab.f1
    none, *_ = agreement({"a": gold(2), "b": gold(2)}, SCHEMA, "id", only=["x"])
    assert (none.records, none.f1) == (0, None)
    with pytest.raises(InputError, match="at least two variants"):
        agreement({"a": gold(2)}, SCHEMA, "id")


def test_keys_outside_of_the_schema_do_not_count_against_agreement() -> None:
    beyond = [{**record, "extra": 1} for record in gold(4)]
    (same,), (other,) = (agreement({"a": beyond, "b": b}, SCHEMA, "id") for b in (beyond, gold(4)))
    assert (same.f1, other.f1) == (1.0, 1.0)
    assert "extra" not in same.per_field


def test_where_no_field_of_the_schema_is_in_either_there_is_no_agreement() -> None:
    a, b = ([{"id": "x", "extra": value}] for value in (1, 2))
    (found,) = agreement({"a": a, "b": b}, SCHEMA, "id")
    assert (found.records, found.f1) == (1, None)


def test_where_a_rule_knows_its_sides_agreement_is_the_mean_of_both_ways() -> None:
    compare = {"numeric": {"tolerance": {"rel": 0.1}}}
    schema = {"type": "object", "properties": {"n": {"type": "number", "x-eval-compare": compare}}}
    a, b = [{"id": "x", "n": 100}], [{"id": "x", "n": 110.5}]
    found = [agreement(pair, schema, "id")[0] for pair in ({"a": a, "b": b}, {"b": b, "a": a})]
    assert [(one.f1, one.per_field) for one in found] == [(0.5, {"n": 0.5})] * 2


def test_agreement_does_not_know_its_sides() -> None:
    first, second = extracted(12, {"name": range(5)}), [{**record, "items": record["items"][:1]} for record in gold(12)]
    (there,), (back,) = (
        agreement(pair, SCHEMA, "id") for pair in ({"a": first, "b": second}, {"b": second, "a": first})
    )
    assert (there.f1, there.per_field) == (pytest.approx(back.f1), pytest.approx(back.per_field))
