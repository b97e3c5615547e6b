"""Takes the pictures of docs/images: each page of the app on the samples, with the text on it beside the picture.

`python -m tests.pictures` (or `make pictures`) takes all of them again; followed by names, only those. The test in
tests/browser/test_pages.py compares the texts, never the pixels, with what the app shows now.
"""

import io
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from evaljson.base.app_files import sample_folder
from evaljson.load import read_records
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Store, open_store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.samples import FIRST, sample_evaluation, sample_schema
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import ARGUMENTS, settle
from tests.browser.motion import NO_MOTION
from tests.conftest import CHROMIUM_NAMES
from tests.server import Server

IMAGES = Path(__file__).parents[1] / "docs" / "images"
PAGES = {
    "overview": "?eval={invoices}",
    "data": "data?eval={invoices}",
    "schema": "schema?eval={invoices}&a=Prompt+A&field=line_items[].unit_price",
    "fields": "fields?eval={invoices}&a=Prompt+A",
    "compare": "compare?eval={invoices}&a=Prompt+A&b=Prompt+B",
    "records": "records?eval={invoices}&a=Prompt+A&b=Prompt+B&record=inv-0004",
    "judge": "judge?eval={by_meaning}",
    "review": "review?review={review}",
    "settle": "review?review={disputed}&part=settle",
    "outcome": "review?review={decided}&part=outcome",
}
REVIEWER = "Ada"
SIZE = {"width": 1280, "height": 960}
COLOURS = 128
STILL = 1500
"""Milliseconds without a change of the text after which a page counts as drawn."""
# What differs from run to run, and what the text of a page has instead; names of icons, which are text to a browser.
CHANGING = (
    (r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?(?: ?UTC)?", "DATE"),
    (r"\b\d{1,2} [A-Z][a-z]{2} \d{4}(?:,? \d\d:\d\d)?", "DATE"),
    (r"\b(?:\d+ (?:seconds?|minutes?|hours?|days?) ago|just now)", "AGO"),
    (r"\b\d+\.\d+\.\d+(?:\.dev\d+)?\b", "VERSION"),
    (r"\b\d+(?:\.\d+)? (?:ms|s|seconds)\b", "DURATION"),
    (r"\b[0-9a-f]{12,}\b", "ID"),
    (r"^(?:keyboard_\w+|expand_\w+|arrow_\w+|open_in_new|help)$", ""),
)


def fill(store: Store) -> dict[str, str]:
    """Put what the pictures show into a store: the invoices, and thin films whose method is compared by meaning."""
    folder, schema = sample_folder("thin_films"), orjson.loads(orjson.dumps(sample_schema("thin_films")))
    schema["properties"]["method"] = {"type": "string", "x-eval-compare": "semantic"}
    id_field = schema["x-eval-id"]
    gold = read_records(folder / "gold.jsonl", kind="gold", id_field=id_field)
    variant = read_records(folder / "prompt_a.jsonl", kind="extracted", id_field=id_field)
    films = store.evaluations.create("Thin films", by="Ada", gold=gold, variants={"Prompt A": variant}, schema=schema)
    score_due(store, films.id, by="Ada", tell=lambda share, message: None)
    invoices = sample_evaluation(store, FIRST)
    reviews = {"review": begun_review(store, invoices), "disputed": begun_review(store, invoices)}
    for name, answer, comment in (("Bob", "gold_right", ""), ("Cleo", "extracted_right", "As printed, page 1.")):
        by = Actor(name, role="reviewer")
        taken = store.review_cards.take(reviews["disputed"], by=by, session=name)
        assert taken is not None
        store.review_events.answer(reviews["disputed"], taken.token, {"answer": answer, "comment": comment}, by=by)
    return {"by_meaning": films.id, "invoices": invoices, "decided": decided_review(store, films.id), **reviews}


def begun_review(store: Store, evaluation: str) -> str:
    """Make a review of the heads of the invoices by Ada, which nobody has begun with."""
    shown = store.evaluations.get(evaluation)
    plan = ReviewPlan(opinions=2, audit=0, most=30)
    terms = ReviewTerms("Head of the invoice", "The printed page counts, not the sum of the lines.")
    scope = ReviewScope(fields=("vendor", "buyer", "currency", "total"))
    return make_review(store, shown, runs_to_review(store, shown), plan, scope, terms, by=Actor(REVIEWER)).id


def decided_review(store: Store, evaluation: str) -> str:
    """Make a review of the thin films that Bob and Cleo have answered: what is close is as good, some of gold wrong."""
    shown = store.evaluations.get(evaluation)
    plan, terms = ReviewPlan(overlap=0.7, audit=0.1), ReviewTerms("All disagreements")
    review = make_review(store, shown, runs_to_review(store, shown), plan, ReviewScope(), terms, by=Actor(REVIEWER)).id
    for name in ("Bob", "Cleo"):
        by = Actor(name, role="reviewer")
        while (taken := store.review_cards.take(review, by=by, session=name)) is not None:
            card = taken.card
            sides = [card.content[side].get("value") for side in ("gold", "extracted")]
            numbers = [float(one) for one in sides if isinstance(one, int | float)]
            if card.kind != "audit" and len(numbers) == 2 and abs(numbers[0] - numbers[1]) <= 1:
                answer = "both_acceptable"
            else:
                is_wrong = card.kind == "disagreement" and card.number % 7 == 0
                answer = "extracted_right" if is_wrong else "gold_right"
            store.review_events.answer(review, taken.token, {"answer": answer}, by=by)
    return review


@contextmanager
def pages(browser: Browser, folder: Path, names: list[str]) -> Iterator[Iterator[tuple[str, Page]]]:
    """Start the app on a store of its own in `folder`, and give each page under its name, opened and drawn."""
    with open_store(folder=folder) as store:
        evaluations = fill(store)
    with Server(folder) as server:
        context = reader(browser)
        yield ((name, opened(context, f"{server.url}/{PAGES[name].format(**evaluations)}")) for name in names)


def reader(browser: Browser) -> BrowserContext:
    """Open the browser of somebody whose settings are always the same."""
    context = browser.new_context(viewport=SIZE, timezone_id="UTC", locale="en-GB", reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script(NO_MOTION)
    return context


def opened(context: BrowserContext, address: str, theme: str = "light") -> Page:
    """Open a page, and wait until it is drawn; a review is opened by somebody with a name."""
    context.clear_cookies(name="evaljson_name")
    if "review=" in address:
        context.add_cookies([{"name": "evaljson_name", "value": REVIEWER, "url": address}])
    page = context.new_page()
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto(address)
    settle(page)
    return page


def visible_text(page: Page) -> str:
    """Return the text that a reader sees on a page, without what differs from run to run, one line per text."""
    text = str(page.locator("[data-testid=stMainBlockContainer]").inner_text())
    for pattern, name in CHANGING:
        text = re.sub(pattern, name, text, flags=re.MULTILINE)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line) + "\n"


def stored_text(name: str) -> str:
    """Return the text of a page at the time its picture was taken."""
    return (IMAGES / f"{name}.txt").read_text(encoding="utf-8")


def still_text(page: Page) -> str:
    """Return the text of a page once it has stopped changing."""
    text = ""
    while text != (text := visible_text(page)):
        page.wait_for_timeout(STILL)
    return text


def as_png(screenshot: bytes) -> bytes:
    """Return a screenshot with few colours, which takes a third of the room."""
    buffer = io.BytesIO()
    few = Image.open(io.BytesIO(screenshot)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()


def main() -> None:
    """Take every picture, or those named on the command line."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if program is None:
        sys.exit("no Chromium: install one, or name it in CHROMIUM")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        with pages(browser, Path(folder), sys.argv[1:] or list(PAGES)) as opened:
            for name, page in opened:
                (IMAGES / f"{name}.txt").write_text(still_text(page), encoding="utf-8")
                (IMAGES / f"{name}.png").write_bytes(as_png(page.screenshot()))
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
