"""What every page says without a model, and of the stand-in for one."""

from typing import Any

import pytest

from evaljson.judge import STAND_IN
from evaljson.ui.session import server
from evaljson.workspace.judge_choice import JudgeChoice, choice_of, choose
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Open, html_of
from tests.ui.judge.judging import judged, put
from tests.ui.judge.on_page import PAGES, identity, runs, text, with_notes

pytestmark = pytest.mark.usefixtures("asks_here")


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
