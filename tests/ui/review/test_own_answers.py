"""What someone has answered is found again, and any of it can be answered once more."""

from typing import Any

from streamlit.testing.v1 import AppTest

from evaljson.review.plan import ReviewPlan
from evaljson.store import Review
from evaljson.ui.review.own_answers import OPENED
from evaljson.ui.session import server
from evaljson.workspace.read_review import read_review
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.reviews import ADA, BOB, GOLD, answer, begin, button, made, opened


def _box(page: AppTest) -> Any:
    return next(one for one in page.selectbox if str(one.key).startswith("review.own.chosen"))


def _choose(page: AppTest, review: Review, place: int) -> None:
    """Choose the answer of Bob at a place of the list: AppTest knows choices by their words alone."""
    given = read_review(server.store(), review.id).opinions.given_by("Bob")
    page.session_state[_box(page).key] = list(given)[place]
    page.run()


def test_any_earlier_answer_can_be_given_again(open_app: Open) -> None:
    review = begin(made())
    for _ in range(2):
        answer(review, BOB, "gold_right")
    page = opened(open_app, review)
    page.session_state[OPENED] = True
    page.run()
    assert _box(page).options == [
        "2. r2 · total · 20 → 21 · Gold is right",
        "1. r1 and 2 more records · name · Fa. Huber → Firma Huber · Gold is right",
    ]
    _choose(page, review, 1)
    button(page, "review.own.again.").click()
    page.run()
    assert not page.exception
    assert "↶ Taken back; here it is again." in said(page)
    assert "Name of the vendor" in html_of(page)
    button(page, "review.answer.extracted_right").click()
    page.run()
    opinions = read_review(server.store(), review.id).opinions.given
    assert {at: [one.answer.name for one in some] for at, some in opinions.items()} == {
        (0, 0): ["extracted_right"], (0, 1): ["extracted_right"], (0, 2): ["extracted_right"], (1, 0): ["gold_right"],
    }  # fmt: skip


def test_only_answers_of_ones_own_that_stand_are_listed(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_right")
    for _ in range(2):
        answer(review, BOB, "extracted_right")
    undoable = server.store().review_events.undoable(review.id, by=BOB)
    assert undoable is not None
    server.store().review_events.undo(review.id, undoable.act, by=BOB)
    mine = read_review(server.store(), review.id).opinions.given_by("Bob")
    assert list(mine.values()) == [[(0, 0), (0, 1), (0, 2)]]


def test_an_answer_for_some_records_is_listed_by_these(open_app: Open) -> None:
    review = begin(made())
    store = server.store()
    taken = store.review_cards.take(review.id, by=BOB, session="elsewhere")
    assert taken is not None
    store.review_events.answer(review.id, taken.token, {"answer": "gold_right"}, by=BOB, places=[1])
    page = opened(open_app, review)
    page.session_state[OPENED] = True
    page.run()
    assert _box(page).options == ["1. r2 · name · Fa. Huber → Firma Huber · Gold is right"]


def test_an_answer_that_was_taken_back_elsewhere_is_no_longer_offered(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "gold_right")
    page = opened(open_app, review)
    page.session_state[OPENED] = True
    page.run()
    _choose(page, review, 0)
    undoable = server.store().review_events.undoable(review.id, by=BOB)
    assert undoable is not None
    server.store().review_events.undo(review.id, undoable.act, by=BOB)
    page.run()
    assert not page.exception
    assert "Your answers" not in [one.label for one in page.expander]


def test_a_side_without_a_value_is_called_absent(open_app: Open) -> None:
    review = begin(made(one=[{key: value for key, value in one.items() if key != "name"} for one in GOLD]))
    answer(review, BOB, "gold_right")
    page = opened(open_app, review)
    page.session_state[OPENED] = True
    page.run()
    assert [one.split(" · ")[2] for one in _box(page).options] == ["Fa. Huber → absent"]
