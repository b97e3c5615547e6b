"""The list of reviews, the form of a new one, and settling."""

from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.jobs.kinds import KINDS
from evaljson.review.plan import ReviewPlan
from evaljson.store import Review
from evaljson.ui.review import form
from evaljson.ui.session import author, server
from evaljson.workspace.review_job import REVIEW
from tests.ui.conftest import Open, html_of, said
from tests.ui.review.reviews import ADA, BOB, GOLD, ONE, SCHEMA, answer, begin, button, given, made


def as_person(page: AppTest, who: str) -> AppTest:
    page.session_state[author.NAME] = who
    return page.run()


def test_without_reviews_the_page_says_what_they_are_for(open_app: Open) -> None:
    page = open_app("review", made())
    assert not page.exception
    assert "Gold may be wrong too" in said(page)


def test_a_review_is_made_by_the_form_and_opened(open_app: Open) -> None:
    page = as_person(open_app("review", made()), "Ada")
    page.button("review.begin").click().run()
    assert not page.exception
    assert "2 cards of what differs (4 values)" in said(page).replace("**", "")
    page.text_input("review.new.name").set_value("First look")
    box(page, "people").set_value("Ada\n Bob \n\nAda")
    page.number_input("review.new.opinions").set_value(2)
    nobody_sees = "No matching values are drawn"
    assert nobody_sees not in said(page)
    page.slider("review.new.audit").set_value(0)
    page.run()
    assert "At 30 seconds a card: about 1 minute each for 2 people." in said(page).replace("**", "")
    assert "each answered by 2 people" in said(page)
    assert nobody_sees in said(page)
    page.button("review.new.make").click().run()
    assert not page.exception
    [review] = [one for each in server.store().evaluations.all() for one in server.store().reviews.all(each.id)]
    assert (review.name, review.created_by, review.seats) == ("First look", "Ada", 4)
    assert review.settings["people"] == ["Ada", "Bob"]
    assert "new" not in page.query_params
    assert "Fa" in html_of(page)  # the first card is on screen


def box(page: AppTest, name: str) -> Any:
    """The text area of the form with this name."""
    return next(one for one in page.text_area if str(one.key).endswith(f".{name}"))


def test_what_is_typed_for_those_who_answer_stays_over_a_look_at_another_page_until_the_form_is_closed(
    open_app: Open,
) -> None:
    page = open_app("review", made(), new="review")
    box(page, "instructions").set_value("Cents count.").run()
    page.switch_page("pages/fields.py").run()
    page.switch_page("pages/review.py")
    page.query_params["new"] = "review"
    page.run()
    assert box(page, "instructions").value == "Cents count."
    page.button("review.new.back").click().run()
    page.button("review.begin").click().run()
    assert box(page, "instructions").value == ""


@pytest.mark.parametrize(
    ("records", "opinions", "overlap", "words"),
    [
        (1, 1, 0, "for one person."),
        (1, 1, 100, "for one person, or about 1 minute each for 2 people, second opinions included."),
        (1, 2, None, "each for 2 people."),
        (3, 1, 0, "for one person, or about 1 minute each for 2 people."),
        (3, 2, None, "each for 3 people."),
        (3, 5, None, "each for 5 people."),
    ],
)
def test_minutes_are_of_no_more_people_than_there_are_opinions_to_give(
    open_app: Open, records: int, opinions: int, overlap: int | None, words: str
) -> None:
    page = as_person(open_app("review", made(GOLD[:records], one=ONE[:records])), "Ada")
    page.button("review.begin").click().run()
    page.number_input("review.new.opinions").set_value(opinions)
    page.slider("review.new.audit").set_value(0)
    page.run()
    if overlap is not None:
        page.slider("review.new.overlap").set_value(overlap).run()
    assert f"At 30 seconds a card: about 1 minute {words}" in said(page).replace("**", "")


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (ONE[:2], "Records that one side lacks are left out: there is nothing to compare in them."),
        ([{"id": "r1", "name": "x", "total": 0, "paid": False}], "Nothing matches beyond these cards in what is"),
    ],
    ids=["a record is missing", "nothing matches"],
)
def test_the_form_says_what_is_left_out(open_app: Open, one: list[object], words: str) -> None:
    gold = GOLD if len(one) > 1 else GOLD[:1]
    assert words in said(open_app("review", made(gold, one=one), new="review"))
    assert words not in said(open_app("review", made(), new="review"))


