"""Verdicts held against people's labels: agreement, and figures as people would have them."""

import math
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson import InputError, RunResult, evaluate, register_transform
from evaljson.comparators.base import ComparatorResult
from evaljson.judge import questions_of
from evaljson.judge.calibration import LEVEL, Corrected, calibrate, calibrate_pairs, labels_needed, truths
from evaljson.judge.corrected_figures import carried, corrected, difference
from evaljson.judge.decided_pairs import DecidedPair, even_shares, pairs_of, rubric_of, to_label
from evaljson.results.saved.run import load_run, save_run
from evaljson.scoring.judging import Decided, JudgeUsage, Question
from evaljson.store import Label, Store
from tests.comparators.conftest import own_registries
from tests.judge.workspace import store

__all__ = ["own_registries", "store"]
SCALE = ["different", "partly", "same"]


def _step(question: Question) -> int:
    text = question.item.extracted_compared
    return 2 if text == question.item.gold_compared else int(text[0])


class ByNumber:
    """A judge that goes by the number that an extracted text begins with: 2 is the best step, 0 the worst."""

    def identity(self) -> dict[str, Any]:
        return {"model": "by number"}

    def decide(self, questions: list[Question]) -> Decided:
        answers = [ComparatorResult(_step(one) / 2, "semantic", "said") for one in questions]
        return Decided(answers, JudgeUsage("by number", fields=len(questions), decided=len(questions)))


def field(**semantic: Any) -> dict[str, Any]:
    return {"type": "string", "x-eval-compare": {"semantic": semantic}}


def schema(threshold: float | None = None, **semantic: Any) -> dict[str, Any]:
    terms = field(**semantic) | ({} if threshold is None else {"x-eval-threshold": threshold})
    return {"type": "object", "properties": {"terms": terms, "name": {"type": "string"}}}


def run_of(counts: dict[int, int], own: dict[str, Any]) -> RunResult:
    """A run with so many distinct pairs of each verdict (0, 1, 2), and a name that is right half the time."""
    numbers = [number for number, count in counts.items() for _ in range(count)]
    gold = [{"terms": f"gold {place}", "name": "n"} for place in range(len(numbers))]
    extracted = [{"terms": f"{n} {place}", "name": "n" if place % 2 else "m"} for place, n in enumerate(numbers)]
    return evaluate(gold, extracted, own, judge=ByNumber())


class Said:
    def __init__(self, step: str) -> None:
        self.step = step


def labels(pairs: list[DecidedPair], steps: list[str]) -> dict[str, list[Said]]:
    return {pair.sha256: [Said(step)] for pair, step in zip(pairs, steps, strict=True)}


def test_pairs_are_the_distinct_ones_that_were_judged() -> None:
    gold = [{"terms": one} for one in ("a", "a", "b", "c", "d")]
    extracted = [{"terms": "2 x"}, {"terms": "2 x"}, {"terms": "0 y"}, {"terms": "c"}, {}]
    run = evaluate(gold, extracted, schema(), judge=ByNumber())
    found = pairs_of(run, schema())
    assert [(one.question.item.gold_compared, one.verdict, one.count) for one in found] == [
        ("a", "same", 2),
        ("b", "different", 1),
    ]
    loaded = load_run(save_run(run), gold, extracted)
    assert [one.sha256 for one in pairs_of(loaded, schema())] == [one.sha256 for one in found]


def test_what_nobody_judged_is_no_pair() -> None:
    run = evaluate([{"terms": "a"}], [{"terms": "b"}], schema(), judge=None)
    assert pairs_of(run, schema()) == []


@pytest.mark.usefixtures("own_registries")
def test_what_a_transform_refuses_is_neither_pair_nor_question() -> None:
    def fussy(value: Any) -> Any:
        if value.startswith("x"):
            raise ValueError("begins with x")
        return value

    register_transform("fussy", fussy)
    own = schema()
    own["properties"]["terms"]["x-eval-transform"] = ["fussy"]
    run = evaluate([{"terms": one} for one in ("xa", "b")], [{"terms": "2 x"}, {"terms": "2 y"}], own, judge=ByNumber())
    assert len(questions_of(run, own)) == len(pairs_of(run, own)) == 1


def test_a_rubric_is_all_that_judging_goes_by_but_the_path() -> None:
    def rubric(path: str = "terms", **semantic: Any) -> str:
        own = {"type": "object", "properties": {path: field(**semantic)}}
        run = evaluate([{path: "a"}], [{path: "2"}], own, judge=ByNumber())
        return rubric_of(questions_of(run, own)[0])

    first = rubric(instructions="a")
    assert first == rubric(path="other", instructions="a")
    assert (
        len({first, rubric(), rubric(instructions="b"), rubric(instructions="a", rubric="c"), rubric(scale=SCALE)}) == 5
    )
    assert rubric(scale="binary") == rubric()


