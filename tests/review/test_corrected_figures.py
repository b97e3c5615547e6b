"""Corrected figures are those of a run over the truth: exactly if everything was reviewed, else within the interval."""

from collections.abc import Callable, Sequence
from statistics import fmean, stdev

import pytest

from evaljson import evaluate
from evaljson.report.export.html.corrected import CorrectedInReport
from evaljson.report.export.html.page import to_html
from evaljson.review.answers import Answer, AnswerName
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_figures import CorrectedF1, CorrectedVariant, correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.places import CardPlace
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.ui.shared.corrected_line import in_words
from evaljson.wording.words import points
from tests.review.planted import SCHEMA, Planted, events_of, knowing, planted

Reviewer = Callable[[ReviewCard, CardPlace], Answer | None]


def corrected(
    data: Planted, plan: ReviewPlan, reviewer: Reviewer | None = None, variants: Sequence[str] = ()
) -> dict[str, CorrectedVariant]:
    runs = data.runs()
    cards = plan_cards(runs, plan)
    outcome = find_outcome(cards, read_opinions(events_of(cards, reviewer or knowing(data.truth))))
    changes = correct_gold(data.gold, cards, outcome).changes
    return {
        name: correct_figures(run, name, data.gold, cards, outcome, changes, data.rescorer(name))
        for name, run in runs.items()
        if not variants or name in variants
    }


@pytest.mark.parametrize("seed", range(3))
def test_reviewed_in_full_the_figures_are_exactly_those_over_the_truth(seed: int) -> None:
    data = planted(seed=seed)
    for name, figures in corrected(data, ReviewPlan(audit=1.0, overlap=0)).items():
        true, raw = evaluate(data.truth, data.extracted[name], SCHEMA), data.runs()[name]
        assert figures.mean_f1 is not None
        assert figures.pooled_f1 is not None
        for found, expected, scored in (
            (figures.mean_f1, true.mean_f1, raw.mean_f1),
            (figures.pooled_f1, true.pooled_f1, raw.pooled_f1),
            *((figures.fields[field], true.per_field[field].f1, raw.per_field[field].f1) for field in raw.per_field),
        ):
            assert (found.value, found.low, found.high) == pytest.approx((expected,) * 3, abs=1e-12)
            assert found.raw == pytest.approx(scored, abs=1e-12)
        assert (figures.open, figures.unasked, figures.looked_at, figures.wrong_matches) == (0, 0, figures.matches, 5)


@pytest.mark.parametrize(
    ("of_one", "of_two", "decided", "at_most"),
    [
        ("extracted_right", "extracted_right", 0, 1.0),
        ("extracted_right", "gold_right", 0, 1.0),
        ("both_acceptable", "extracted_right", 1, 1.0),
        ("extracted_right", "both_acceptable", 0, 1.0),
        ("gold_right", "extracted_right", 1, 0.5),
        ("gold_right", "gold_right", 1, 0.5),
    ],
)
def test_what_another_card_disputes_in_gold_is_open_and_may_still_come_to_be_right(
    of_one: AnswerName, of_two: AnswerName, decided: int, at_most: float
) -> None:
    """Two variants have a value each where gold has a third one, and beside it a value that matches."""
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "total": {"type": "integer"}}}
    gold, sides = (
        [{"name": "gold", "total": 1}],
        {"one": [{"name": "x", "total": 1}], "two": [{"name": "y", "total": 1}]},
    )
    runs = {name: evaluate(gold, side, schema) for name, side in sides.items()}
    cards = plan_cards(runs, ReviewPlan(audit=0.0, overlap=0))
    said: dict[str, AnswerName] = {"x": of_one, "y": of_two}
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer(said[card.extracted]))))
    changes = correct_gold(gold, cards, outcome).changes
    found = correct_figures(
        runs["one"], "one", gold, cards, outcome, changes, lambda now: evaluate(now, sides["one"], schema)
    )
    assert found.mean_f1 is not None
    assert (found.decided, found.open) == (decided, 1 - decided)
    assert found.mean_f1.at_most == pytest.approx(at_most)


