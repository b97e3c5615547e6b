"""Where nobody has chosen how fields are compared, Overview looks for settings that explain errors by itself."""

from typing import Any

import pytest

from evaljson import annotate_xeval, infer_schema
from evaljson.ui.overview import suggestion_decision
from evaljson.ui.session import server
from evaljson.ui.shared import find_suggestions
from evaljson.workspace.scoring import score_due
from evaljson.workspace.suggestions import SUGGEST
from evaljson.workspace.versions import READ_OFF_GOLD
from tests.ui.conftest import Made, Open, html_of, loaded, said, small
from tests.ui.page_jobs import finish, jobs_of
from tests.ui.schema.suggesting import BARE, LOUD, made

TUNED = "name: transforms"
FOUND = "would explain errors; together: "
BY_DEFAULT = "All fields are compared by default rules"
NOT_FINAL = "Settings that may change this are being looked for."
RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
TALKS = [{**record, "reasoning": "because"} for record in RIGHT]


def version(evaluation: Made, message: str) -> str:
    """The id of the evaluation, with its schema once more as a version of that name."""
    identity, store = evaluation.keep(), server.store()
    schema = {**evaluation.schema, "title": message}
    store.schemas.add(identity, store.evaluations.get(identity).revision, schema, by="ann", message=message)
    score_due(store, identity, by="ann", tell=lambda share, message: None)
    return identity


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search is a job, which no worker takes."""
    monkeypatch.setattr(find_suggestions, "QUICK", 0)
    monkeypatch.setattr(suggestion_decision, "QUICK", 0)
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)


@pytest.mark.parametrize(("message", "is_looked_for"), [(READ_OFF_GOLD, True), (TUNED, False)])
def test_a_small_evaluation_says_at_once_what_would_explain_errors_unless_someone_has_tuned_it(
    open_app: Open, message: str, is_looked_for: bool
) -> None:
    app = open_app("overview", eval=version(made(loud=LOUD, bare=BARE), message))
    assert (FOUND in said(app)) == is_looked_for
    assert BY_DEFAULT not in said(app)
    assert jobs_of(SUGGEST) == []
    if is_looked_for:
        app.button(key="decide.suggestions").click().run()
        assert app.query_params["tab"] == "Suggestions"
        assert not app.exception


@pytest.mark.parametrize(("more", "decisions"), [({}, 1), ({"due": "2024-03-05"}, 2)])
def test_settings_that_another_decision_has_already_are_not_listed_twice(
    open_app: Open, more: dict[str, str], decisions: int
) -> None:
    gold: list[Any] = [{"id": f"r{i}", "city": [f"City {i}", f"C. {i}"], **more} for i in range(6)]
    turned = dict.fromkeys(more, "05/03/2024")
    one: list[Any] = [{"id": f"r{i}", "city": f"C. {i}", **turned} for i in range(6)]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    files = {"one": loaded(one, "one.json", "extracted")}
    identity = version(Made("lists", loaded(gold, "gold.json"), files, schema), READ_OFF_GOLD)
    for _ in range(2):
        app = open_app("overview", eval=identity)
        assert f"**{decisions} to decide**" in said(app)
        assert ("would explain errors" in said(app)) == (decisions > 1)


def test_where_nothing_is_found_there_is_nothing_to_decide(open_app: Open) -> None:
    identity = version(small(one=RIGHT), READ_OFF_GOLD)
    for _ in range(2):
        app = open_app("overview", eval=identity)
        assert "default rules" not in said(app)
        assert "Nothing is left to decide" in said(app)
    assert "Nothing to suggest" in said(open_app("schema", eval=identity, tab="Suggestions"))


@pytest.mark.usefixtures("large")
def test_a_large_one_is_looked_at_in_a_job_while_the_page_is_there(open_app: Open) -> None:
    app = open_app("overview", eval=version(made(loud=LOUD, bare=BARE), READ_OFF_GOLD))
    assert f"{BY_DEFAULT}.** Rules that fit better are being looked for." in said(app)
    assert NOT_FINAL in html_of(app), "the verdict may not stand"
    [job] = jobs_of(SUGGEST)
    finish(job)
    app.run()
    assert FOUND in said(app)
    assert NOT_FINAL not in html_of(app)
    assert BY_DEFAULT not in said(app)
    app.run()
    assert len(jobs_of(SUGGEST)) == 1, "what is known is not looked for again"


@pytest.mark.usefixtures("large")
def test_who_cancels_the_search_is_led_to_the_page_that_looks(open_app: Open) -> None:
    app = open_app("overview", eval=version(made(loud=LOUD), READ_OFF_GOLD))
    finish(jobs_of(SUGGEST)[0], "cancelled")
    app.run()
    assert f"{BY_DEFAULT}.** Suggestions looks for rules that fit better." in said(app)
    assert NOT_FINAL not in html_of(app)
    assert len(jobs_of(SUGGEST)) == 1
    app.button(key="hint.untuned").click().run()
    assert "Looking for suggestions was cancelled." in said(app)
    assert app.button(key="suggest.look").label == "Look for suggestions"


@pytest.mark.usefixtures("large")
def test_what_would_take_many_minutes_is_looked_for_on_a_click_only(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suggestion_decision, "MOST", 1)
    app = open_app("overview", eval=version(made(loud=LOUD), READ_OFF_GOLD))
    assert "Suggestions looks for rules that fit better." in said(app)
    assert jobs_of(SUGGEST) == []


@pytest.mark.usefixtures("large")
def test_default_rules_are_still_told_of_after_a_key_was_ignored(open_app: Open) -> None:
    app = open_app("overview", eval=version(small(plain=RIGHT, talks=TALKS), READ_OFF_GOLD))
    app.button(key="hint.unknown.overview").click().run()
    assert "with → without" not in said(app)
    assert BY_DEFAULT in said(app)