def test_pairs_to_label_are_as_many_of_each_verdict_and_come_in_no_order() -> None:
    own = schema(scale=SCALE)
    pairs = pairs_of(run_of({2: 80, 1: 5, 0: 15}, own), own)
    chosen = to_label(pairs, count=30, seed=1)
    assert Counter(pair.verdict for pair in chosen) == {"same": 12, "partly": 5, "different": 13}
    verdicts = [pair.verdict for pair in chosen]
    assert verdicts != sorted(verdicts)
    known = {pair.sha256 for pair in chosen[:10]}
    assert [pair.sha256 for pair in to_label(pairs, known, 30, seed=1)] == [
        pair.sha256 for pair in chosen if pair.sha256 not in known
    ]
    assert to_label(pairs, count=30, seed=2) != chosen
    assert len(to_label(pairs, count=1000)) == 100
    assert to_label(pairs, field="other") == []


def test_most_people_decide_and_a_tie_decides_nothing() -> None:
    said = {"a": [Said("x"), Said("x"), Said("y")], "b": [Said("x"), Said("y")], "c": [], "d": [Said("y")]}
    assert {pair: (truth.step, truth.people) for pair, truth in truths(said).items()} == {"a": ("x", 3), "d": ("y", 1)}


def test_confusion_and_agreement_are_those_of_the_labels() -> None:
    own = schema()
    pairs = pairs_of(run_of({2: 4, 0: 4}, own), own)
    (found,) = calibrate(run_of({2: 4, 0: 4}, own), own, labels(pairs, ["same"] * 3 + ["different"] * 5))
    assert (found.field, found.steps, found.confusion) == ("terms", ("different", "same"), ((4, 1), (0, 3)))
    assert (found.labelled, found.pairs, found.disputed, found.agreement) == (8, 8, 0, 7 / 8)
    assert found.kappa is not None
    assert found.kappa.value == pytest.approx(0.75)  # (7/8 - 1/2) / (1 - 1/2)
    assert found.weighted is None
    assert found.corrected is not None
    assert (found.corrected.judged, found.corrected.value) == (0.5, 3 / 8)
    assert found.corrected.low == found.corrected.high == 3 / 8  # all of them are labelled
    assert found.why_not is None


def test_labels_of_each_verdict_in_even_numbers_do_not_pass_for_the_run() -> None:
    """90 of 100 are called "same", all rightly; of the 10 "different" half are wrong. Agreement is 95% and not 75%."""
    own = schema()
    run = run_of({2: 90, 0: 10}, own)
    pairs = {name: [one for one in pairs_of(run, own) if one.verdict == name] for name in ("same", "different")}
    some = labels(pairs["same"][:10], ["same"] * 10) | labels(pairs["different"], ["different", "same"] * 5)
    (found,) = calibrate(run, own, some)
    assert found.agreement == pytest.approx(0.95)
    assert found.kappa is not None
    assert found.kappa.observed == pytest.approx(0.95)
    assert found.kappa.value == pytest.approx((0.95 - (0.9 * 0.95 + 0.1 * 0.05)) / (1 - (0.9 * 0.95 + 0.1 * 0.05)))


def test_without_labels_of_a_verdict_it_says_which() -> None:
    own = schema()
    run = run_of({2: 5, 0: 5}, own)
    (none,) = calibrate(run, own, {})
    assert (none.agreement, none.kappa, none.corrected) == (None, None, None)
    assert none.why_not == "no pair of this field is labelled yet"
    (some,) = calibrate(
        run, own, labels([one for one in pairs_of(run, own) if one.verdict == "same"][:3], ["same"] * 3)
    )
    assert (some.agreement, some.corrected) == (1.0, None)
    assert some.why_not == "no pair is labelled that the judge calls 'different': label some of these too"


def test_a_label_in_words_of_no_step_counts_nowhere() -> None:
    own = schema()
    run = run_of({2: 2}, own)
    (found,) = calibrate(run, own, labels(pairs_of(run, own), ["same", "nonsense"]))
    assert found.labelled == 1