def test_the_form_says_how_little_few_matching_values_say(open_app: Open) -> None:
    """8 of them found right leave 31% at most that may be wrong: 0.69 ** 8 is 0.05."""
    gold = [{"id": f"r{n}", "name": f"name {n}", "total": n, "paid": True} for n in range(80)]
    extracted = [{**one, "total": -1} if at < 3 else one for at, one in enumerate(gold)]
    page = open_app("review", made(gold, one=extracted), new="review")
    page.number_input("review.new.most").set_value(80).run()
    assert "Even if people find nothing wrong in what matches, up to 31% of it may be: 8 are few." in said(page)
    page.slider("review.new.audit").set_value(100).run()
    assert "are few" not in said(page)


def test_the_form_says_how_many_second_opinions_are_drawn(open_app: Open) -> None:
    page = open_app("review", made(one=[{**one, "total": 0, "paid": None} for one in ONE]), new="review")
    page.slider("review.new.audit").set_value(0)
    page.slider("review.new.overlap").set_value(100).run()
    cards = 6  # one for the names, three for the totals, two for what is paid
    assert f"({cards + 3} values), {cards} of them (100%) with a second opinion." in said(page).replace("**", "")


def test_a_large_review_is_made_by_a_job_that_can_be_cancelled_and_begun_again(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    monkeypatch.setattr(form, "QUICK", 0)
    page = as_person(open_app("review", made(), new="review"), "Ada")
    page.button("review.new.make").click().run()
    store = server.store()
    [job] = [job for job in store.jobs.all() if job.kind == REVIEW]
    assert "new" not in page.query_params
    page.button(f"review.making.cancel.{job.id}").click().run()
    assert "was cancelled: nothing of it is stored" in said(page)
    page.button("review.making.again").click().run()
    assert store.jobs.claim("worker", [REVIEW]) is not None
    done = KINDS[REVIEW](store, job, lambda share, message: None)
    store.jobs.finish(job.id, "worker", "done", result=done)
    page.run()
    assert not page.exception
    assert "Fa" in html_of(page)  # its first card is on screen
    assert "made review" not in said(page), "it is no news to whoever asked for it"


def test_the_form_takes_its_scope_from_the_address(open_app: Open) -> None:
    page = open_app("review", made(), new="fields", field="total", status="mismatch")
    assert page.multiselect("review.new.fields").value == ["total"]
    assert page.multiselect("review.new.statuses").value == ["mismatch"]
    assert "1 card of what differs (1 value)" in said(page).replace("**", "")


@pytest.mark.parametrize(
    ("total", "is_said"), [(11, True), ("10.00", False)], ids=["another number", "the same, written in another way"]
)
def test_the_form_says_on_how_many_cards_an_answer_begins_with_one_record(
    open_app: Open, total: object, is_said: bool
) -> None:
    gold = [{**record, "total": 10} for record in GOLD]
    exact = {
        **SCHEMA,
        "properties": {**SCHEMA["properties"], "total": {"type": "number", "x-eval-compare": "exact"}},
    }
    page = open_app("review", made(gold, exact, one=[{**record, "total": total} for record in gold]))
    page.button("review.begin").click().run()
    page.slider("review.new.audit").set_value(0).run()
    assert "1 card of what differs (3 values)" in said(page).replace("**", "")
    assert ("On one card several records have values that are equal by chance" in said(page)) == is_said


def test_the_list_shows_progress_people_and_state(open_app: Open) -> None:
    review = begin(made(), people=("Ada", "Bob"), due="2020-01-31")
    answer(review, ADA, "unsure")
    server.store().reviews.pause(review.id, by=ADA)
    page = open_app("review", eval=review.evaluation)
    assert "1 of 2 opinions given" in page.get("progress")[0].proto.text
    shown = said(page)
    assert "for Ada, Bob" in shown
    assert "due 2020-01-31 (over)" in shown
    assert "paused" in shown


def test_a_review_is_opened_from_the_list_and_stays_open(open_app: Open) -> None:
    review = begin(made())
    page = as_person(open_app("review", eval=review.evaluation), "Ada")
    page.button(f"review.open.{review.id}").click().run()
    assert page.query_params["review"] in (review.id, [review.id])
    assert "Fa" in html_of(page)  # its first card is on screen


def test_a_review_is_deleted_and_brought_back(open_app: Open) -> None:
    review = begin(made())
    page = as_person(open_app("review", eval=review.evaluation), "Ada")
    page.session_state[f"review.manage.{review.id}"] = True
    page.run()
    page.button(f"review.manage.delete.{review.id}").click().run()
    assert server.store().reviews.all(review.evaluation) == []
    page.button("data.undo").click().run()
    assert [one.id for one in server.store().reviews.all(review.evaluation)] == [review.id]


def test_with_a_number_of_cards_the_audit_is_a_share_of_that_number(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(overlap=0, audit=0.1, most=40))
    page = as_person(open_app("review", eval=review.evaluation), "Ada")
    page.session_state[f"review.manage.{review.id}"] = True
    page.run()
    assert "The audit of 4 matches at most (10% of 40 cards) stays as it was drawn" in said(page)


def test_order_and_second_opinions_are_changed_in_the_menu_and_the_audit_stays(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(overlap=0, audit=0.5))
    page = as_person(open_app("review", eval=review.evaluation), "Ada")
    page.session_state[f"review.manage.{review.id}"] = True
    page.run()
    assert "Nobody has answered: all cards" in said(page)
    assert "The audit of 50% of matches stays as it was drawn" in said(page)
    answer(review, ADA, "unsure")
    page.run()
    assert "Cards that someone has begun with stay as they are." in said(page)
    page.selectbox(f"review.arrange.order.{review.id}").set_value("record")
    page.slider(f"review.arrange.overlap.{review.id}").set_value(100)
    next(one for one in page.button if one.label == "Arrange the cards").click().run()
    assert not page.exception
    settings = server.store().reviews.get(review.id).settings
    assert (settings["order"], settings["overlap"], settings["audit"]) == ("record", 1.0, 0.5)
    first, *others = server.store().review_cards.all(review.id)
    assert first.opinions == 1
    assert {card.opinions for card in others} == {2}


def test_where_every_card_has_two_opinions_no_smaller_share_of_second_ones_is_shown(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2))
    page = as_person(open_app("review", eval=review.evaluation), "Ada")
    page.session_state[f"review.manage.{review.id}"] = True
    page.run()
    slider = page.slider(f"review.arrange.overlap.{review.id}")
    assert (slider.value, slider.disabled) == (100, True)
    assert "which of them two people answer" not in said(page)
    page = open_app("review", made(), new="review")
    page.number_input("review.new.opinions").set_value(2).run()
    [shown] = [one for one in page.slider if one.label == "Cards with a second opinion"]
    assert (shown.value, shown.disabled) == (100, True)


