"""The Overview page under the hands of a person: what a click on a regression opens, and the trend after a change."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from evaljson.load import read_records
from evaljson.store import Store
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import PATIENCE, expect_address, settle
from tests.browser.grid import hover
from tests.browser.own_files import bring

GOLD = [{"id": f"r{i}", "name": "Ada", "city": "London"} for i in range(3)]
BETTER = [{**record, "name": "Grace"} if record["id"] == "r1" else record for record in GOLD]
WORSE = [{**record, "city": "Paris"} for record in GOLD]


def test_a_click_on_a_regression_opens_its_record_whatever_was_filtered_before(open_page: Callable[..., Page]) -> None:
    page = open_page("records?a=Prompt+C&status=hallucination&f1=0-60")
    page.get_by_role("link", name="Overview", exact=True).click()
    main = page.locator("[data-testid=stMainBlockContainer]")
    expect(main).to_contain_text("Prompt C is better than Prompt A: +9.5 F1 points")
    links = main.locator("[data-testid=stPageLink] a")
    expect(links).to_have_count(5)
    settle(page)
    links.filter(has_text="inv-0050").click()
    page.wait_for_url("**/records?**", wait_until="commit")
    settle(page)
    expect(page.get_by_text("No record passes these filters")).to_have_count(0)
    expect(page.locator("table.ej")).to_contain_text("$1,463.22")
    expect_address(page, "a=Prompt+A", "b=Prompt+C", "record=inv-0050")
    assert "status=" not in page.url


def test_a_changed_schema_breaks_the_trend_and_a_click_shows_who_changed_what(open_page: Callable[..., Page]) -> None:
    page = open_page()
    bring(page, GOLD, {"better.json": BETTER, "worse.json": WORSE})
    page.get_by_role("link", name="Overview", exact=True).click()
    expect(page.get_by_text("No detectable difference between worse and better")).to_be_visible()
    expect(page.get_by_text("Scored once, on")).to_be_visible()

    page.get_by_role("link", name="Schema", exact=True).click()
    settle(page)
    _skip_city(page)
    page.get_by_role("link", name="Overview", exact=True).click()
    expect(page.locator(".js-plotly-plot .annotation-text")).to_have_text("↦ schema 2")
    _click_point(page, variant=0, opens=page.locator("p", has_text="Schema version 2"))
    expect(page.get_by_text("Changes from version 1")).to_be_visible()
    expect_address(page, "run=")


def _skip_city(page: Page) -> None:
    """By a schema as a file, the plainest way to change one in a browser."""
    fields = {"name": {"type": "string"}, "city": {"type": "string", "x-eval-skip": True}}
    schema = json.dumps({"type": "object", "x-eval-id": "id", "properties": fields})
    page.get_by_role("tab", name="Start from").click()
    file = FilePayload(name="schema.json", mimeType="application/json", buffer=schema.encode())
    page.locator("[data-testid=stFileUploader] input[type=file]").last.set_input_files([file])
    page.get_by_role("button", name="Apply and score again").locator("visible=true").first.click()
    expect(page.get_by_text("Scored again under the changed schema")).to_be_visible()


_TRIES = 6
"""A figure looks for what is under the pointer a moment after it came to rest, and a click before that is lost."""


def _click_point(page: Page, variant: int, opens: Locator) -> None:
    """The last run of a variant, until it opens what it leads to."""
    for attempt in range(_TRIES):
        x, y = page.evaluate(_POINT, variant)
        hover(page, x, y)
        page.mouse.click(x, y, delay=80)
        try:
            expect(opens).to_be_visible(timeout=PATIENCE if attempt == _TRIES - 1 else 15_000)
        except AssertionError:
            if attempt == _TRIES - 1:
                raise
        else:
            return


_POINT = """(variant) => {
  const plot = document.querySelector('.js-plotly-plot'), layout = plot._fullLayout;
  plot.scrollIntoView({block: 'center'});
  const box = plot.getBoundingClientRect(), trace = plot._fullData[variant], last = trace.x.length - 1;
  return [box.left + layout._size.l + layout.xaxis.d2p(trace.x[last]),
          box.top + layout._size.t + layout.yaxis.d2p(trace.y[last])];
}"""


_SAY_IT_MAY_BE_CHANCE = """() => {
  const note = document.querySelector("[data-testid=stMetricDeltaDescription]")
  document.createTreeWalker(note, NodeFilter.SHOW_TEXT).nextNode().data = "from 90.25 (may be chance)"
  const words = document.createRange()
  words.selectNodeContents(note)
  return [words.getBoundingClientRect().right, note.getBoundingClientRect().right]
}"""


def test_the_note_below_f1_wraps_where_it_is_narrow(open_page: Callable[..., Page]) -> None:
    page = open_page("?a=Prompt+A&b=Prompt+B", width=1024)
    words_end, note_ends = page.evaluate(_SAY_IT_MAY_BE_CHANCE)
    assert words_end <= note_ends + 1


def test_the_ways_from_a_pattern_to_its_records_and_to_the_one_with_most_of_it_stand_side_by_side(
    open_page: Callable[..., Page], store: Store
) -> None:
    page = open_page(f"?eval={with_a_cut_reply(store)}")
    line = page.locator("[class*='cut_off-ways']")
    every, one = line.get_by_role("button", name="Records"), line.get_by_role("button", name="K017")
    expect(one).to_be_visible()
    settle(page)
    left, right = every.bounding_box(), one.bounding_box()
    assert left is not None
    assert right is not None
    assert (left["x"] + left["width"] <= right["x"], abs(left["y"] - right["y"]) < 2) == (True, True)
    every.click()
    page.wait_for_url("**/records?**", wait_until="commit")
    settle(page)
    expect(page.get_by_text("Record 1 of 1")).to_be_visible()
    expect_address(page, "status=like.cut_off")


def with_a_cut_reply(store: Store) -> str:
    """Store replies as text, one of which ends early, and score them."""
    gold = [{"id": f"K{i:03}", "words": [f"word {i} {n}" for n in range(12)]} for i in range(20)]
    replies = [json.dumps({"words": one["words"]}) for one in gold]
    replies[17] = replies[17][:20]
    lines = [json.dumps({"id": one["id"], "reply": reply}) for one, reply in zip(gold, replies, strict=True)]
    extracted = read_records(
        "\n".join(lines).encode(), name="cut.jsonl", kind="extracted", id_field="id", text_field="reply"
    )
    words = {"type": "array", "items": {"type": "string"}}
    made = store.evaluations.create(
        "Cut", by="test", schema={"type": "object", "x-eval-id": "id", "properties": {"words": words}}, message="as is",
        gold=read_records(json.dumps(gold).encode(), name="gold.json", kind="gold", id_field="id"),
        variants={"cut": extracted},
    )  # fmt: skip
    score_due(store, made.id, by="test", tell=lambda share, message: None)
    return made.id


@pytest.mark.parametrize("path", ["overview?a=Prompt+B", "?a=Prompt+B"])
def test_overview_opens_under_its_name_too(open_page: Callable[..., Page], path: str) -> None:
    page = open_page(path)
    expect(page).to_have_title("Overview · evaljson")
    expect_address(page, "/?", "a=Prompt+B")
    expect(page.get_by_role("dialog")).to_have_count(0)
