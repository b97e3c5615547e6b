"""A review in real browsers: keys that are held down, two people at once, a reload and a lost connection."""

import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review, Store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from tests.browser.conftest import LOOKS, SIZE, settle
from tests.postgres import POSTGRES, own_schema
from tests.soak.review.together import Plan, Soak

OF_HEAD = ("vendor", "total", "currency", "invoice_number", "due_date")
COMMENT = ".st-key-review-comment input"
QUIET = 700
"""Milliseconds for which a page has shown a card: longer than those in which it takes no answer."""


def of_invoices(
    store: Store, evaluation: str, opinions: int = 2, fields: tuple[str, ...] = OF_HEAD, people: tuple[str, ...] = ()
) -> Review:
    shown = store.evaluations.get(evaluation)
    plan = ReviewPlan(opinions=opinions, audit=0, most=30)
    terms = ReviewTerms("Head of the invoice", people=people)
    return make_review(
        store, shown, runs_to_review(store, shown), plan, ReviewScope(fields=fields), terms, by=Actor("Ada")
    )


TAKES_KEYS = """([before, quiet]) => {
  const card = window.evaljsonReview, token = card?.token ?? "";
  const seen = (which) => [...document.querySelectorAll(which)].filter((one) => one.offsetParent !== null);
  const answers = seen(".st-key-review-answers [class*=st-key-review-answer-]");  // none of the card before
  return token !== before && performance.now() - card.shown > quiet && card.sent === 0 && answers.length > 0
    && answers.every((one) => one.className.includes(token.replace(/[^a-zA-Z0-9_-]/g, "-")))
    && seen("[class*=st-key-review-undo]").length <= 1;
}"""


@pytest.fixture
def review(store: Store, sample_id: str, request: pytest.FixtureRequest) -> Iterator[Review]:
    """A review of the invoices, gone once the test is over: other tests show that evaluation.

    It is for certain people where a test gives them as a parameter.
    """
    made = of_invoices(store, sample_id, people=getattr(request, "param", ()))
    yield made
    store.reviews.delete(made.id, store.evaluations.get(sample_id).revision, by=Actor("Ada"))


def visit(context: BrowserContext, url: str, review: Review, name: str) -> Page:
    """Follow the link of a review as somebody whom this browser knows by name."""
    context.add_cookies([{"name": "evaljson_name", "value": name, "url": url}])
    page = context.new_page()
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    page.goto(f"{url}/review?review={review.id}")
    settle(page)
    shown(page)
    return page


def shown(page: Page, other_than: str = "") -> str:
    """Wait until a card is on screen, another than the one before, and takes keys; return what names it."""
    page.wait_for_function(TAKES_KEYS, arg=[other_than, QUIET], polling=LOOKS)
    return str(page.evaluate("() => window.evaljsonReview.token"))


def acts(store: Store, review: Review, who: str) -> list[str]:
    """What somebody did, click by click."""
    return list({event.act: event.kind for event in store.review_events.all(review.id) if event.who == who}.values())


def test_a_card_is_answered_with_a_key_and_a_key_that_is_held_down_answers_one_card_only(
    one_person: BrowserContext, app_url: str, store: Store, review: Review
) -> None:
    page = visit(one_person, app_url, review, "Bob")
    first = shown(page)
    page.keyboard.press("2")
    second = shown(page, first)
    expect(page.get_by_role("heading", name="Review")).to_have_count(1)
    assert acts(store, review, "Bob") == ["answer"]
    for _ in range(40):  # as a keyboard does it: the first stroke, then repeats
        page.keyboard.down("1")
        page.wait_for_timeout(30)
    page.keyboard.up("1")
    third = shown(page, second)
    assert acts(store, review, "Bob") == ["answer"] * 2
    page.locator(".st-key-review-answers button").first.dblclick()
    last = shown(page, third)
    assert acts(store, review, "Bob") == ["answer"] * 3
    page.keyboard.press("u")
    shown(page, last)
    assert acts(store, review, "Bob") == ["answer"] * 3 + ["undo"]


def test_undo_straight_after_an_answer_waits_for_it_and_takes_it_back(
    one_person: BrowserContext, app_url: str, store: Store, review: Review
) -> None:
    page = visit(one_person, app_url, review, "Uma")
    shown(page)
    page.keyboard.press("2")
    page.keyboard.press("u")
    expect(page.get_by_text("Taken back; here it is again.")).to_be_visible()
    assert acts(store, review, "Uma") == ["answer", "undo"]


def test_one_key_ticks_all_records_of_a_card_or_none(one_person: BrowserContext, app_url: str, review: Review) -> None:
    page = visit(one_person, app_url, review, "Tia")
    shown(page)
    page.keyboard.press("a")
    expect(page.get_by_text("Tick at least one record")).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_text("Tick at least one record")).to_have_count(0)


def test_whoever_follows_the_link_types_their_name_at_once(
    one_person: BrowserContext, app_url: str, review: Review
) -> None:
    one_person.clear_cookies(name="evaljson_name")
    page = one_person.new_page()
    page.goto(f"{app_url}/review?review={review.id}")
    expect(page.get_by_role("textbox", name="Your name")).to_be_focused()
    page.keyboard.type("Nia")
    page.keyboard.press("Enter")
    shown(page)


@pytest.mark.parametrize("review", [("Carlos Ruiz", "Nia")], indirect=True)
def test_one_of_the_people_types_their_name_with_a_space_behind_it(
    one_person: BrowserContext, app_url: str, review: Review
) -> None:
    one_person.clear_cookies(name="evaljson_name")
    page = one_person.new_page()
    page.goto(f"{app_url}/review?review={review.id}")
    page.get_by_role("combobox", name="Your name").click()
    page.keyboard.type("carlos ruiz ")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("You are Carlos Ruiz")).to_be_visible()
    shown(page)