@pytest.mark.parametrize("name", [None, "both_acceptable", "extracted_right"])
def test_a_key_that_the_schema_lacks_stays_invented_whatever_is_answered_or_left_open(name: AnswerName | None) -> None:
    """2 of 3 extracted values are of the schema, and gold has 2: at most 4 / 5, with the total right."""
    schema = {"type": "object", "properties": {"total": {"type": "integer"}, "name": {"type": "string"}}}
    gold, extracted = [{"total": 1, "name": "a"}], [{"total": 2, "name": "a", "note": "sure"}]
    run = evaluate(gold, extracted, schema)
    cards = plan_cards({"one": run}, ReviewPlan(audit=0.0, overlap=0))
    assert {card.field for card in cards} == {"total", "note"}

    def answers(card: ReviewCard, at: CardPlace) -> Answer | None:
        return Answer(name) if name is not None and card.field == "note" else None

    outcome = find_outcome(cards, read_opinions(events_of(cards, answers)))
    changes = correct_gold(gold, cards, outcome).changes
    found = correct_figures(run, "one", gold, cards, outcome, changes, lambda now: evaluate(now, extracted, schema))
    assert found.mean_f1 is not None
    assert (found.mean_f1.value, found.mean_f1.at_most) == (pytest.approx(2 / 5), pytest.approx(4 / 5))


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (
            CorrectedF1(0.947, 0.958, 0.6, 0.958, 0.974),
            "94.7 as scored, **95.8** as corrected (60.0 to 95.8, at most 97.4)",
        ),
        (CorrectedF1(0.947, 0.958, 0.6, 0.98, 0.98), "94.7 as scored, **95.8** as corrected (60.0 to 98.0)"),
        (CorrectedF1(0.947, 0.958, None, None, 0.974), "94.7 as scored, **95.8** as corrected (at most 97.4)"),
        (CorrectedF1(0.947, 0.958, None, None, 0.958), "94.7 as scored, **95.8** as corrected"),
    ],
)  # fmt: skip
def test_a_figure_says_how_far_what_is_undecided_could_lift_it(figure: CorrectedF1, words: str) -> None:
    assert in_words("one", figure) == f"one: F1 {words}"


def test_an_element_that_gold_should_have_is_in_the_figures_too() -> None:
    """Of what gold alone has and what an extraction alone has, people say that the extraction is right."""
    gold = [{"id": "1", "lines": [{"sku": "A", "quantity": 1}]}, {"id": "2", "lines": [{"sku": "A", "quantity": 1}]}]
    extracted = [{"id": "1", "lines": [{"sku": "B", "quantity": 2}]}, gold[1]]
    data = Planted(extracted, gold, {"one": extracted}, [], [])
    right = Answer("extracted_right")
    found = corrected(data, ReviewPlan(audit=0, overlap=0), lambda card, at: right)["one"].mean_f1
    assert found is not None
    assert (found.raw, found.value) == (0.5, 1.0)


@pytest.mark.parametrize("is_answered", [True, False])
def test_equal_elements_of_one_record_that_gold_should_have_are_all_right_then(is_answered: bool) -> None:
    tags = {"type": "array", "items": {"type": "string"}, "x-eval-align": {"match_by": "hungarian"}}
    schema = {"type": "object", "properties": {"tags": tags}}
    gold, extracted = [{"tags": ["a"]}], [{"tags": ["a", "b", "b", "b"]}]
    run = evaluate(gold, extracted, schema)
    cards = plan_cards({"one": run}, ReviewPlan(audit=0.0, overlap=0))
    answer = Answer("extracted_right") if is_answered else None
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda *_: answer)))
    changes = correct_gold(gold, cards, outcome).changes
    found = correct_figures(run, "one", gold, cards, outcome, changes, lambda now: evaluate(now, extracted, schema))
    assert found.mean_f1 is not None
    assert (found.mean_f1.value if is_answered else found.mean_f1.at_most) == 1.0


def test_a_wrong_value_in_an_element_that_gold_should_not_have_is_decided_with_it() -> None:
    """One variant lacks an element of gold, and people say it is right; another has it, with a wrong value in it."""
    lines = [{"sku": "A", "quantity": 1}, {"sku": "B", "quantity": 2}]
    items = {"type": "object", "properties": {"sku": {"type": "string"}, "quantity": {"type": "integer"}}}
    keyed = {"type": "array", "items": items, "x-eval-align": {"match_by": "key_field", "key": "sku"}}
    schema = {"type": "object", "properties": {"lines": keyed}}
    gold = [{"lines": lines}]
    sides = {"one": [{"lines": [lines[0], {"sku": "B", "quantity": 3}]}], "two": [{"lines": lines[:1]}]}
    runs = {name: evaluate(gold, side, schema) for name, side in sides.items()}
    cards = plan_cards(runs, ReviewPlan(audit=0.0, overlap=0, most=1))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("extracted_right"))))
    changes = correct_gold(gold, cards, outcome).changes
    assert [change.path for change in changes] == ["lines[1]"]
    found = correct_figures(
        runs["one"], "one", gold, cards, outcome, changes, lambda now: evaluate(now, sides["one"], schema)
    )
    assert (found.decided, found.unasked) == (1, 0)
    assert found.mean_f1 is not None
    assert (
        found.mean_f1.at_most == found.mean_f1.value == evaluate([{"lines": lines[:1]}], sides["one"], schema).mean_f1
    )