@pytest.mark.parametrize("state", ["paused", "closed"])
def test_a_review_is_paused_and_closed_in_the_menu(open_app: Open, state: str) -> None:
    review = begin(made())
    page = as_person(open_app("review", eval=review.evaluation), "Ada")
    page.session_state[f"review.manage.{review.id}"] = True
    page.run()
    page.button(f"review.manage.{state}.{review.id}").click().run()
    assert server.store().reviews.get(review.id).state == state


def test_a_link_to_a_review_that_is_gone_says_so(open_app: Open) -> None:
    page = open_app("review", made(), review="<b>gone</b>")
    assert not page.exception
    assert "There is no such review on this server" in said(page)
    assert "<b>gone" not in html_of(page)


@pytest.fixture
def disputed() -> Review:
    """Ada and Bob answered the three names differently."""
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_right", comment="as on <paper>")
    answer(review, BOB, "extracted_right")
    return review


def test_differing_answers_are_settled_with_one_click_by_whoever_made_the_review(
    open_app: Open, disputed: Review
) -> None:
    page = as_person(open_app("review", review=disputed.id, part="settle"), "Ada")
    shown = html_of(page)
    assert "as on &lt;paper&gt;" in shown
    assert "Bob" in shown
    button(page, "review.settle.1.").click()
    page.run()
    assert given(disputed)[-3:] == [("Ada", "settle", "extracted_right")] * 3
    assert "The only question is settled" in said(page)
    button(page, "review.settle.undo.").click()
    page.run()
    assert "1 question to settle" in said(page)
    button(page, "review.settle.2.").click()
    page.run()
    assert given(disputed)[-3:] == [("Ada", "settle", "gold_right")] * 3


