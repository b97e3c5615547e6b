"""The form of a new review leaves out what cut-off replies lack, unless that was picked, and says how much that is."""

import json

import pytest

from evaljson.load import read_records
from evaljson.ui.session import server
from evaljson.ui.session.review_wish import ReviewWish
from evaljson.workspace.make_review import ReviewScope
from tests.ui.conftest import Made, Open, loaded, said

WISH = "evaljson.review.wish"
GOLD = [{"id": str(number), "a": f"text {number}", "b": f"b{number}", "c": "x"} for number in range(4)]
SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {name: {"type": "string"} for name in "abc"},
}  # fmt: skip


def made(is_cut: bool = True) -> Made:
    """One wrong value, and a last reply that ends before b and c."""
    replies = [json.dumps({key: value for key, value in one.items() if key != "id"}) for one in GOLD]
    replies[0] = replies[0].replace("text 0", "another text")
    if is_cut:
        replies[-1] = replies[-1][: replies[-1].index(', "b"')]
    lines = "\n".join(json.dumps({"id": one["id"], "reply": reply}) for one, reply in zip(GOLD, replies, strict=True))
    extracted = read_records(lines.encode(), name="x.jsonl", kind="extracted", id_field="id", text_field="reply")
    return Made("cut", loaded(GOLD), {"one": extracted}, SCHEMA)


def test_what_a_cut_off_reply_lacks_is_left_out_unless_it_is_wanted(open_app: Open) -> None:
    page = open_app("review", made(), new="review")
    page.slider("review.new.audit").set_value(0).run()
    assert "What cut-off replies lack is left out: 2 values, which count as scored." in said(page)
    assert "1 card of what differs" in said(page).replace("**", "")
    page.toggle("review.new.cut_off").set_value(True).run()
    assert "left out" not in said(page)
    assert "3 cards of what differs" in said(page).replace("**", "")


def test_a_review_says_later_how_many_cards_it_left_out(open_app: Open) -> None:
    identity = made().keep()
    page = open_app("review", eval=identity, new="review")
    page.text_input("review.new.who").set_value("Ada").run()
    page.button("review.new.make").click().run()
    (review,) = server.store().reviews.all(identity)
    assert review.settings["cut_off"] == 2
    page.session_state[f"review.manage.{review.id}"] = True
    page.run()
    assert "What cut-off replies lack is left out: 2 values" in said(page)


def test_values_that_were_picked_are_asked_about(open_app: Open) -> None:
    page = open_app("review", made(), new="review")
    page.session_state[WISH] = ReviewWish(ReviewScope(values=((3, "b"), (3, "c"))), "cut off, 2 values")
    page.run()
    assert page.toggle("review.new.cut_off.list").value
    assert "2 cards of what differs" in said(page).replace("**", "")


@pytest.mark.parametrize("is_cut", [True, False])
def test_it_is_only_asked_where_a_reply_was_cut_off(open_app: Open, is_cut: bool) -> None:
    page = open_app("review", made(is_cut), new="review")
    assert ("review.new.cut_off" in [one.key for one in page.toggle]) is is_cut