@pytest.mark.parametrize("threshold", [None, 0.5])
def test_corrected_figures_are_those_of_people_where_all_is_labelled(threshold: float | None) -> None:
    """Labels on every pair: the figures are exactly those of a run that people judged."""
    own = schema(threshold, scale=SCALE)
    run = run_of({2: 10, 1: 10, 0: 10}, own)
    pairs = pairs_of(run, own)
    told = random.Random(3).choices(SCALE, k=len(pairs))
    by_hand = {one.question.item.gold_compared: SCALE.index(step) / 2 for one, step in zip(pairs, told, strict=True)}

    class People(ByNumber):
        def decide(self, questions: list[Question]) -> Decided:
            answers = [ComparatorResult(by_hand[one.item.gold_compared], "semantic", "by hand") for one in questions]
            return Decided(answers, JudgeUsage("people", fields=len(questions), decided=len(questions)))

    gold, extracted = ([getattr(one, side) for one in run.records] for side in ("gold", "extracted"))
    people = evaluate(gold, extracted, own, judge=People())
    found = corrected(run, own, labels(pairs, told))
    assert found is not None
    assert found.pooled is not None
    assert found.pooled.f1 is not None
    assert found.pooled.f1.judged == pytest.approx(run.pooled_f1)
    for figure, wanted in (
        (found.pooled.precision, people.pooled_precision), (found.pooled.recall, people.pooled_recall),
        (found.pooled.f1, people.pooled_f1), (found.fields["terms"].f1, people.per_field["terms"].f1),
    ):  # fmt: skip
        assert figure is not None
        assert (figure.value, figure.low, figure.high) == pytest.approx((wanted,) * 3)


def test_what_is_omitted_and_made_up_stays_so() -> None:
    own = schema()
    gold = [{"terms": "a"}, {"terms": "b"}, {"terms": "c"}, {}]
    extracted = [{"terms": "2"}, {"terms": "0"}, {}, {"terms": "2"}]
    run = evaluate(gold, extracted, own, judge=ByNumber())
    found = corrected(run, own, labels(pairs_of(run, own), ["different", "different"]))
    assert found is not None
    figures = found.fields["terms"]
    assert figures.precision is not None
    assert figures.recall is not None
    assert (figures.precision.judged, figures.precision.value, figures.recall.value) == (pytest.approx(1 / 3), 0, 0)


def test_fields_without_labels_are_taken_as_the_judge_says() -> None:
    own = {"type": "object", "properties": {"a": field(), "b": field()}}
    gold, extracted = (
        [{"a": f"a{i}", "b": f"b{i}"} for i in range(4)],
        [{"a": f"2 {i}", "b": f"2 {i}"} for i in range(4)],
    )
    run = evaluate(gold, extracted, own, judge=ByNumber())
    assert corrected(run, own, {}) is None
    some = [one for one in pairs_of(run, own) if one.question.field == "a"]
    found = corrected(run, own, labels(some, ["different"] * 4))
    assert found is not None
    assert (set(found.fields), found.uncorrected) == ({"a"}, ("b",))
    assert found.pooled is not None
    assert found.pooled.f1 is not None
    assert (found.pooled.f1.judged, found.pooled.f1.value) == (1.0, 0.5)


def test_the_displayed_interval_holds_what_people_would_have_said() -> None:
    """A judge that is too kind: 120 pairs, 40 labels, many times over."""
    own = schema()
    run = run_of({2: 90, 0: 30}, own)
    pairs = pairs_of(run, own)
    held, tries, rng = 0, 50, random.Random(5)
    for _ in range(tries):
        truth = {one.sha256: "same" if rng.random() < (0.8 if one.verdict == "same" else 0.1) else "different" for one in pairs}  # fmt: skip # noqa: E501
        drawn = to_label(pairs, count=40, seed=rng.randrange(10**6))
        found = corrected(run, own, {one.sha256: [Said(truth[one.sha256])] for one in drawn})
        assert found is not None
        figure = found.fields["terms"].f1
        assert figure is not None
        held += figure.low <= sum(step == "same" for step in truth.values()) / len(pairs) <= figure.high
    assert held / tries >= LEVEL - 0.08  # what 50 tries can miss by chance


def test_labels_of_the_store_are_what_calibration_reads(store: Store) -> None:
    own = schema()
    run = run_of({2: 2, 0: 2}, own)
    pairs = pairs_of(run, own)
    for pair in pairs:
        item = pair.question.item
        label = store.labels.add(
            pair.question.field, pair.rubric, item.gold_compared, item.extracted_compared, score=1.0, step="same",
            by="ann", about=pair.about,
        )  # fmt: skip
        assert isinstance(label, Label)
        assert label.pair == pair.sha256
    (found,) = calibrate(run, own, store.labels.of([pair.sha256 for pair in pairs]))
    assert (found.labelled, found.agreement) == (4, 0.5)


