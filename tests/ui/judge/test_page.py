"""Who judges, what asking would take, a yes, what came of it; and what every page says without a model."""

import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.judge import STAND_IN
from evaljson.store.location import FILE
from evaljson.ui.session import server
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.judge_choice import JudgeChoice, choice_of, choose, prices_of
from evaljson.workspace.scoring import score_due
from tests.judge.endpoint import Endpoint, Request, Response, error
from tests.ui.conftest import Open, html_of, said
from tests.ui.judge.judging import AskingHere, judged, put
from tests.ui.schema.editing import find

KEY, OTHER = "sk-very-secret-42", "sk-of-the-server-7"
VARIABLES = (
    "EVALJSON_JUDGE_MODEL",
    "EVALJSON_JUDGE_URL",
    "EVALJSON_JUDGE_API_KEY",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
)
PAGES = ("overview", "data", "schema", "fields", "compare", "records")


@pytest.fixture(autouse=True)
def asks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(server, "pool", lambda: AskingHere(server.store()))


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("judge", evaluation=judged())


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def with_notes(page: AppTest, name: str) -> AppTest:
    """The page with the line opened that says what its reader should know."""
    page.session_state[f"{name}.notes"] = True
    return page.run()


def identity(page: AppTest) -> str:
    found = page.query_params["eval"]
    return str(found[0] if isinstance(found, list) else found)


def runs(page: AppTest) -> dict[str, dict[str, int]]:
    store, found = server.store(), server.store().evaluations.get(identity(page))
    names = {variant.id: variant.name for variant in found.variants}
    return {names[run.variant]: run.metrics for run in reversed(store.runs.all(found.id))}


def connect(page: AppTest, url: str, key: str = KEY, model: str = "gpt-4.1-mini", button: str = "use") -> AppTest:
    page.text_input(key="judge.model").set_value(model)
    page.text_input(key="judge.url").set_value(url)
    page.text_input(key="judge.key").set_value(key)
    return page.button(key=f"judge.{button}").click().run()


def ask(page: AppTest) -> AppTest:
    page.button(key="judge.ask").click().run()
    return page.button(key="judge.yes").click().run()


