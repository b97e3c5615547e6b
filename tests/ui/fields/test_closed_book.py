"""Closed book on Fields: the cost first, a yes, the answers; nothing is sent or worked out before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from evaljson.judge import Secret
from evaljson.ui.fields.closed_book import OPENED
from evaljson.ui.session import server
from evaljson.workspace.closed_books import CLOSED_BOOK
from tests.closed_book.endpoint import answers
from tests.closed_book.test_changed import GOLD as BILLS
from tests.closed_book.test_changed import SCHEMA as INVOICES
from tests.closed_book.test_changed import TEXTS, remembered
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint
from tests.ui.conftest import Made, Open, loaded, said
from tests.ui.fields.asking import asked_after_a_yes, asked_by, asked_here, assert_says_what_asking_takes, pressed

GOLD: list[Any] = [{**one, "id": f"bill {one['id']}"} for one in BILLS]


def bills(texts: bool = False) -> Made:
    gold = loaded(GOLD, "gold.json")
    if texts:
        gold = replace(gold, metadata=[{"text": TEXTS[at]} for at in range(len(GOLD))])
    return Made("bills", gold, {"one": loaded(GOLD, "one.json", "extracted")}, INVOICES)


def known(document: Any) -> dict[str, Any]:
    if isinstance(document, str):
        return remembered(document, ("number",))
    return next(one for one in GOLD if one["id"] == document["id"])


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    with asked_here(Endpoint(), monkeypatch) as running:
        running.faults = [answers(known)]
        yield running


def test_without_a_model_the_section_says_what_asking_takes(open_app: Open) -> None:
    assert_says_what_asking_takes(open_app("fields", evaluation=bills()), OPENED, 8)


def test_a_model_is_asked_after_a_yes_and_what_it_knows_is_shown(open_app: Open, endpoint: Endpoint) -> None:
    sends = "the schema and the values of id"
    app = asked_after_a_yes(open_app("fields", evaluation=bills(texts=True)), OPENED, endpoint, 8, sends)
    assert "It remembers some of them" in said(app)
    assert "100.0% of the values of 8 records" in said(app)
    table = next(frame.value for frame in app.dataframe if "Lift" in frame.value)
    assert set(table["Field"]) == {"number", "total", "paid", "items[].sku"}
    assert asked_by() == CLOSED_BOOK
    app = pressed(app.checkbox(key=f"{OPENED}.changed").check().run(), OPENED, "ask", "yes")
    assert "the old value, which the text no longer has, came back 5 times (number)" in said(app)
    assert KEY not in said(app)
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {Secret(KEY).reveal()}"


def test_a_closed_section_works_out_nothing(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks: list[str] = []
    work = server.work

    def counting(task: str, *arguments: Any, **options: Any) -> Any:
        tasks.append(task)
        return work(task, *arguments, **options)

    monkeypatch.setattr(server, "work", counting)
    app = open_app("fields", evaluation=bills())
    assert "What a model knows by heart (closed book)" in [one.label for one in app.expander]
    assert "closed_book_of" not in tasks
