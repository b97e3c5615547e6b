"""A model is connected, asked and held against a person, by mouse and keyboard, over real sockets and processes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evaljson.store import open_store
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import STORE, settle
from tests.judge.endpoint import Endpoint
from tests.ui.judge.judging import judged

KEY = "sk-typed-in-a-browser"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running


def test_a_model_is_connected_asked_and_held_against_a_person(
    open_page: Callable[..., Page], app_folder: Path, endpoint: Endpoint
) -> None:
    made = judged()
    with open_store(folder=app_folder / STORE) as store:
        found = store.evaluations.create(
            made.name, by="test", gold=made.gold, variants=made.variants, schema=made.schema
        )
        score_due(store, found.id, by="test", tell=lambda share, message: None)
        page = open_page(f"judge?eval={found.id}")
        for label, text in (("Model", "gpt-4.1-mini"), ("Base URL", endpoint.url), ("Key", KEY)):
            page.get_by_label(label, exact=True).fill(text)
        page.get_by_role("button", name="Use this judge").click()
        page.get_by_role("button", name="Ask about 4 pairs").click()
        page.get_by_role("button", name="Yes, ask").click()
        expect(page.get_by_text("Every value compared by meaning is decided")).to_be_visible()
        assert {request.headers["authorization"] for request in endpoint.requests} == {f"Bearer {KEY}"}
        assert KEY not in page.content() + page.url

        page.get_by_role("button", name="Check by hand").or_(page.get_by_text("Check by hand")).first.click()
        for number in range(3):
            expect(page.get_by_text(f"{number} of 3 pairs labelled")).to_be_visible()
            settle(page)
            page.keyboard.press("2")
        expect(page.get_by_text("You have labelled every pair")).to_be_visible()
        page.keyboard.press("u")
        expect(page.get_by_text("2 of 3 pairs labelled")).to_be_visible()
        assert [one.step for one in store.labels.all()] == ["same"] * 2
        page.reload()
        settle(page)
        expect(page.get_by_text("2 of 3 pairs labelled")).to_be_visible()
    files = [file for file in app_folder.rglob("*") if file.is_file()]
    assert not [file.name for file in files if KEY.encode() in file.read_bytes()]
