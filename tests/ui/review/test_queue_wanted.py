"""What pages say once a file has answered the card that someone has on screen."""

from evaljson.store import Brought
from evaljson.ui.session import server
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, begin, button, made
from tests.ui.review.test_queue import opened


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
