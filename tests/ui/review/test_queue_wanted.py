"""What pages say once a file has answered the card that someone has on screen."""

from evaljson.review.plan import ReviewPlan
from evaljson.store import Brought
from evaljson.ui.session import server
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, BOB, GOLD, ONE, answer, begin, button, made, opened


def test_a_card_that_a_file_answered_is_wanted_of_nobody_once_it_is_skipped(open_app: Open) -> None:
    review = begin(made())
    page = opened(open_app, review)
    rows = [Brought(card, "Rosa", {"answer": "gold_right"}, f"row {card}") for card in range(review.cards)]
    server.store().review_events.bring_in(review.id, rows, by=ADA)
    button(page, "review.skip.").click()
    page.run()
    for shown in (page, opened(open_app, review, "Tom")):
        assert "Every card has all the opinions that it wants" in said(shown)
        assert "still wanted" not in said(shown)
    about = server.store().reviews.get(review.id)
    assert about.answered == about.seats == review.seats


def test_the_end_of_the_queue_leads_who_settles_to_what_is_left_to_settle(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    for _ in range(2):
        answer(review, ADA, "gold_right", session="ada")
        answer(review, BOB, "extracted_right", session="bob")
    pages = {who: opened(open_app, review, who) for who in ("Ada", "Bob")}
    for page in pages.values():
        assert "Every card has all the opinions that it wants. 2 questions are left to settle." in said(page)
    assert "review.to-settle" not in [one.key for one in pages["Bob"].button]
    button(pages["Ada"], "review.to-settle").click().run()
    assert not pages["Ada"].exception
    assert "Question 1 of 2 to settle." in said(pages["Ada"])


def test_who_answered_nothing_is_not_told_to_have_answered_all(open_app: Open) -> None:
    review = begin(made(GOLD[:1], one=ONE[:1]))
    assert server.store().review_cards.take(review.id, by=BOB, session="bob") is not None
    shown = said(opened(open_app, review, "Ann"))
    assert "✓ No card is left for you now. 1 opinion of others is still wanted;" in shown
    assert "Bob has a card now" in shown
