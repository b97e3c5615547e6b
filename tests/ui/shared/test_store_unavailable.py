"""A store that is full, locked or read-only, for real: Data says what, where and what to do, and nothing is lost."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from streamlit.testing.v1 import AppTest

from evaljson.store.location import FILE
from evaljson.ui.session import server
from tests.ui.conftest import Open, draft_of, html_of, said, small

pytestmark = pytest.mark.usefixtures("nothing_read_before")
RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
BIG = json.dumps([{"id": record_id, "a": os.urandom(2000).hex()} for record_id in ("x", "y", *map(str, range(40)))])
"""More than there is room for on a full disk, however it is packed."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Somebody else in the middle of a change."""
    with _each_connection("busy_timeout = 50"), closing(sqlite3.connect(folder / FILE)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """The file is as large as it may be."""
    with closing(sqlite3.connect(folder / FILE)) as other:
        pages = other.execute("PRAGMA page_count").fetchone()[0]
    with _each_connection(f"max_page_count = {pages}"):
        yield


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """As SQLite has it for everybody: the permissions of a folder do not bind an administrator."""
    with _each_connection("query_only = ON"):
        yield


@contextmanager
def _each_connection(pragma: str) -> Iterator[None]:
    engine, store = server.store()._database.engine, server.store()

    def prepare(raw: Any, _: Any) -> None:
        raw.execute(f"PRAGMA {pragma}")

    store.close()
    event.listen(engine, "connect", prepare)
    yield
    event.remove(engine, "connect", prepare)
    store.close()


FAULTS = {
    locked: "another process keeps it busy; try again",
    full: "the disk is full; make room and try again",
    read_only: "it cannot be written; check the permissions of its folder",
}
faults = pytest.mark.parametrize("fault", FAULTS)
small_changes = pytest.mark.parametrize("fault", [locked, read_only])
Fault = Callable[[Path], Any]


def assert_told(app: AppTest, fault: Fault, next_step: str) -> None:
    assert not app.exception
    (message,) = [error.value.replace("\\", "") for error in app.error]
    assert FILE in message
    assert FAULTS[fault] in message
    assert f"What to do:** {next_step}" in message


def field(app: AppTest, label: str) -> Any:
    return next(box for box in (*app.text_input, *app.text_area) if box.label == label)


def dropped(app: AppTest, name: str, text: str) -> AppTest:
    zone = next(zone for zone in app.file_uploader if not zone.accept_directory)
    return zone.set_value([(name, text.encode(), "application/json")]).run()


@faults
def test_a_dropped_file_stays_in_the_zone_until_the_store_takes_it(
    open_app: Open, own_store: Path, fault: Fault
) -> None:
    app = open_app().button(key="data.own").click().run()
    with fault(own_store):
        dropped(app, "gold.json", BIG)
        assert_told(app, fault, "Nothing was stored. Fix that, then press Try again.")
        assert draft_of(app).gold is None
    next(button for button in app.button if button.label == "Try again").click().run()
    assert not app.error
    assert len(draft_of(app).gold.records) == 42  # type: ignore[union-attr]


@faults
def test_pasted_text_stays_in_the_form(open_app: Open, own_store: Path, fault: Fault) -> None:
    app = open_app().button(key="data.own").click().run()
    with fault(own_store):
        field(app, "Records").set_value(BIG)
        next(button for button in app.button if button.label == "Add").click().run()
        assert_told(app, fault, "Nothing was stored. Fix that, then press Add again")
    assert field(app, "Records").value == BIG
    next(button for button in app.button if button.label == "Add").click().run()
    assert len(draft_of(app).gold.records) == 42  # type: ignore[union-attr]


@small_changes
def test_files_put_together_wait_for_the_store_to_be_scored(open_app: Open, own_store: Path, fault: Fault) -> None:
    app = open_app().button(key="data.own").click().run()
    for name in ("gold.json", "prompt.json"):
        dropped(app, name, json.dumps(RIGHT))
    with fault(own_store):
        app.button(key="draft.score").click().run()
        assert_told(app, fault, "Fix that, then press Score again. Your files are still here.")
    app.button(key="draft.score").click().run()
    assert "prompt</bdi> scores F1 100.0</b> over 2 records" in html_of(app)


@small_changes
def test_what_was_typed_of_a_variant_stays_in_the_form(open_app: Open, own_store: Path, fault: Fault) -> None:
    app = open_app(evaluation=small(one=RIGHT))
    identity = str(app.query_params["eval"])
    app.selectbox(key="data.variant").set_value(server.store().evaluations.get(identity).variants[0].id).run()
    field(app, "Prompt").set_value("Extract all, *please*")
    with fault(own_store):
        app.button(key="variant.save").click().run()
        assert_told(app, fault, "Settle that and repeat")
    assert field(app, "Prompt").value == "Extract all, *please*"
    app.button(key="variant.save").click().run()
    assert server.store().evaluations.get(identity).variants[0].meta["prompt"] == "Extract all, *please*"


@small_changes
@pytest.mark.parametrize("key", ["data.own", "data.change", "variant.remove"])
def test_a_click_that_could_not_be_stored_says_so(open_app: Open, own_store: Path, fault: Fault, key: str) -> None:
    app = open_app(evaluation=small(one=RIGHT))
    identity = str(app.query_params["eval"])
    app.selectbox(key="data.variant").set_value(server.store().evaluations.get(identity).variants[0].id).run()
    with fault(own_store):
        app.button(key=key).click().run()
        assert_told(app, fault, "Settle that and repeat")
    assert app.query_params["eval"] == [identity] or app.query_params["eval"] == identity


@small_changes
def test_a_key_is_not_ignored_by_half(open_app: Open, own_store: Path, fault: Fault) -> None:
    app = open_app("overview", evaluation=small(one=[{**record, "why": 1} for record in RIGHT]))
    with fault(own_store):
        app.button(key="hint.unknown.overview").click().run()
        assert_told(app, fault, "Settle that and repeat")
    app.button(key="hint.unknown.overview").click().run()
    assert not app.error
    assert "with → without" not in said(app)


@small_changes
def test_the_page_can_be_read_while_nothing_can_be_written(
    open_app: Open, own_store: Path, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_PAGE_SECONDS", "1")  # processes that work for pages wait 30 seconds for the store
    identity = small(one=RIGHT).keep()
    with fault(own_store):
        for page in ("data", "overview"):
            app = open_app(page, eval=identity)
            assert not app.error
            assert "100.0" in html_of(app) + said(app) + " ".join(metric.value for metric in app.metric)