def test_what_is_typed_answers_nothing_and_comes_back_after_a_reload(
    one_person: BrowserContext, app_url: str, store: Store, review: Review
) -> None:
    page = visit(one_person, app_url, review, "Cleo")
    page.keyboard.press("n")
    expect(page.locator(COMMENT)).to_be_focused()
    page.keyboard.type("12345 see page 2")
    page.keyboard.press("Escape")
    shown(page)
    page.keyboard.press("3")
    field = page.get_by_role("textbox", name="The right value")
    expect(field).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Huber 4711")
    page.wait_for_timeout(1000)  # the pause after which it is kept
    page.reload()
    settle(page)
    expect(page.locator(COMMENT)).to_have_value("12345 see page 2")
    expect(field).to_have_value("Huber 4711")
    assert acts(store, review, "Cleo") == []
    token = shown(page)
    field.focus()
    field.press("Enter")
    shown(page, token)
    event = store.review_events.all(review.id)[-1]
    assert (event.content["value"], event.content["comment"]) == ({"value": "Huber 4711"}, "12345 see page 2")


def test_what_is_typed_replaces_a_number_and_enter_stores_it_once_it_is_one(
    one_person: BrowserContext, app_url: str, store: Store, sample_id: str
) -> None:
    review = of_invoices(store, sample_id, fields=("gross_amount",))
    page = visit(one_person, app_url, review, "Uma")
    token = shown(page)
    page.keyboard.press("3")
    field = page.get_by_role("textbox", name="The right value")
    expect(field).to_be_focused()
    page.wait_for_timeout(200)  # the value of gold may be drawn a moment later
    page.keyboard.type("49,95 or so")
    expect(field).to_have_value("49,95 or so")
    page.keyboard.press("Enter")
    expect(page.get_by_text("is not a number")).to_be_visible()
    expect(field).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("49.95")
    page.keyboard.press("Enter")
    shown(page, token)
    assert store.review_events.all(review.id)[-1].content["value"] == {"value": 49.95}
    store.reviews.delete(review.id, store.evaluations.get(sample_id).revision, by=Actor("Ada"))


def test_while_a_value_is_typed_no_key_answers(
    one_person: BrowserContext, app_url: str, store: Store, review: Review
) -> None:
    page = visit(one_person, app_url, review, "Tom")
    shown(page)
    page.keyboard.press("3")
    field = page.get_by_role("textbox", name="The right value")
    expect(field).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("4711")
    expect(field).to_have_value("4711")
    page.locator("h1").first.click()  # out of the field, while it stays open
    expect(field).not_to_be_focused()
    settle(page)  # what was typed is sent as the field is left, and the hint stays until the page is drawn again
    page.keyboard.press("5")
    expect(page.locator(".st-key-review-told")).to_have_attribute("data-hint", re.compile("keys answer nothing"))
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    assert acts(store, review, "Tom") == []


def test_a_card_that_another_tab_took_is_not_answered_here_until_somebody_says_so(
    one_person: BrowserContext, app_url: str, review: Review
) -> None:
    first = visit(one_person, app_url, review, "Dan")
    second = visit(one_person, app_url, review, "Dan")
    elsewhere = first.get_by_text("another tab or window")
    expect(elsewhere).to_be_visible()
    expect(first.locator(".st-key-review-answers")).to_have_count(0)
    first.get_by_role("button", name="Go on here").click()
    expect(first.locator(".st-key-review-answers")).to_be_visible()
    expect(second.get_by_text("another tab or window")).to_be_visible()


def progress(page: Page) -> str:
    return page.locator("[data-testid=stProgress]").inner_text()


def test_two_people_answer_at_once_and_see_each_other_and_a_lost_connection_loses_nothing(
    app_url: str,
    one_person: BrowserContext,
    another_person: Callable[[str], BrowserContext],
    store: Store,
    review: Review,
) -> None:
    people = [one_person, another_person(app_url)]
    ann, ben = (visit(*one) for one in zip(people, (app_url,) * 2, (review,) * 2, ("Ann", "Ben"), strict=True))
    expect(ann.get_by_text("Ben")).to_be_visible()
    expect(ben.get_by_text("Ann")).to_be_visible()
    before = progress(ann)
    token = shown(ben)
    ben.keyboard.press("2")
    ann.wait_for_function(
        "(before) => document.querySelector('[data-testid=stProgress]').innerText !== before",
        arg=before,
        polling=LOOKS,
    )
    token = shown(ben, token)
    ben.context.set_offline(True)
    ben.wait_for_timeout(3000)
    ben.context.set_offline(False)
    ben.wait_for_timeout(3000)
    settle(ben)
    shown(ben)
    ben.keyboard.press("1")
    shown(ben, token)
    token = shown(ann)
    ann.keyboard.press("1")
    shown(ann, token)
    assert (acts(store, review, "Ann"), acts(store, review, "Ben")) == (["answer"], ["answer"] * 2)
    given = [(event.card, event.place, event.who) for event in store.review_events.all(review.id)]
    assert len(given) == len(set(given))


def test_people_lose_nothing_while_a_browser_dies_one_is_offline_and_the_server_is_killed(
    tmp_path: Path, chromium: str
) -> None:
    plan = Plan(people=2, cards=16, kills=1, offline=3, seed=3)
    with ExitStack() as held:  # over PostgreSQL where there is one: the tests above are over SQLite
        url = held.enter_context(own_schema()) if os.environ.get(POSTGRES) else None
        with ThreadPoolExecutor(1) as apart:  # the other browser tests keep an event loop in this thread
            assert " 0 of them lost" in apart.submit(Soak(tmp_path, chromium, plan, url).run).result()
