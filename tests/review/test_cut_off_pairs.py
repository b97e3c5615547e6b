"""What a reply lacks because it was cut off gets no card: nobody can decide there, and it counts as scored."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.load import read_records
from evaljson.results.cut_off import with_cut_off
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_figures import correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.cut_off_pairs import cut_off_in_words, cut_off_pairs, values_lost
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import PlannedReview, ReviewPlan, plan_review
from tests.review.planted import events_of

TEXT = {"type": "string"}
ROW = {"type": "object", "properties": {"k": TEXT, "v": TEXT}}
ORDERED: dict[str, Any] = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "a": TEXT, "rows": {"type": "array", "items": ROW}, "z": TEXT},
}
FREE = {**ORDERED, "properties": {
    **ORDERED["properties"], "rows": {"type": "array", "x-eval-align": {"match_by": "hungarian"}, "items": ROW},
}}  # fmt: skip
GOLD: list[Any] = [
    {"id": n, "a": f"a{n}", "rows": [{"k": f"k{n}{i}", "v": f"v{n}{i}"} for i in range(4)], "z": f"z{n}"}
    for n in range(3)
]
WHOLE: list[Any] = [{key: value for key, value in one.items() if key != "id"} for one in GOLD]
ALL = ReviewPlan(audit=0, overlap=0)


def scored(schema: dict[str, Any], reply: Callable[[str], str] = lambda text: text) -> RunResult:
    """The run of three replies: the first lacks z and has a wrong, the second is cut by `reply`, the third is gold."""
    first = {"a": "wrong", "rows": WHOLE[0]["rows"]}
    replies = [json.dumps(first), reply(json.dumps({**WHOLE[1], "a": "also wrong"})), json.dumps(WHOLE[2])]
    text = "".join(json.dumps({"id": at, "reply": one}) + "\n" for at, one in enumerate(replies))
    loaded = read_records(text.encode(), name="x.jsonl", kind="extracted", id_field="id", text_field="reply")
    return with_cut_off(evaluate(GOLD, loaded.records, schema, "id"), GOLD, loaded)


def in_third_row(text: str) -> str:
    """The reply ends within `k12` of the third row."""
    return text[: text.index("k12") + 2]


def planned(run: RunResult) -> PlannedReview:
    runs = {"one": run}
    return plan_review(runs, ALL, is_cut_off=cut_off_pairs(runs))


def about(cards: list[ReviewCard]) -> set[tuple[int, str]]:
    return {(place.record, place.path) for card in cards for place in card.places}


@pytest.mark.parametrize(("schema", "values"), [(ORDERED, 5), (FREE, 6)], ids=["ordered", "free"])
def test_what_an_open_end_lacks_has_no_card_and_all_else_has_one(schema: dict[str, Any], values: int) -> None:
    """It lacks k and v of the last two rows, and z; where the open row is paired with none, its `k1` belongs to it."""
    run = scored(schema, in_third_row)
    found = planned(run)
    asked = {place for place in about(found.cards) if "rows" not in place[1]}
    assert asked == {(0, "a"), (0, "z"), (1, "a")}
    left_out = about(list(found.cut_off))
    assert {(1, "rows[3]"), (1, "z")} <= left_out
    assert {record for record, _ in left_out} == {1}
    everything = plan_review({"one": run}, ALL)
    assert everything.cut_off == ()
    assert values_lost(found.cut_off) == values
    assert about(everything.cards) == about(found.cards) | left_out


def test_replies_that_are_whole_keep_all_their_cards() -> None:
    run = scored(ORDERED)
    assert planned(run) == plan_review({"one": run}, ALL)


def test_a_value_that_another_variant_lacks_too_is_asked_about_there() -> None:
    cut, whole = scored(ORDERED, in_third_row), scored(ORDERED, lambda text: json.dumps({**WHOLE[1], "z": None}))
    runs = {"cut": cut, "whole": whole}
    found = plan_review(runs, ALL, is_cut_off=cut_off_pairs(runs))
    of_z = [place for card in found.cards for place in card.places if (place.record, place.path) == (1, "z")]
    assert [place.variant for place in of_z] == ["whole"]


def test_in_corrected_figures_it_counts_as_scored() -> None:
    """Whatever people say of the cards: a gold that is right leaves the figure as it was."""
    run = scored(ORDERED, in_third_row)
    cards = planned(run).cards
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, place: Answer("gold_right"))))
    changes = correct_gold(GOLD, cards, outcome).changes
    figures = correct_figures(run, "one", GOLD, cards, outcome, changes, lambda gold: run)
    assert figures.open == 0
    assert figures.unasked == 5  # k and v of the last two rows, and z
    assert figures.mean_f1 is not None
    assert figures.mean_f1.value == pytest.approx(run.mean_f1)
    assert figures.mean_f1.at_most > figures.mean_f1.value


@pytest.mark.parametrize(
    ("values", "ends"), [(0, ""), (1, "1 value, which counts as scored."), (13, "13 values, which count as scored.")]
)
def test_how_many_are_left_out_is_said(values: int, ends: str) -> None:
    assert cut_off_in_words(values).endswith(ends)
    assert bool(cut_off_in_words(values)) == bool(ends)
