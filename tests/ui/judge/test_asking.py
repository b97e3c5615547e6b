"""What asking would take, a yes, and what came of it."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.judge_choice import JudgeChoice, prices_of
from tests.judge.endpoint import Endpoint, Request, Response, error
from tests.ui.conftest import Open, html_of
from tests.ui.judge.judging import judged, put
from tests.ui.judge.on_page import ask, connect, figures, identity, runs, text
from tests.ui.schema.editing import find

pytestmark = pytest.mark.usefixtures("asks_here")


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