def figures(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


# Without a model


@pytest.mark.parametrize("name", ["overview", "records"])  # that all of them call it is seen in the next test
def test_each_page_says_what_is_left_out_for_want_of_a_judge(open_app: Open, name: str) -> None:
    told = text(with_notes(open_app(name, evaluation=judged()), name))
    assert "No judge configured. terms, note: compared by meaning" in told
    assert "6 values that are not equal are in no figure" in told
    assert "(one 3, two 3)" in told


def test_figures_from_before_a_judge_was_chosen_are_not_said_to_be_of_it(open_app: Open) -> None:
    identity = judged().keep()
    store = server.store()
    choose(store, identity, store.evaluations.get(identity).revision, JudgeChoice(None), by="test")
    page = with_notes(open_app("fields", eval=identity), "fields")
    assert "6 values not judged yet, and in no figure (one 3, two 3)." in text(page)
    assert "no language model" not in text(page)
    score_due(store, identity, by="test", tell=lambda share, message: None)
    assert "no language model" in text(with_notes(open_app("fields", eval=identity), "fields"))


def test_one_click_sets_the_stand_in_which_every_page_names_and_another_takes_it_back(open_app: Open) -> None:
    page = with_notes(open_app("fields", evaluation=judged()), "fields")
    page.button(key="judge-note.stand-in.fields").click().run()
    assert [run["total_batch_errors"] for run in runs(page).values()] == [0, 0]
    for name in (*PAGES, "judge"):
        page = with_notes(open_app(name, eval=identity(page)), name)
        assert f"{STAND_IN.capitalize()}, no language model" in text(page), name
    assert page.success[0].value == (
        "✓ Every value compared by meaning is decided. Nobody is asked, and nothing is sent."
    )
    assert f"{STAND_IN}, no language model: token set similarity" in html_of(
        open_app("records", eval=identity(page), a="one", record="b")
    )
    page = with_notes(open_app("fields", eval=identity(page)), "fields")
    page.button(key="judge-note.back.fields").click().run()
    assert "No judge configured" in text(with_notes(page, "fields"))
    assert choice_of(server.store().evaluations.get(identity(page)).settings) is None


def test_the_list_of_evaluations_marks_figures_that_rest_on_the_stand_in(open_app: Open) -> None:
    identity = judged().keep()
    put(identity, JudgeChoice(None))
    page = open_app("data", eval=identity)
    page.session_state["list.fold.False"] = True
    table: Any = next(frame.value for frame in page.run().dataframe if "Best F1" in frame.value)
    assert table.set_index("Evaluation").loc["judged", ""] == f"open here; ≈ {STAND_IN}"


def test_where_nothing_goes_by_meaning_no_page_speaks_of_a_judge(open_app: Open) -> None:
    assert "judge" not in text(open_app("fields")).lower()
    page = open_app("judge")
    assert "No field is compared by meaning" in text(page)
    assert page.button(key="judge.to-schema")


# The connection


def test_a_trial_says_whether_the_endpoint_judges_and_changes_nothing(page: AppTest, endpoint: Endpoint) -> None:
    connect(page, endpoint.url, button="test")
    assert "answers, and the answer is readable" in text(page)
    endpoint.faults = [lambda request: error(401, f"Incorrect API key provided: {request.headers['authorization']}")]
    connect(page, endpoint.url, button="test")
    assert "does not work: the endpoint answered 401: Incorrect API key provided: Bearer [key]" in text(page)
    assert KEY not in text(page)
    assert choice_of(server.store().evaluations.get(identity(page)).settings) is None


@pytest.mark.parametrize(
    ("url", "key", "model", "told"),
    [
        ("http://u:sk-x@h/v1", "", "m", "the judge's URL holds more than an address"),
        ("", "", "m", "this session has no key for OpenAI"),
        ("http://127.0.0.1:9/v1", "", "", "enter the name of a model"),
        ("http://127.0.0.1:9/v1", "", "sk-x", "the model looks like a key"),
        ("http://127.0.0.1:9/v1", "sk-ä", "m", "the judge's key has characters that cannot be in a key"),
    ],
)
def test_a_connection_that_cannot_work_is_refused_without_repeating_a_key(
    page: AppTest, url: str, key: str, model: str, told: str
) -> None:
    connect(page, url, key, model)
    assert told in text(page)
    assert "sk-x" not in text(page)
    assert choice_of(server.store().evaluations.get(identity(page)).settings) is None


def test_the_key_is_in_no_store_export_link_log_or_page(
    page: AppTest, endpoint: Endpoint, own_store: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    endpoint.faults = [lambda request: error(500, f"no {KEY}") if request.number == 1 else None]
    with caplog.at_level(logging.INFO):
        ask(connect(page, endpoint.url))
    assert any(request.headers["authorization"] == f"Bearer {KEY}" for request in endpoint.requests)
    server.store().export_to(tmp_path / "export.zip")
    held = "\n".join(sqlite3.connect(own_store / FILE).iterdump())
    shown = [text(page), html_of(page), str(page.query_params), *(str(frame.value) for frame in page.dataframe)]
    widgets = [str(box.value) for box in page.text_input]
    written = [file.read_bytes().decode("latin-1") for file in own_store.rglob("*") if file.is_file()]
    exported = (tmp_path / "export.zip").read_bytes().decode("latin-1")
    for place in (held, exported, caplog.text, *shown, *widgets, *written):
        assert KEY not in place


def test_a_key_goes_to_the_endpoint_that_it_was_given_for_and_to_no_other(
    page: AppTest, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", OTHER)
    with Endpoint() as elsewhere:
        connect(page, endpoint.url)
        connect(page, elsewhere.url, key="", button="test")
        ask(connect(page, elsewhere.url, key=""))
        assert elsewhere.requests
        assert {request.headers["authorization"] for request in elsewhere.requests} == {"Bearer none"}


def test_the_key_of_the_server_is_used_where_the_server_says_and_never_shown(
    open_app: Open, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in zip(VARIABLES, ("gpt-4.1-mini", endpoint.url, OTHER), strict=False):
        monkeypatch.setenv(name, value)
    page = open_app("judge", evaluation=judged())
    assert page.text_input(key="judge.model").value == "gpt-4.1-mini"
    assert page.text_input(key="judge.key").placeholder == "from $EVALJSON_JUDGE_API_KEY"
    ask(page.button(key="judge.use").click().run())
    assert {request.headers["authorization"] for request in endpoint.requests} == {f"Bearer {OTHER}"}
    assert OTHER not in text(page)


def test_the_connection_may_come_from_the_secrets_of_the_server(
    open_app: Open, endpoint: Endpoint, project_root: Path
) -> None:
    page = AppTest.from_file(str(project_root / "app.py"), default_timeout=30)
    page.secrets["judge"] = {"model": "gpt-4.1-mini", "base_url": endpoint.url, "api_key": OTHER}
    page.query_params["eval"] = judged().keep()
    page.switch_page("pages/judge.py").run()
    assert page.text_input(key="judge.key").placeholder == "from st.secrets"
    ask(page.button(key="judge.use").click().run())
    assert {request.headers["authorization"] for request in endpoint.requests} == {f"Bearer {OTHER}"}
    assert OTHER not in text(page)


# Asking


def test_nothing_is_sent_before_somebody_has_seen_what_it_takes_and_said_yes(page: AppTest, endpoint: Endpoint) -> None:
    connect(page, endpoint.url)
    assert figures(page)["Pairs to ask"] == "4"
    assert figures(page)["Price, about"].startswith("$0.00")
    page.button(key="judge.ask").click().run()
    assert "Send 4 questions to" in text(page)
    assert not endpoint.requests
    page.button(key="judge.not-now").click().run()
    assert not endpoint.requests
    ask(page)
    assert sum(endpoint.answered.values()) == 4
    assert "Every value compared by meaning is decided" in text(page)
    assert [run["total_batch_errors"] for run in runs(page).values()] == [0, 0]


def test_records_show_verdict_and_reason_of_the_model(page: AppTest, endpoint: Endpoint, open_app: Open) -> None:
    ask(connect(page, endpoint.url))
    told = html_of(open_app("records", eval=identity(page), a="one", record="b"))
    assert "different: compared (gpt-4.1-mini)" in told


def test_what_was_paid_for_costs_nothing_again(page: AppTest, endpoint: Endpoint) -> None:
    ask(connect(page, endpoint.url))
    sent = len(endpoint.requests)
    page.button(key="judge.none").click().run()
    assert "No judge yet" in text(page)
    assert "Compared by meaning, values that are equal match; no figure counts the others" in text(page)
    connect(page, endpoint.url)
    assert "Every value compared by meaning is decided" in text(page)
    assert len(endpoint.requests) == sent


def test_a_budget_stops_the_asking_and_keeps_what_is_done(page: AppTest, endpoint: Endpoint) -> None:
    endpoint.tokens = (700, 100)
    connect(page, endpoint.url)
    page.number_input(key="judge.max-tokens").set_value(1_200).run()
    ask(page)
    assert "The judge stopped before everything was decided" in text(page)
    assert "budget of 1,200 tokens is used up" in html_of(page)
    assert server.store().judgements.count() > 0
    page.number_input(key="judge.max-tokens").set_value(None).run()
    ask(page)
    assert max(endpoint.answered.values()) == 1
    assert "Every value compared by meaning is decided" in text(page)


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        ("cancelled", "Asking the judge was cancelled. Answers so far are kept"),
        ("failed", "Asking the judge failed: no such model"),
        ("interrupted", "Asking the judge was interrupted: its process ended. Answers so far are kept"),
    ],
)
def test_an_asking_that_did_not_come_to_its_end_says_so_and_can_be_gone_on_with(
    page: AppTest, endpoint: Endpoint, ending: Any, told: str
) -> None:
    connect(page, endpoint.url)
    page.number_input(key="judge.max-tokens").set_value(9_999).run()
    jobs = server.store().jobs
    job = jobs.wait(JUDGE, {}, "gone", by="test", evaluation=identity(page))
    jobs.hand_over(job.id, "gone", "gone")
    page.run()
    assert "The judge is being asked now" in text(page)
    if ending == "interrupted":
        jobs.interrupt("gone")
    else:
        jobs.finish(job.id, "gone", ending, error="no such model" if ending == "failed" else None)
    assert told in text(page.run())
    assert page.number_input(key="judge.max-tokens").value == 9_999  # or whoever goes on would be without a limit
    assert "Every value compared by meaning is decided" in text(ask(page))


def test_failures_are_listed_by_reason_and_only_they_are_asked_again(page: AppTest, endpoint: Endpoint) -> None:
    def refused(request: Request) -> Response | None:
        return error(400, "that one is not allowed") if any("later" in str(one) for one in request.items) else None

    endpoint.faults = [refused]
    ask(connect(page, endpoint.url))
    table = next(frame.value for frame in page.dataframe if "Why" in frame.value)
    assert table["Why"].str.contains("the endpoint answered 400: that one is not allowed").any()
    assert figures(page)["Pairs to ask"] == "1"
    endpoint.faults = []
    before = sum(endpoint.answered.values())
    ask(page)
    assert sum(endpoint.answered.values()) == before + 1


@pytest.mark.parametrize(
    ("response", "told"),
    [
        (error(401, "no such key"), "the endpoint answered 401: no such key"),
        (error(400, "not today"), "the endpoint answered 400: not today"),
    ],
)
def test_where_nothing_is_answered_the_reasons_are_those_of_this_asking(
    page: AppTest, endpoint: Endpoint, response: Response, told: str
) -> None:
    endpoint.faults = [lambda request: response]
    ask(connect(page, endpoint.url))
    assert told in text(page) + html_of(page) + str(next(frame.value for frame in page.dataframe).to_dict())


def test_verdicts_that_another_evaluation_paid_for_are_taken_without_asking(
    page: AppTest, endpoint: Endpoint, open_app: Open
) -> None:
    before, choice = judged().keep(), JudgeChoice("gpt-4.1-mini", endpoint.url)
    put(before, choice)
    ask(connect(page, endpoint.url))
    sent = len(endpoint.requests)
    late = open_app("judge", eval=before)
    assert "All questions were answered before, so 6 values can be decided for free" in text(late)
    late.button(key="judge.take").click().run()
    after = judged().keep()
    put(after, choice)
    for one in (late, open_app("judge", eval=after)):
        assert "Every value compared by meaning is decided" in text(one)
    assert len(endpoint.requests) == sent


def test_a_look_at_an_edit_uses_the_verdicts_at_hand_and_asks_nobody(
    page: AppTest, endpoint: Endpoint, open_app: Open
) -> None:
    ask(connect(page, endpoint.url))
    sent = len(endpoint.requests)
    look = open_app("schema", eval=identity(page), field="note", a="one")
    find(look, "number_input", ".threshold").set_value(0.5).run()
    assert "1 change not applied yet" in text(look)
    assert "for a judge, and" not in text(look)
    find(look, "text_input", ".semantic.instructions").set_value("The same freight.").run()
    assert "2 values need a judge, and are in no figure here" in text(look)
    assert len(endpoint.requests) == sent


# Verdicts and cost


def test_each_asking_is_listed_with_what_it_took(page: AppTest, endpoint: Endpoint, open_app: Open) -> None:
    ask(connect(page, endpoint.url))
    page = open_app("judge", eval=identity(page), part="spent")
    askings = next(frame.value for frame in page.dataframe if "Tokens in" in frame.value)
    assert sorted(askings["Run"]) == ["one", "two"]
    assert askings["Sent"].sum() == 4
    assert askings["Tokens in"].sum() == 100 * len(endpoint.requests)


def test_verdicts_are_counted_and_cleared_after_a_question(page: AppTest, endpoint: Endpoint, open_app: Open) -> None:
    ask(connect(page, endpoint.url))
    before = runs(page)
    page = open_app("judge", eval=identity(page), part="spent")
    page.button(key="judge.clear.gpt-4.1-mini").click().run()
    assert server.store().judgements.count() == 4
    page.button(key="judge.clear-no").click().run()
    page.button(key="judge.clear.gpt-4.1-mini").click().run()
    page.button(key="judge.clear-yes").click().run()
    assert server.store().judgements.count() == 0
    assert runs(page) == before


def test_a_price_is_put_in_and_estimates_go_by_it(page: AppTest, endpoint: Endpoint, open_app: Open) -> None:
    connect(page, endpoint.url, model="house-model")
    assert figures(page)["Price, about"] == "–"
    page = open_app("judge", eval=identity(page), part="spent")
    page.session_state["judge.prices.0"] = {
        "edited_rows": {}, "deleted_rows": [], "added_rows": [{"Model": "house-model", "In": 1000.0, "Out": 1000.0}],
    }  # fmt: skip
    page.run()
    page.button(key="judge.save-prices").click().run()
    assert prices_of(server.store())["house-model"].input == 1000.0
    assert figures(open_app("judge", eval=identity(page)))["Price, about"].startswith("$")