@pytest.mark.parametrize(
    ("half_width", "even", "rare", "worst"), [(0.1, 38, 62, 74), (0.05, 144, 233, 282), (0.03, 390, 636, 774)]
)
def test_how_many_labels_are_needed(half_width: float, even: int, rare: int, worst: int) -> None:
    """Wilson's interval needs 37, 141 and 388 labels if each counts the same: a rare verdict takes half of them."""
    most = 1_000_000
    assert labels_needed(half_width, verdict_counts=[most, most]) == even
    assert labels_needed(half_width, verdict_counts=[most // 10, most * 9 // 10]) == pytest.approx(rare, abs=1)
    assert labels_needed(half_width) == worst


@given(st.integers(0, 40), st.lists(st.integers(0, 9), max_size=6))
def test_labels_are_spread_as_if_each_verdict_had_one_more_in_turn_while_it_has_pairs(
    count: int, sizes: list[int]
) -> None:
    turns = sorted((turn, verdict) for verdict, size in enumerate(sizes) for turn in range(size))
    drawn = Counter(verdict for _, verdict in turns[:count])
    assert even_shares(count, sizes) == [drawn[verdict] for verdict in range(len(sizes))]


def test_no_more_labels_are_needed_than_there_are_pairs() -> None:
    assert labels_needed(0.01, verdict_counts=[30, 0, 70]) <= 100


@pytest.mark.parametrize("counts", [{2: 900, 0: 100}, {2: 500, 0: 500}])
def test_the_promised_number_of_labels_keeps_its_promise(counts: dict[int, int]) -> None:
    own = schema()
    pairs = pairs_of(run_of(counts, own), own)
    promised = labels_needed(0.06, 0.9, verdict_counts=list(counts.values()))
    rng, halves = random.Random(1), []
    for seed in range(20):
        truth = {pair.sha256: pair.verdict if rng.random() < 0.9 else "partly" for pair in pairs}
        drawn = to_label(pairs, count=promised, seed=seed)
        (calibration,) = calibrate_pairs(pairs, {pair.sha256: [Said(_other(pair, truth))] for pair in drawn})
        assert calibration.agreement_interval is not None
        halves.append((calibration.agreement_interval[1] - calibration.agreement_interval[0]) / 2)
    assert sum(halves) / len(halves) == pytest.approx(0.06, abs=0.006)


def _other(pair: DecidedPair, truth: dict[str, str]) -> str:
    """What people say: the judge's verdict, or the other of two."""
    return pair.verdict if truth[pair.sha256] == pair.verdict else ({"same", "different"} - {pair.verdict}).pop()


@pytest.mark.parametrize("labels_drawn", [40, 100])
def test_the_interval_of_kappa_holds_that_of_all_pairs_as_often_as_it_says(labels_drawn: int) -> None:
    own = schema()
    pairs = pairs_of(run_of({2: 150, 0: 50}, own), own)
    rng, held, tries = random.Random(2), 0, 150
    for seed in range(tries):
        said = {
            pair.sha256: [Said("same" if rng.random() < (0.92 if pair.verdict == "same" else 0.15) else "different")]
            for pair in pairs
        }
        (of_all,) = calibrate_pairs(pairs, said)
        drawn = to_label(pairs, count=labels_drawn, seed=seed)
        (of_some,) = calibrate_pairs(pairs, {pair.sha256: said[pair.sha256] for pair in drawn})
        assert of_all.kappa is not None
        assert of_some.kappa is not None
        held += of_some.kappa.low <= of_all.kappa.value <= of_some.kappa.high
    assert 0.9 <= held / tries <= 0.99  # 95%, and what 150 tries can miss by chance


def test_kappa_of_pairs_that_are_all_labelled_is_known() -> None:
    own = schema()
    pairs = pairs_of(run_of({2: 12, 0: 8}, own), own)
    (known,) = calibrate_pairs(pairs, labels(pairs, ["same"] * 10 + ["different"] * 10))
    assert known.kappa is not None
    assert known.kappa.low == known.kappa.value == known.kappa.high == pytest.approx(0.8)


def test_no_interval_is_as_wide_as_everything() -> None:
    with pytest.raises(InputError, match="half width"):
        labels_needed(0.5)


def test_a_difference_of_corrected_figures_is_as_unsure_as_both() -> None:
    first, second = Corrected(0.5, 0.4, 0.6, 0.7, 30), Corrected(0.8, 0.77, 0.84, 0.9, 40)
    found = difference(first, second)
    assert (found.value, found.judged, found.labelled) == (pytest.approx(0.3), pytest.approx(0.2), 70)
    assert (found.low, found.high) == pytest.approx((0.3 - math.hypot(0.1, 0.03), 0.3 + math.hypot(0.1, 0.04)))


def test_the_judges_errors_shift_an_interval_and_widen_it() -> None:
    value, low, high = carried((0.7, 0.65, 0.76), Corrected(0.5, 0.42, 0.6, 0.7, 30))
    assert value == pytest.approx(0.5)
    assert (low, high) == pytest.approx((0.5 - math.hypot(0.05, 0.08), 0.5 + math.hypot(0.06, 0.1)))
    exact = carried((0.7, 0.65, 0.76), Corrected(0.7, 0.7, 0.7, 0.7, 30))
    assert exact == pytest.approx((0.7, 0.65, 0.76))
