"""Floor and ceiling beside the leaderboard, on Fields and in the report."""

from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.floor.between import Ceiling, FloorAndCeiling, between_in_words
from evaljson.floor.floors import floors
from evaljson.ui.shared import floors as shared
from evaljson.workspace.floors import FLOORS
from tests.ui.conftest import Made, Open, html_of, loaded, said
from tests.ui.page_jobs import finish, jobs_of

SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
GOLD: list[Any] = [{"id": str(at), "a": "x" if at < 3 else f"y{at}"} for at in range(4)]
CONSTANT: list[Any] = [{"id": str(at), "a": "x"} for at in range(4)]
LINE = "Floor: F1 75.0."


def made(**variants: list[Any]) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("floors", loaded(GOLD, "gold.json"), files, SCHEMA)


def three() -> Made:
    return made(good=GOLD, constant=CONSTANT, empty=[{"id": str(at)} for at in range(4)])


def test_a_line_says_the_floor_and_who_is_not_above_it_and_the_bars_have_a_mark(open_app: Open) -> None:
    app = open_app("overview", evaluation=three())
    assert f"{LINE} **Not above it: constant, empty.**" in said(app)
    assert html_of(app).count("<u style=") == 3
    app.switch_page("pages/fields.py").run()
    app.session_state["fields.kinds-open"] = True
    shown = app.run().dataframe[0].value
    assert shown["floor"].tolist() == [75.0]


def test_figures_over_some_records_are_not_held_against_a_floor_over_all(open_app: Open) -> None:
    last = [[{**GOLD[3], "a": value}] for value in ("y3", "x")]
    excluding = {"scoring": {"missing_records": "exclude"}}
    app = open_app("overview", evaluation=replace(made(good=last[0], wrong=last[1]), settings=excluding))
    assert f"{LINE} Over all 4 gold records." in said(app)
    assert "bove it" not in said(app)
    assert "<u style=" not in html_of(app)


def test_of_one_variant_there_is_the_line_alone(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(good=GOLD))
    assert LINE in said(app)
    assert "Not above it" not in said(app)
    assert "ej-board" not in html_of(app)


@pytest.fixture
def slow(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    monkeypatch.setattr(shared, "_QUICK", 0)
    return open_app("overview", evaluation=three())


def test_where_it_takes_long_a_job_works_it_out_while_the_page_is_there(slow: AppTest) -> None:
    assert "Floor: being worked out." in said(slow)
    assert html_of(slow).count("<u style=") == 0
    (job,) = jobs_of(FLOORS)
    done = finish(job)
    assert done == {"highest": "constant"}
    assert LINE in said(slow.run())
    slow.run()
    assert len(jobs_of(FLOORS)) == 1, "what is known is not worked out again"


def test_a_ceiling_is_said_and_marked_once_it_is_known() -> None:
    found = floors(GOLD, SCHEMA)
    assert FloorAndCeiling.of(found, 0.9) == FloorAndCeiling(0.75, 0.9)
    line, below = between_in_words(found, Ceiling(0.9, 0.7, 0.95, 12), {"good": 1.0, "same": 0.75})
    said_floor = "Floor: F1 75.0, reached by answering the most common value of each field."
    assert line == f"{said_floor} Ceiling: F1 90.0 (70.0 to 95.0), reached by people against each other on 12 records."
    assert below == ("same",)
