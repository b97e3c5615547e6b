"""Pages of large runs show what the job has kept of them, and read neither runs nor records for it."""

from typing import Any

import pytest

from evaljson.results.aggregate import Records
from evaljson.results.field_result import RecordResult
from evaljson.ui.session import server
from evaljson.workspace import gold_copies, placed_datasets, scoring, standing
from tests.ui.conftest import Open, html_of, said, small

WRONG: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 2}], "why": "so"}, {"id": "y", "a": "two", "n": [{"k": 9}]}]
WORSE: list[Any] = [{"id": "y", "a": "nine", "n": [{"k": 9}], "why": None}, {"id": "z", "a": "1"}]
FILES: dict[str, Any] = {"wrong": WRONG, "worse": WORSE, "again": WRONG[:1]}
PAGES = ["overview", "data", "schema"]


def make_all_large(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (scoring, placed_datasets, gold_copies):
        monkeypatch.setattr(module, "MANY", 1)
    monkeypatch.setattr(standing, "MANY_RESULTS", 1)


def shown(open_app: Open, page: str, identity: str) -> list[Any]:
    app = open_app(page, eval=identity)
    assert not app.exception
    tables = [frame.value.to_dict("list") for frame in app.dataframe]
    figures = [(metric.label, metric.value, metric.delta) for metric in app.metric]
    return [html_of(app).replace(identity, ""), [one.label for one in app.expander], figures, repr(tables)]


@pytest.mark.parametrize("page", [*PAGES, "fields", "records", "compare"])
def test_a_page_shows_the_same_as_without_what_is_kept(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, nothing_read_before: None, page: str
) -> None:
    plain = shown(open_app, page, small(**FILES).keep())
    make_all_large(monkeypatch)
    assert shown(open_app, page, small(**FILES).keep()) == plain


@pytest.mark.parametrize("page", PAGES)
def test_neither_runs_nor_records_are_read(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, nothing_read_before: None, page: str
) -> None:
    make_all_large(monkeypatch)
    identity = small(**FILES).keep()

    def read(*of: Any) -> Any:
        raise AssertionError("this was read")

    monkeypatch.setattr(server, "read_run", read)
    monkeypatch.setattr(server.unguarded().datasets, "load", read)
    monkeypatch.setattr(server.unguarded().datasets, "content", read)
    app = open_app(page, eval=identity)
    assert not app.exception
    assert "this was read" not in said(app)


def test_beside_another_variant_no_record_is_built_but_the_shown_one(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, nothing_read_before: None
) -> None:
    build, built = Records._build, set[object]()

    def noted(records: Records, place: int) -> RecordResult:
        built.add(records.ids[place])
        return build(records, place)

    make_all_large(monkeypatch)
    identity = small(**FILES).keep()
    monkeypatch.setattr(Records, "_build", noted)
    app = open_app("records", eval=identity, a="wrong", b="worse", record="y")
    assert not app.exception
    assert built == {"y"}
