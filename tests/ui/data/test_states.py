"""Data and Overview as empty, partial, stale, at work and in error: each says what, and what to do next."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.load import read_records
from evaljson.store.location import FILE
from evaljson.ui.session import server
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
BROKEN = b'{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}\n{"id": "y", "a": \n'
both = pytest.mark.parametrize("page", ["data", "overview"])


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def everything(app: AppTest) -> str:
    folds = "\n".join(expander.label for expander in app.expander).replace("\\", "")
    return "\n".join([said(app), html_of(app), folds, *(str(metric.value) for metric in app.metric)])


def test_data_without_a_variant_has_a_drop_zone_open(open_app: Open) -> None:
    app = open_app("data", evaluation=small())
    assert not app.error
    assert "No variant is there yet." in said(app)
    assert next(expander for expander in app.expander if expander.label == "Add variants").proto.expanded
    assert {"Use my data", "Open the sample"} <= set(labels(app))
    assert "See which fields go wrong" not in labels(app)


@both
def test_what_could_not_be_read_is_told_and_the_rest_is_shown(open_app: Open, page: str) -> None:
    broken = read_records(BROKEN, name="broken.jsonl", kind="extracted", id_field="id")
    app = open_app(page, evaluation=Made("part", loaded(RIGHT), {"one": broken}, small().schema))
    assert not app.error
    assert "⚠ one: 1 record could not be read" in everything(app)
    assert "50.0" in everything(app)


@both
def test_null_in_place_of_a_record_is_not_unreadable(open_app: Open, page: str) -> None:
    nulls = read_records(b'{"id": "x", "a": "1"}\nnull\n', name="nulls.jsonl", kind="extracted", id_field="id")
    app = open_app(page, evaluation=Made("null", loaded(RIGHT), {"one": nulls}, small().schema))
    assert "⚠ one: 1 record null, so not produced" in everything(app)
    assert "1 record could not be read" not in everything(app)


@both
def test_after_a_change_figures_are_said_to_be_old_until_they_are_scored_again(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=small(one=RIGHT))
    store, identity = server.store(), str(app.query_params["eval"])
    schema = store.schemas.get(identity, 1).schema
    schema["properties"]["a"]["x-eval-skip"] = True
    store.schemas.add(identity, store.evaluations.get(identity).revision, schema, by="cy", message="no a")
    app.run()
    assert "Not scored yet: one. Figures shown for them are from before the last change." in said(app)
    assert "100.0" in everything(app)
    app.button(key="work.score").click().run()
    assert "Not scored yet" not in said(app)
    assert not app.error


@both
def test_a_variant_that_cannot_be_scored_says_why_beside_those_that_can(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=small(one=RIGHT, odd=[{"a": "1"}]))
    (message,) = [error.value.replace("\\", "") for error in app.error]
    assert "odd could not be scored: 2 gold and 1 extracted records cannot be paired by position" in message
    assert "What to do:** Choose another record id or other files on the Data page." in message
    assert "100.0" in everything(app)


@both
def test_an_address_of_nothing_leads_on(open_app: Open, page: str) -> None:
    app = open_app(page, eval="nobody")
    assert "Not here" in said(app)
    assert "Open the sample" in labels(app)
    app.button(key="gone.sample").click().run()
    assert "Sample: invoices" in said(app)


@both
def test_records_that_the_disk_lost_are_told_and_nothing_else_is_shown_instead(
    open_app: Open, own_store: Path, page: str
) -> None:
    identity = small(one=[{**record, "a": f"only for {page}"} for record in RIGHT]).keep()
    server.store().close()
    with closing(sqlite3.connect(own_store / FILE)) as file:
        for (guard,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {guard}")
        file.execute(
            "UPDATE blobs SET data = x'00' WHERE sha256 IN (SELECT content FROM datasets WHERE kind = 'extracted')"
        )
        file.commit()
    app = open_app(page, eval=identity)
    assert not app.exception
    (message,) = [error.value.replace("\\", "") for error in app.error]
    assert "What to do:**" in message
    assert "workspace check" in message or "import" in message
    assert "Reload" in labels(app)