def test_the_report_shows_both_figures_side_by_side() -> None:
    data = planted(30)
    figures = corrected(data, ReviewPlan(audit=0.3, overlap=0))
    shown = CorrectedInReport("<b>Totals</b>", figures)
    page = to_html(data.runs(), parse_eval_schema(SCHEMA), corrected=shown).decode()
    assert "As corrected in the review “<bdi>&lt;b&gt;Totals&lt;/b&gt;</bdi>”" in page
    for name, one in figures.items():
        assert one.mean_f1 is not None
        cells = [points(one.mean_f1.raw), points(one.mean_f1.value)]
        assert f"<bdi>{name}</bdi></th><td>{'</td><td>'.join(cells)}</td>" in page
        assert f"<summary>Fields of <bdi>{name}</bdi> as scored and as corrected" in page
    assert "As corrected" not in to_html(data.runs(), parse_eval_schema(SCHEMA)).decode()


@pytest.fixture(scope="module")
def drawn() -> tuple[float, list[CorrectedF1]]:
    """The true figure of one variant, and its corrected figure from 40 audits of a quarter of the matches."""
    data = planted(60, wrong=20, on_matches=12)
    true = evaluate(data.truth, data.extracted["prompt_a"], SCHEMA).mean_f1
    figures = [
        corrected(data, ReviewPlan(audit=0.25, overlap=0, seed=seed), variants=["prompt_a"])["prompt_a"].mean_f1
        for seed in range(40)
    ]
    assert true is not None
    return true, [figure for figure in figures if figure is not None]


def test_a_sample_of_the_matches_gives_intervals_that_cover_the_truth(drawn: tuple[float, list[CorrectedF1]]) -> None:
    """At least 35 of 40 must cover: 95 % less three standard errors is 34."""
    true, figures = drawn
    assert sum(one.low is not None and one.high is not None and one.low <= true <= one.high for one in figures) >= 35


def test_the_estimate_is_right_on_average_over_draws(drawn: tuple[float, list[CorrectedF1]]) -> None:
    true, figures = drawn
    values = [figure.value for figure in figures]
    assert fmean(values) == pytest.approx(true, abs=3 * stdev(values) / len(values) ** 0.5)


def test_without_an_audit_no_interval_is_claimed() -> None:
    figures = corrected(planted(), ReviewPlan(audit=0.0, overlap=0))["prompt_a"].mean_f1
    assert figures is not None
    assert (figures.low, figures.high) == (None, None)


def test_what_is_open_counts_as_scored_and_the_figure_says_what_it_may_become() -> None:
    data = planted()
    figures = corrected(data, ReviewPlan(audit=0.0, overlap=0), lambda card, at: None)["prompt_a"]
    assert figures.mean_f1 is not None
    assert figures.mean_f1.value == figures.mean_f1.raw == data.runs()["prompt_a"].mean_f1
    assert figures.mean_f1.at_most == pytest.approx(1.0)
    assert figures.decided == 0


def test_acceptable_values_count_as_right_and_gold_stays() -> None:
    data = planted()
    figures = corrected(data, ReviewPlan(audit=0.0, overlap=0), lambda card, at: Answer("both_acceptable"))["prompt_a"]
    assert figures.mean_f1 is not None
    assert figures.mean_f1.value == pytest.approx(1.0)


def test_a_match_that_another_variant_shows_to_be_wrong_is_no_part_of_the_audit() -> None:
    """B alone is right about a value that A shares with a wrong gold: A loses it, once, whatever the audit's share."""
    data = planted(40, wrong=1, on_matches=1)
    [(record, path)] = data.on_matches
    data.extracted["prompt_b"][record][path] = data.truth[record][path]
    for share in (0.0, 0.2, 1.0):
        for name, figures in corrected(data, ReviewPlan(audit=share, overlap=0)).items():
            true = evaluate(data.truth, data.extracted[name], SCHEMA)
            assert figures.pooled_f1 is not None
            assert figures.pooled_f1.value == pytest.approx(true.pooled_f1, abs=1e-12), (share, name)
