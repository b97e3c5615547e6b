"""What is typed into a schema stops no page: it is refused, or its effect is not shown, with one sentence."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.jobs.page_work import StoppedError
from evaljson.store import open_store
from evaljson.ui.session import server
from evaljson.workspace.scoring import due
from tests.ui.conftest import said
from tests.ui.schema.editing import edit, schema_of, versions

SENTENCE = "this takes more than 10 seconds, and was stopped"


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that are stopped, which a test fills; none at first."""
    tasks: list[str] = []
    work = server.work

    def stop(task: str, *arguments: Any, instead: str) -> Any:
        if task in tasks:
            raise StoppedError(f"{SENTENCE}: {instead}.")
        return work(task, *arguments, instead=instead)

    monkeypatch.setattr(server, "work", stop)
    return tasks


def typed(page: AppTest, text: str, instead: str) -> str:
    """Type another text into the JSON tab; returns what the page says then."""
    page.text_area[0].set_value(str(page.text_area[0].value).replace(text, instead, 1)).run()
    assert not page.exception
    return said(page)


def test_a_number_that_would_hold_up_everyone_is_refused_with_the_range(page: AppTest) -> None:
    number = '"x-eval-transform": [{"round_digits": {"digits": -1000000000}}], "type": "string"'
    says = typed(page, '"type": "string"', number)
    assert "takes a whole number from -400 to 400, not -1000000000" in says


def test_an_edit_whose_effect_takes_too_long_says_so_and_can_be_applied(page: AppTest, stopped: list[str]) -> None:
    stopped.append("preview_edit")
    edit(page, a={"transforms": "strip"})
    assert not page.exception
    assert f"{SENTENCE}: apply the edit, and it is scored in the background" in said(page)
    before = len(versions(page))
    page.button(key="schema.apply").click().run()
    assert len(versions(page)) == before + 1


def test_a_cell_that_takes_too_long_to_check_is_refused_until_it_does_not(page: AppTest, stopped: list[str]) -> None:
    stopped.append("check_cells")
    edit(page, a={"transforms": "lowercase"})  # checked by no other test
    assert not page.exception
    assert f"{SENTENCE}: shorten what you typed into this row" in said(page)
    assert page.button(key="schema.apply").disabled
    stopped.clear()
    before = len(versions(page.run()))
    page.button(key="schema.apply").click().run()
    assert len(versions(page)) == before + 1
    assert schema_of(page)["a"]["x-eval-transform"] == ["lowercase"]  # type: ignore[index]


def test_a_cell_that_is_too_long_is_refused_unread(page: AppTest) -> None:
    edit(page, a={"transforms": "[" * 100_001})
    assert not page.exception
    assert "this has 100,001 characters, more than 100,000: put it into the JSON tab" in said(page)


def test_a_cell_that_is_nested_too_deeply_is_refused(page: AppTest) -> None:
    edit(page, a={"parameters": "[" * 90_000})
    assert not page.exception
    assert "is not JSON" in said(page)


def test_a_typed_schema_that_takes_too_long_to_check_stays_in_its_tab(page: AppTest, stopped: list[str]) -> None:
    stopped.append("check_schema")
    says = typed(page, '"type": "object"', '"type":     "object"')  # typed nowhere else: checks are kept by content
    assert f"{SENTENCE}: make the schema smaller" in says
    assert '"type":     "object"' in str(page.text_area[0].value)


def test_a_small_evaluation_that_takes_too_long_to_score_is_scored_by_a_job(page: AppTest, stopped: list[str]) -> None:
    stopped.append("score_quickly")
    edit(page, a={"transforms": "strip"})
    page.button(key="schema.apply").click().run()
    assert not page.exception
    with open_store(server.url()) as store:
        (job,) = store.jobs.all()
        assert job.kind == "score"
        assert job.state in ("queued", "running", "done")
        assert due(store, store.evaluations.get(str(job.evaluation))) or job.state == "done"
