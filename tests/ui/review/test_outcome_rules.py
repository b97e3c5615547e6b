"""Rules that are made of what people accept: taken, undone, or tried first."""

from typing import Any

from streamlit.testing.v1.element_tree import Block

from evaljson.review.answers import Answer
from evaljson.store import Review
from evaljson.ui.session import server
from evaljson.ui.session.version_asked import VERSION
from evaljson.workspace.read_review import answer_content, domain_card, read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, said
from tests.ui.review.outcomes import outcome, revision_of
from tests.ui.review.reviews import ADA, GOLD, answer, begin, made


def test_what_is_accepted_becomes_a_rule_that_is_undone_with_a_click(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")  # the names of three records
    page = outcome(open_app, review)
    assert not page.exception
    assert "Makes **3 of 3 accepted values** right" in said(page)
    assert "**Read “Firma Huber” as “Fa. Huber”: name**" in said(page), "one pair is no list of synonyms"
    assert "It rests on one pair of values." in said(page)
    [take] = [one for one in page.button if str(one.key).startswith("review.rule.")]
    take.click().run()
    assert not page.exception
    store = server.store()
    name = _schema(review)["properties"]["name"]
    assert name["x-eval-transform"] == [{"map_values": {"values": {"Firma Huber": "Fa. Huber"}}}]
    assert "Nothing that people accept counts as wrong by now" in said(page)
    page.button("data.undo").click().run()
    assert "x-eval-transform" not in _schema(review)["properties"]["name"]
    assert store.evaluations.get(review.evaluation).schema_number == 3


def test_who_takes_a_rule_by_a_link_to_an_earlier_version_sees_what_it_did(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    page = outcome(open_app, review)
    page.query_params[VERSION] = "1"
    page.run()
    next(one for one in page.button if str(one.key).startswith("review.rule.")).click().run()
    page.switch_page("pages/overview.py").run()
    assert not page.exception
    assert VERSION not in page.query_params
    assert "The last results under version" not in said(page)


def test_a_rule_is_no_risk_for_what_corrected_gold_has_put_right(open_app: Open) -> None:
    """Totals that are 2 apart are accepted twice; gold is wrong once, by 1, and another extraction is, by 1."""
    gold = [{**GOLD[0], "id": f"r{at}", "total": total} for at, total in enumerate((10, 20, 30, 40))]
    one = [{**record, "total": record["total"] + more} for record, more in zip(gold, (2, 2, 1, 1), strict=True)]
    review = begin(made(gold, one=one))
    said_of = {10: "both_acceptable", 20: "both_acceptable", 30: "extracted_right", 40: "gold_right"}
    store = server.store()
    while (taken := store.review_cards.take(review.id, by=ADA, session="s")) is not None:
        content = {"answer": said_of[domain_card(taken.card).gold]}
        store.review_events.answer(review.id, taken.token, content, by=ADA)
    warned = [one.value for one in outcome(open_app, review).warning if "one side is wrong" in one.value]
    assert warned == [
        "It would also call 2 values right of which people said that one side is wrong: 31 for 30, 41 for 40."
    ]
    apply_review(store, read_review(store, review.id), revision_of(review), by=ADA)
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)
    page = outcome(open_app, review)
    assert "3 of 3 mismatches differ by at most" in said(page)
    warned = [one.value for one in page.warning if "one side is wrong" in one.value]
    assert warned == ["It would also call 1 value right of which people said that one side is wrong: 41 for 40."]


def test_a_rule_says_what_it_would_call_right_beside_a_value_that_people_typed(open_app: Open) -> None:
    """Totals that are 2 apart are accepted twice; once people type what is 2 from the extraction, too."""
    gold = [{**GOLD[0], "id": f"r{at}", "total": total} for at, total in enumerate((10, 20, 30))]
    one = [{**record, "total": total} for record, total in zip(gold, (12, 22, 41), strict=True)]
    review = begin(made(gold, one=one))
    store = server.store()
    while (taken := store.review_cards.take(review.id, by=ADA, session="s")) is not None:
        is_typed = domain_card(taken.card).gold == 30
        said_so = Answer("gold_wrong", 39) if is_typed else Answer("both_acceptable")
        store.review_events.answer(review.id, taken.token, answer_content(said_so), by=ADA)
    apply_review(store, read_review(store, review.id), revision_of(review), by=ADA)
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)
    page = outcome(open_app, review)
    assert "It would also call 1 value right beside what people typed as gold: 41 for 39." in said(page)


def test_the_buttons_of_a_rule_are_in_a_box_of_their_own_so_that_they_wrap_together(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    boxes = [one for one in outcome(open_app, review).main if isinstance(one, Block)]
    held = [[getattr(one, "label", one.type) for one in box.children.values()] for box in boxes]
    assert ["Take this rule", "Try on Schema"] in held


def test_a_rule_is_tried_on_the_schema_page_as_an_edit_that_is_not_applied(open_app: Open) -> None:
    review = begin(made())
    answer(review, ADA, "both_acceptable")
    page = outcome(open_app, review)
    [rule] = [one for one in page.button if str(one.key).startswith("review.try.")]
    rule.click().run()
    assert not page.exception
    assert page.button(key="schema.apply").disabled is False
    assert page.query_params["field"] in ("name", ["name"])
    assert "x-eval-transform" not in _schema(review)["properties"]["name"]
    page.switch_page("pages/schema.py").button(key="schema.apply").click().run()
    assert not page.exception
    rule_now = _schema(review)["properties"]["name"]["x-eval-transform"]
    assert rule_now == [{"map_values": {"values": {"Firma Huber": "Fa. Huber"}}}]


def _schema(review: Review) -> Any:
    store = server.store()
    number = store.evaluations.get(review.evaluation).schema_number
    assert number is not None
    return store.schemas.get(review.evaluation, number).schema
