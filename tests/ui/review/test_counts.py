"""How many places a review has decided, and on how many cards."""

from streamlit.testing.v1 import AppTest

from evaljson.review.counted_places import CountedPlace
from evaljson.review.plan import ReviewPlan
from evaljson.store import Review
from evaljson.ui.review.counts import places_in_words
from evaljson.ui.session import author, server
from evaljson.workspace.read_review import read_review
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.reviews import ADA, BOB, GOLD, answer, begin, made


def test_places_are_counted_with_the_cards_that_they_are_on() -> None:
    one = [CountedPlace("decided", frozenset({0}))] * 30 + [
        CountedPlace("decided", frozenset({1, 2})), CountedPlace("open", frozenset({1})),
    ]  # fmt: skip
    assert places_in_words(one) == "**31** decided, on 3 cards · **1** open, on 1 card"


def test_places_that_someone_has_answered_are_told_apart_from_those_without_an_answer(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_right")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert "Places: **3** waiting for another opinion, on 1 card · **1** open, on 1 card" in said(page)


def test_the_page_says_that_one_person_alone_cannot_decide_what_waits(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_right")
    for person, alone in ((ADA, True), (BOB, False)):
        if person == BOB:
            answer(review, BOB, "gold_right")
        page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
        [line] = [one for one in page.markdown if one.value.startswith("Places")]
        assert ("waiting for another opinion" in line.value) is alone
        assert ("One person alone cannot decide them" in line.help) is alone


def test_a_card_whose_places_differ_in_state_counts_for_each() -> None:
    words = places_in_words(CountedPlace(state, frozenset({7})) for state in ("settled", "disputed", "unsure"))
    assert words.split(" · ") == [
        "**1** settled, on 1 card", "**1** with answers that differ, on 1 card",
        "**1** with a card that nobody was sure of, on 1 card",
    ]  # fmt: skip


def test_cards_that_contradict_each_other_are_not_decided_and_no_match_was_looked_at(open_app: Open) -> None:
    """One and two differ at the name of the same record; three has there what gold has."""
    one, two = ([{**GOLD[0], "name": name}] for name in ("Ax", "Bx"))
    review = begin(made(GOLD[:1], one=one, two=two, three=GOLD[:1]))
    answer(review, ADA, "extracted_right")
    answer(review, ADA, "gold_right")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert not page.exception
    assert "Places: **1** with answers that differ, on 2 cards" in said(page)
    assert "Decided: **0 of 2 cards** with a difference." in said(page)
    [figures] = [frame.value for frame in page.dataframe if "Matches looked at" in frame.value.columns]
    assert figures.set_index("Variant").loc["three", "Matches looked at"] == "0 of 3"


def settling(open_app: Open, review: Review) -> AppTest:
    page = open_app("review", eval=review.evaluation, review=review.id, part="settle")
    page.session_state[author.NAME] = ADA.name
    return page.run()


def two_writings(one: str, two: str) -> Review:
    """Two cards about the day of one record, on which Ada says both times that the extraction is right."""
    schema = {"type": "object", "properties": {"day": {"type": "string", "x-eval-compare": "date"}}}
    gold, first, second = ([{"day": day}] for day in ("2025-03-01", one, two))
    review = begin(made(gold, schema, one=first, two=second))
    for _ in range(2):
        answer(review, ADA, "extracted_right")
    return review


def test_a_date_in_two_writings_is_one_place_and_leaves_nothing_to_settle(open_app: Open) -> None:
    review = two_writings("2025-02-21", "21/02/2025")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert "Places: **1** decided, on 2 cards" in said(page)
    assert "Values there: **2** extraction is right" in said(page)
    assert "Values of gold: **1** found wrong · **0** confirmed" in said(page)
    page = settling(open_app, review)
    assert "There is nothing to settle" in said(page)


def test_a_place_that_is_settled_on_one_card_counts_once_and_by_what_was_settled(open_app: Open) -> None:
    review = two_writings("2025-02-21", "2025-02-23")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert "Places: **1** with answers that differ, on 2 cards" in said(page)
    server.store().review_events.settle(review.id, 0, {"answer": "extracted_right"}, "t1", by=ADA)
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert "Places: **1** settled, on 2 cards" in said(page)
    assert "**1** extraction is right · **1** gold is wrong" in said(page)
    page = settling(open_app, review)
    assert "✓ All 2 questions are settled." in said(page)


def test_a_key_that_gold_rightly_lacks_is_not_among_the_values_of_gold_that_are_confirmed(open_app: Open) -> None:
    gold = [{"day": "2025-03-01"}]
    schema = {"type": "object", "properties": {"day": {"type": "string"}}}
    review = begin(made(gold, schema, one=[{"day": "2025-03-02", "confidence": 0.9}]))
    for _ in range(2):
        answer(review, ADA, "gold_right")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert "Places: **2** decided, on 2 cards" in said(page)
    assert "Values of gold: **0** found wrong · **1** confirmed" in said(page)


def test_a_value_that_one_card_decides_counts_and_the_page_says_that_an_answer_about_it_still_waits(
    open_app: Open,
) -> None:
    one, two = ([{**GOLD[0], "name": name}] for name in ("Ax", "Bx"))
    review = begin(made(GOLD[:1], one=one, two=two), ReviewPlan(opinions=2, audit=0))
    for person in (ADA, BOB):
        answer(review, person, "gold_right")
    answer(review, ADA, "extracted_right")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert "Places: **1** decided, on 2 cards" in said(page)
    assert "Values of gold: **0** found wrong · **1** confirmed" in said(page)
    assert "Of the places decided or settled: of **1**, an answer on another card waits for another opinion." in said(
        page
    )


SKUS = {"type": "object", "properties": {"sku": {"type": "string"}, "of": {"type": "string"}}}
LINES = {
    "type": "object",
    "properties": {"lines": {"type": "array", "x-eval-align": {"match_by": "key_field", "key": "sku"}, "items": SKUS}},
}


def test_who_settles_sees_who_keeps_a_value_in_an_element_that_is_to_go_and_outcome_says_which_counts(
    open_app: Open,
) -> None:
    gold = [{"lines": [{"sku": "a", "of": "x"}, {"sku": "b", "of": "y"}]}]
    one, two = [{"lines": [{"sku": "b", "of": "y"}]}], [{"lines": [{"sku": "a", "of": "z"}, {"sku": "b", "of": "y"}]}]
    review = begin(made(gold, LINES, one=one, two=two))
    cards = {card.field: number for number, card in enumerate(read_review(server.store(), review.id).cards)}
    said_of = {cards["lines[]"]: "extracted_right", cards["lines[].of"]: "gold_right"}
    for number in sorted(said_of):
        answer(review, ADA, said_of[number])
    page = settling(open_app, review)
    assert "An answer about a value in this element says otherwise. Until this is settled, gold keeps the" in said(page)
    assert "lines[0].of: Gold is right, where z was extracted" in html_of(page)
    server.store().review_events.settle(review.id, cards["lines[]"], {"answer": "extracted_right"}, "t1", by=ADA)
    page = settling(open_app, review)
    assert "The only question is settled" in said(page)
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert "Places: **1** settled, on 2 cards" in said(page)
    assert "Values of gold: **1** found wrong · **0** confirmed" in said(page)
    assert "**1 value** that people say is right is in an element of which it was settled" in said(page)
    [changes] = [frame.value for frame in page.dataframe if "Says" in frame.value.columns]
    assert changes["Says"].tolist() == ["Ada; Ada: lines[0].of: Gold is right"]