def test_differing_answers_are_settled_with_another_value(open_app: Open, disputed: Review) -> None:
    page = as_person(open_app("review", review=disputed.id, part="settle"), "Ada")
    button(page, "review.settle.3.").click()
    page.run()
    text = next(one for one in page.text_input if str(one.key).startswith("review.settle.text."))
    text.set_value("Huber & Co")
    page.run()
    button(page, "review.store.").click()
    page.run()
    assert server.store().review_events.all(disputed.id)[-1].content["value"] == {"value": "Huber & Co"}


def test_each_answer_has_the_key_that_it_has_on_a_card_and_typed_values_those_behind(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_wrong", value={"value": "Huber & Co"})
    answer(review, BOB, "gold_right")
    page = as_person(open_app("review", review=review.id, part="settle"), "Ada")
    keys = {str(one.key).split(".")[2]: one.label for one in page.button if str(one.key).startswith("review.settle.")}
    assert keys == {
        "1": "Extraction is right",
        "2": "Gold is right (Bob)",
        "3": "Gold is wrong, it should be …",
        "4": "Both are acceptable",
        "6": "Gold is wrong, it should be\\: Huber \\& Co (Ada)",
    }


@pytest.mark.parametrize(("decider", "allowed"), [("owner", False), ("anyone", True)])
def test_others_settle_only_where_the_review_says_so(open_app: Open, decider: str, allowed: bool) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0), decider=decider)
    answer(review, ADA, "gold_right")
    answer(review, BOB, "extracted_right")
    page = as_person(open_app("review", review=review.id, part="settle"), "Bob")
    assert any(str(one.key).startswith("review.settle.1.") for one in page.button) is allowed
    assert ("who made this review, settles it" in said(page)) is not allowed


def test_the_due_date_and_who_settles_can_be_changed_later(open_app: Open) -> None:
    review = begin(made(), due="2020-01-31")
    page = open_app("review", eval=review.evaluation)
    page.session_state[f"review.manage.{review.id}"] = True
    page.run()
    page.date_input(f"review.manage.due.{review.id}").set_value(date(2030, 1, 31)).run()
    page.selectbox(f"review.manage.decider.{review.id}").select("anyone").run()
    assert not page.exception
    after = server.store().reviews.get(review.id)
    assert (after.settings["due"], after.settings["decider"]) == ("2030-01-31", "anyone")
    assert [event.what for event in server.store().evaluations.history(review.evaluation)][-2:] == [
        "changed review"
    ] * 2
