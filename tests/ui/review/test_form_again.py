"""The form of a second review: what it leaves out, and the name that it offers."""

import pytest

from evaljson import annotate_xeval, infer_schema
from evaljson.review.plan import ReviewPlan
from evaljson.store import Review
from evaljson.ui.session import author, server
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, BOB, answer, begin, button, made


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


def test_a_second_review_opens_where_its_link_is_to_be_sent_whatever_part_of_the_first_was_seen(
    open_app: Open,
) -> None:
    review = begin(made())
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    page.session_state[author.NAME] = "Ada"
    page.run()
    assert page.button_group(key="review.part").value == "outcome"
    page.button("review.list").click().run()
    page.button("review.begin").click().run()
    page.button("review.new.make").click().run()
    assert not page.exception
    assert page.query_params["review"] != [review.id]
    assert page.button_group(key="review.part").value == "answer"
    assert "✓ The review is made. Whoever is to answer needs its link: *Copy link* above." in said(page)
    page.button("review.list").click().run()
    button(page, f"review.open.{review.id}").click().run()
    assert page.button_group(key="review.part").value == "answer"


def begin_more(first: Review) -> Review:
    """A second review of the same evaluation."""
    store = server.store()
    evaluation = store.evaluations.get(first.evaluation)
    runs = runs_to_review(store, evaluation)
    return make_review(store, evaluation, runs, ReviewPlan(audit=0), ReviewScope(), ReviewTerms("Second"), by=ADA)


def test_the_part_of_another_review_that_a_link_names_is_shown(open_app: Open) -> None:
    first = begin(made())
    second = begin_more(first)
    page = open_app("review", eval=first.evaluation, review=first.id, part="outcome").run()
    page.query_params["review"] = second.id
    page.query_params["part"] = "outcome"
    page.run()
    assert "Second" in said(page)
    assert page.button_group(key="review.part").value == "outcome"


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


@pytest.mark.parametrize(("records", "is_long"), [(300, False), (301, True)])
def test_a_review_of_many_hours_says_what_makes_it_short(open_app: Open, records: int, is_long: bool) -> None:
    gold = [{"id": str(at), "name": f"of {at}"} for at in range(records)]
    one = [{**record, "name": f"not {at}"} for at, record in enumerate(gold)]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    page = open_app("review", made(gold, schema, one=one), new="review")
    shorter = "*Cards at most* 100 keeps those that cost F1 most: about 55 minutes for each person."
    assert (shorter in said(page)) == is_long
    page.number_input("review.new.most").set_value(100).run()
    assert shorter not in said(page)
