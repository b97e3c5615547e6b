"""Corrected gold on the page of a review: what would change, what F1 will be, and whose it is to put it in place."""

import pytest

from evaljson.review.plan import ReviewPlan
from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, loaded, said
from tests.ui.review.outcomes import outcome, table_with
from tests.ui.review.reviews import ADA, BOB, GOLD, ONE, answer, begin, made
from tests.ui.review.reviews import SCHEMA as SIMPLE


@pytest.mark.parametrize(("reviewed", "is_warned"), [(1, True), (None, False)])
def test_gold_that_one_variant_showed_to_be_wrong_is_said_to_favour_it(
    open_app: Open, reviewed: int | None, is_warned: bool
) -> None:
    review = begin(made(one=ONE, two=GOLD), variants=reviewed)
    answer(review, BOB, "extracted_right")
    page = outcome(open_app, review)
    warnings = [one.value for one in page.warning if "favours" in one.value]
    assert bool(warnings) is is_warned
    assert all("Corrected gold favours one" in one and "against two alone" in one for one in warnings)


def test_what_is_to_correct_is_what_would_change_with_elements_that_gold_lacks(open_app: Open) -> None:
    lines = {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}}
    schema = {**SIMPLE, "properties": {**SIMPLE["properties"], "lines": lines}}
    gold = [{**one, "lines": []} for one in GOLD]
    review = begin(made(gold, schema=schema, one=[{**one, "lines": [{"sku": "A"}]} for one in ONE]))
    for _ in range(review.cards):
        answer(review, BOB, "extracted_right")
    page = outcome(open_app, review)
    assert "Values of gold: **7** found wrong" in said(page)
    assert "**7 values** of gold would change" in said(page)


def test_a_correction_rests_on_one_person_who_settled_her_own_answer_and_not_on_two_of_three(open_app: Open) -> None:
    """Ada was not sure of the names and settled them; of the total, she settled for what Bob had said."""
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    store = server.store()
    answer(review, ADA, "unsure")
    answer(review, BOB, "gold_right")
    answer(review, ADA, "gold_right")
    answer(review, BOB, "extracted_right")
    for number, card in enumerate(store.review_cards.all(review.id)):
        store.review_events.settle(
            review.id, number, {"answer": "extracted_right"}, f"once{number}", by=ADA, places=card.current
        )
    page = outcome(open_app, review)
    changes = table_with(page, "People").set_index("Where")
    assert set(changes.loc["name", "People"]) == {1}
    assert changes.loc["total", "People"] == 2
    assert "**3** rest on one person's word" in said(page)


def test_of_long_texts_the_table_of_corrections_shows_what_differs(open_app: Open) -> None:
    clause = "Delivery is made to the registered office of the buyer within 10 "
    gold = [{**GOLD[0], "name": f"{clause}days"}]
    review = begin(made(gold, one=[{**GOLD[0], "name": f"{clause}weeks"}]))
    answer(review, ADA, "extracted_right")
    changes = table_with(outcome(open_app, review), "Gold now")
    assert changes[["Gold now", "Corrected"]].to_numpy().tolist() == [["…r within 10 days", "…r within 10 weeks"]]


def test_before_gold_is_put_in_place_the_page_says_what_f1_will_be_and_that_comes_true(open_app: Open) -> None:
    """The names are accepted, which no gold makes right; the total is corrected."""
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    answer(review, ADA, "extracted_right")
    page = outcome(open_app, review)
    assert table_with(page, "Variant")["F1 as corrected"].tolist() == pytest.approx([100])
    assert "F1 with corrected gold in place: one **66.7** (as corrected 100.0)." in said(page)
    scored = table_with(page, "Variant")["F1 as scored"].tolist()
    page.button("review.apply").click().run()
    store = server.store()
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)
    [variant] = store.evaluations.get(review.evaluation).variants
    newest = max(store.runs.all(review.evaluation, variant.id), key=lambda run: run.created)
    assert newest.metrics["mean_f1"] == pytest.approx(2 / 3)
    after = outcome(open_app, review)
    assert "F1 with corrected gold in place" not in said(after)
    assert table_with(after, "Variant")["F1 before"].tolist() == scored
    assert "F1 as scored" not in table_with(after, "Variant")


def test_what_f1_will_be_says_that_it_is_under_an_earlier_version_of_the_schema(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    answer(review, ADA, "extracted_right")
    under = "This is under version 1 of the eval schema, which the review is about"
    page = outcome(open_app, review)
    assert under not in said(page)
    next(one for one in page.button if str(one.key).startswith("review.rule.")).click().run()
    score_due(server.store(), review.evaluation, by="Ada", tell=lambda share, message: None)
    assert under in said(outcome(open_app, review))
    store = server.store()
    first = store.schemas.get(review.evaluation, 1).schema
    store.schemas.add(review.evaluation, store.evaluations.get(review.evaluation).revision, first, by="Ada")
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)
    assert under not in said(outcome(open_app, review)), "the same settings came back"


def test_of_a_file_that_was_replaced_no_f1_is_foretold_and_no_rule_is_for_values_that_it_has_no_more(
    open_app: Open,
) -> None:
    """The new file has another name in r1 and r2: of what was accepted, only r3 is there."""
    two = [{**one, "total": 0} for one in GOLD]
    review = begin(made(one=ONE, two=two))
    for _ in range(review.cards):
        taken = server.store().review_cards.take(review.id, by=ADA, session="s")
        assert taken is not None
        name = "both_acceptable" if taken.card.field == "name" else "extracted_right"
        server.store().review_events.answer(review.id, taken.token, {"answer": name}, by=ADA)
    before = said(outcome(open_app, review))
    assert "F1 with corrected gold in place: one **" in before
    assert "Makes **3 of 3 accepted values** right." in before
    store, newer = server.store(), [*({**one, "name": "Huber & Co."} for one in ONE[:2]), ONE[2]]
    evaluation = store.evaluations.get(review.evaluation)
    data = loaded(newer, "one.json", "extracted")
    store.variants.update(evaluation.id, evaluation.revision, evaluation.variants[0].id, by="t", data=data)
    score_due(store, evaluation.id, by="t", tell=lambda share, message: None)
    after = said(outcome(open_app, review))
    assert "F1 with corrected gold in place: one" not in after
    assert "People accept 1 value that the eval schema calls wrong." in after
    assert "Makes **1 of 1 accepted value** right." in after


def test_only_who_made_the_review_puts_gold_in_place(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "extracted_right")
    page = outcome(open_app, review, "Bob")
    assert page.button("review.apply").disabled
    assert "Ada made this review" in page.button("review.apply").help
    assert "Not for you: Ada made this review" in said(page), "the reason is to be seen without pointing at the button"


def test_who_made_the_review_says_so_in_another_browser(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "extracted_right")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert page.button("review.apply").disabled
    page.button("review.outcome.me").click().run()
    assert not page.exception
    assert not page.button("review.apply").disabled
    assert "review.outcome.me" not in [one.key for one in page.button]
