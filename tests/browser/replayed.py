"""What the browser of an editor sent, sent again by others: it changes nothing for them, however they reach the app."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from evaljson.load import LoadedRecords, read_records
from evaljson.store import Actor, Store
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import settle
from tests.serve.tab import Tab, cookie_of

OPERATOR = Actor("operator", "cli")
NO_EDITOR, NOT_OPEN = "this takes the role of editor", "Not open to you"


def with_unknown_keys(store: Store) -> str:
    """The id of a scored evaluation with keys that its schema lacks: a button on Data ignores one after the other.

    Ann and dan are its editors, val views it.
    """

    def records(*rows: dict[str, object], kind: str = "extracted") -> LoadedRecords:
        return read_records(json.dumps(rows).encode(), name=f"{kind}.json", kind=kind)  # type: ignore[arg-type]

    extracted = records({"id": "a", "one": 1, "two": 2, "three": 3})
    schema = {"type": "object", "properties": {"id": {"type": "string"}}, "x-eval-id": "id"}
    gold = records({"id": "a"}, kind="gold")
    made = store.evaluations.create("Replayed", by="operator", gold=gold, variants={"A": extracted}, schema=schema)
    score_due(store, made.id, by="operator", tell=lambda share, message: None)
    for who, role in {"ann": "editor", "dan": "editor", "val": "viewer"}.items():
        store.members.set(made.id, f"{who}@example.org", role, by=OPERATOR)  # type: ignore[arg-type]
    return made.id


def frames_of(page: Page) -> list[bytes]:
    """All that the page sends from now on, one after the other."""
    sent: list[bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))  # type: ignore[arg-type]
    return sent


def ignore_a_key(page: Page, sent: list[bytes]) -> bytes:
    """Press the button on the page of an editor, and return the message that did it."""
    page.get_by_text("Extracted records have 3 keys").click()
    page.get_by_role("button", name="Ignore this key").first.click()
    expect(page.get_by_text("Extracted records have 2 keys")).to_be_visible()
    settle(page)
    return next(frame for frame in reversed(sent) if b"unknown.0" in frame)


def changes_nothing_for_others(store: Store, evaluation: str, url: str, secret: str, message: bytes) -> None:
    """Send it as each of those who may not, at `url`, whose cookies the secret signs; dan is put out meanwhile.

    In the end ann, who may, sends it again, and it does what it says.
    """

    def versions() -> int:
        return len(store.schemas.all(evaluation))

    assert versions() == 2
    with Tab(url, cookie=cookie_of(url, secret, "dan")) as open_tab:
        assert "Ignore this key" in open_tab.open("data", f"eval={evaluation}").text
        store.members.set(evaluation, "dan@example.org", "viewer", by=OPERATOR)
        assert NO_EDITOR in open_tab.replay(message).text
        store.members.remove(evaluation, "dan@example.org", by=OPERATOR)
        assert NOT_OPEN in open_tab.replay(message).text
    for cookie, told in (
        (cookie_of(url, secret, "val"), NO_EDITOR),
        (cookie_of(url, secret, "stranger"), NOT_OPEN),
        (cookie_of(url, secret, "ann", email="ann@evil.example"), "may not use this app"),
        (None, "Sign in to see evaluations"),
    ):
        with Tab(url, cookie=cookie) as tab:
            assert told in tab.replay(message).text
            assert told in tab.replay(message).text
    assert versions() == 2
    with Tab(url, cookie=cookie_of(url, secret, "ann")) as tab:
        tab.open("data", f"eval={evaluation}").replay(message)
    assert versions() == 3
