"""The form of a second review: what it leaves out, and the name that it offers."""

import pytest

from tests.ui.conftest import Open, said
from tests.ui.review.reviews import BOB, answer, begin, button, made


def test_what_an_earlier_review_decided_is_left_out_unless_it_is_wanted(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "gold_right")
    page = open_app("review", eval=review.evaluation, new="review")
    page.slider("review.new.audit").set_value(0).run()
    assert "1 card that earlier reviews decided is left out" in said(page).replace("**", "")
    assert "1 card of what differs" in said(page).replace("**", "")
    page.toggle("review.new.decided").set_value(True).run()
    assert "left out" not in said(page)
    assert "2 cards of what differs" in said(page).replace("**", "")


def test_all_that_is_decided_is_nothing_to_review(open_app: Open) -> None:
    review = begin(made())
    answer(review, BOB, "gold_right")
    answer(review, BOB, "extracted_right")
    page = open_app("review", eval=review.evaluation, new="review")
    page.slider("review.new.audit").set_value(0).run()
    assert "Nothing else differs in what is chosen" in said(page)
    assert button(page, "review.new.make").disabled


def test_a_first_review_is_not_asked_about_earlier_ones(open_app: Open) -> None:
    page = open_app("review", made(), new="review")
    assert "review.new.decided" not in [one.key for one in page.toggle]


@pytest.mark.parametrize(
    ("fields", "statuses", "most", "name"),
    [
        ([], [], None, "All disagreements"),
        (["total"], [], None, "All disagreements in total"),
        (["total"], ["mismatch"], None, "Wrong in total"),
        (["name", "total", "paid"], [], 5, "Disagreements in name, total and 1 more, 5 cards at most"),
    ],
)
def test_the_name_that_is_offered_says_what_the_review_holds(
    open_app: Open, fields: list[str], statuses: list[str], most: int | None, name: str
) -> None:
    page = open_app("review", made(), new="review")
    page.multiselect("review.new.fields").set_value(fields)
    page.multiselect("review.new.statuses").set_value(statuses)
    page.number_input("review.new.most").set_value(most).run()
    assert page.text_input("review.new.name").value == name


def test_a_name_that_was_typed_stays(open_app: Open) -> None:
    page = open_app("review", made(), new="review")
    page.text_input("review.new.name").set_value("Mine").run()
    page.multiselect("review.new.variants").set_value(page.multiselect("review.new.variants").value).run()
    page.multiselect("review.new.fields").set_value(["total"]).run()
    assert page.text_input("review.new.name").value == "Mine"
