"""Answers, skips and comments that are taken back, or asked for again."""

import pytest

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor
from evaljson.ui.session import author, server
from evaljson.workspace.read_review import read_review
from evaljson.workspace.review_files import export_review
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.reviews import ADA, BOB, GOLD, answer, begin, button, field, given, made, opened


def test_undo_gives_the_card_back_with_the_records_that_the_answer_had(open_app: Open) -> None:
    gold = [{**one, "total": 5.0} for one in GOLD]
    page = opened(open_app, begin(made(gold, one=[{**one, "total": 6.0} for one in gold]), ReviewPlan(audit=0)))
    button(page, "review.all.").click()
    page.run()
    button(page, "review.answer.gold_right.").click()
    page.run()
    button(page, "review.undo").click()
    page.run()
    ticks = [box.value for box in page.checkbox if str(box.key).startswith("review.tick.")]
    assert len(ticks) > 1
    assert all(ticks)


def test_undo_brings_the_card_back_also_after_a_reload(open_app: Open) -> None:
    review = begin(made())
    page = opened(open_app, review)
    button(page, "review.answer.gold_right").click()
    page.run()
    again = opened(open_app, review)
    assert "Name of the vendor" not in html_of(again)
    button(again, "review.undo.").click()
    again.run()
    assert "Name of the vendor" in html_of(again)
    assert [kind for _, kind, _ in given(review)] == ["answer"] * 3 + ["undo"]


@pytest.mark.parametrize(("others", "words"), [(0, "↶ Taken back; here it is again."), (2, "↶ Taken back.")])
def test_a_skip_that_is_taken_back_shows_the_card_only_while_it_wants_an_opinion(
    open_app: Open, others: int, words: str
) -> None:
    review = begin(made())
    page = opened(open_app, review, "Ada")
    button(page, "review.skip").click()
    page.run()
    for _ in range(others):
        taken = server.store().review_cards.take(review.id, by=BOB, session="bob")
        if taken is not None:
            server.store().review_events.answer(review.id, taken.token, {"answer": "gold_right"}, by=BOB)
    button(page, "review.undo.").click()
    page.run()
    assert not page.exception
    assert words in said(page).splitlines()
    assert ("Name of the vendor" in html_of(page)) is (not others)


def test_a_decision_is_not_taken_back_among_the_answers(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "extracted_right")
    answer(review, BOB, "gold_right")
    server.store().review_events.settle(review.id, 0, {"answer": "gold_right"}, "once", by=ADA)
    undo = button(opened(open_app, review, "Ada"), "review.undo")
    assert undo.disabled
    assert "Settle takes it back" in undo.help


def test_skipped_cards_come_last_and_only_when_asked_for(open_app: Open) -> None:
    review = begin(made())
    page = opened(open_app, review)
    for _ in range(2):
        button(page, "review.skip.").click()
        page.run()
    assert "Only what you skipped is left for you: 2 cards." in said(page)
    page.button("review.again").click().run()
    assert "Name of the vendor" in html_of(page)


def test_a_comment_on_a_skipped_card_is_kept_for_the_minutes_and_for_whoever_settles(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, overlap=0, audit=0))
    page = opened(open_app, review)
    field(page, "review.comment.").set_value("Checked against the scan").run()
    button(page, "review.skip.").click()
    page.run()
    assert "Your comment is kept." in said(page)
    for who, name in ((ADA, "gold_right"), (Actor("Eve", role="reviewer"), "extracted_right")):
        answer(review, who, name)
    read = read_review(server.store(), review.id)
    minutes = b"".join(export_review(server.store(), read, "minutes")).decode()
    assert "Bob: Checked against the scan" in minutes
    page = open_app("review", review=review.id, part="settle")
    page.session_state[author.NAME] = "Ada"
    assert "Checked against the scan" in html_of(page.run())


def test_a_comment_is_there_again_once_its_answer_is_taken_back(open_app: Open) -> None:
    page = opened(open_app, begin(made()))
    field(page, "review.comment.").set_value("as printed")
    page.run()
    button(page, "review.answer.both_acceptable.").click()
    page.run()
    assert field(page, "review.comment.").value == ""
    button(page, "review.undo.").click()
    page.run()
    assert field(page, "review.comment.").value == "as printed"
