"""Each value of gold is untouched, confirmed, corrected or disputed."""

import pytest

from evaljson.review.answers import Answer
from evaljson.review.label_states import (
    GoldLabel,
    in_counts,
    label_states,
    label_words,
    labels_below,
    labels_of_value,
    records_with_label,
)
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import ReviewPlan, plan_cards
from tests.review.planted import events_of, knowing, planted


def test_every_state_is_told_and_the_rest_is_untouched() -> None:
    data = planted(40, wrong=6, on_matches=0)
    cards = plan_cards(data.runs(), ReviewPlan(opinions=2, audit=0.0))
    truth = knowing(data.truth)
    both = events_of(cards, truth, "ann")
    both += events_of(
        cards, lambda card, at: Answer("unsure") if card.field == "total" else truth(card, at), "ben", len(both)
    )
    labels = label_states([(cards, find_outcome(cards, read_opinions(both)))])
    states = {(record, path): label.state for record, of_record in labels.items() for path, label in of_record.items()}
    wrong = {(record, path) for record, path in data.on_differences}
    assert {where for where, state in states.items() if state == "corrected"} == wrong
    assert {path for (_, path), state in states.items() if state == "disputed"} == {"total"}
    assert {
        label.people for of_record in labels.values() for label in of_record.values() if label.state == "confirmed"
    } == {("ann", "ben")}
    looked_at = {(at.record, path) for card in cards for at in card.places for path in at.gold_paths}
    assert set(states) <= looked_at
    assert records_with_label(labels, "corrected") == {record for record, _ in wrong}
    assert records_with_label(labels, "corrected", "lines[]") == set()


@pytest.mark.parametrize(("later", "people"), [("truth", ("ann", "ben")), ("gold", ("ben",))])
def test_who_said_the_same_in_an_earlier_review_counts_and_who_said_otherwise_does_not(
    later: str, people: tuple[str, ...]
) -> None:
    data = planted(20, wrong=2, on_matches=0)
    cards = plan_cards(data.runs(), ReviewPlan(audit=0.0, overlap=0))
    said = {"ann": knowing(data.truth), "ben": knowing(data.truth if later == "truth" else data.gold)}
    reviews = [(cards, find_outcome(cards, read_opinions(events_of(cards, knows, who)))) for who, knows in said.items()]
    record, path = data.on_differences[0]
    assert label_states(reviews)[record][path].people == people


def test_labels_are_counted_below_a_path_and_by_the_value_of_gold() -> None:
    gold = [{"lines": [{"k": 1}, {"k": True}]}, {"lines": [{"k": 1}]}]
    one, other = GoldLabel("confirmed", 1, ("ann",), "lines[].k"), GoldLabel("disputed", 1, ("ann",), "lines[].k")
    labels = {0: {"lines[0].k": one, "lines[1].k": other}, 1: {"lines[0].k": other}}
    assert labels_below(labels[0], "lines[0]") == [one]
    assert in_counts(labels_below(labels[0], "lines")) == "✔ 1 confirmed, ⚑ 1 disputed"
    assert labels_of_value(labels, gold, "lines[].k", 1) == [one, other]
    assert labels_of_value(labels, gold, "lines[].k", 1.0) == []
    assert labels_of_value(labels, gold, "k", 1) == []
    assert in_counts([]) == ""


def test_a_value_that_is_an_array_has_the_words_that_all_in_it_share() -> None:
    one, other = GoldLabel("confirmed", 1, ("ann",), "tags[]"), GoldLabel("disputed", 1, (), "tags[]")
    labels = {"tags[0]": one, "tags[1]": one, "lines[0]": one, "lines[1]": other, "tags[].-1": other}
    found = label_words(labels, ["tags", "tags[0]", "lines", "name"])
    assert found == {"tags": "✔ confirmed by 1 person", "tags[0]": "✔ confirmed by 1 person"}


@pytest.mark.parametrize(
    ("state", "value", "words"),
    [
        ("confirmed", 1, "✔ confirmed by 2 people"),
        ("corrected", 1, "✎ corrected by 2 people"),
        ("corrected", 2, "✎ called wrong by 2 people, not corrected yet"),
        ("confirmed", 2, "✔ confirmed by 2 people"),
        ("disputed", 1, "⚑ disputed"),
    ],
)
def test_a_state_has_words(state: str, value: int, words: str) -> None:
    assert GoldLabel(state, value, ("ann", "ben"), "total").over(1).in_words == words  # type: ignore[arg-type]
