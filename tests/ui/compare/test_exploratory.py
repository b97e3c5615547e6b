"""Exploratory verdicts on fields never contradict the strict sentence and figures above them without a word."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from tests.compare.made import SCHEMA, extracted, gold
from tests.ui.compare.comparing import show
from tests.ui.conftest import Made, Open, loaded, said

WRONG = {"old": {}, "new": {"name": range(8)}, "other": {"total": range(8)}, "last": {"sku": range(7)}}
"""One field of each gets worse: too little for Holm over all of these, enough for Benjamini and Hochberg."""
LISTED = "add 1 field that got worse: name. All else here is strict (Holm)"


@pytest.fixture(scope="module")
def several() -> Made:
    files = {name: loaded(extracted(60, wrong), f"{name}.json", "extracted") for name, wrong in WRONG.items()}
    return Made("several", loaded(gold(60)), files, SCHEMA)


@pytest.fixture
def explored(open_app: Open, several: Made) -> AppTest:
    return open_app("compare", evaluation=several, a="old", b="new", adjust="bh")


def copied(app: AppTest) -> list[str]:
    app.session_state["compare.copy"] = True
    return [code.value for code in app.run().code]


def test_the_figure_of_worse_fields_says_that_it_is_strict_and_what_exploratory_adds(explored: AppTest) -> None:
    card = explored.metric[3]
    assert (card.value, card.proto.delta_description) == ("0", "strict; exploratory adds 1 worse")


def test_the_filter_names_its_verdicts_and_how_many_the_sentence_above_has(explored: AppTest) -> None:
    options = explored.segmented_control(key="compare.show").options
    assert options[1:3] == ["Worse, exploratory (1)", "Better, exploratory (0)"]
    assert "1 field differs. Exploratory: 1 worse, 0 better; strict, as above: 0 and 0." in said(explored)
    assert "Detectably worse" not in " ".join(options)


def test_the_column_of_verdicts_says_that_they_are_exploratory(explored: AppTest) -> None:
    table = next(one for one in explored.dataframe if "mark" in one.value.columns)
    assert json.loads(table.proto.columns)["mark"]["label"] == "Verdict, exploratory"


def test_the_text_and_the_markdown_to_copy_name_what_exploratory_verdicts_add(explored: AppTest) -> None:
    text, markdown = copied(explored)
    assert LISTED in text
    assert LISTED in markdown.replace("\\", "")
    assert "| p (Holm) | verdict |" in markdown


def test_strict_verdicts_are_said_without_a_word_on_others(open_app: Open, several: Made) -> None:
    app = open_app("compare", evaluation=several, a="old", b="new")
    assert not app.metric[3].proto.delta_description
    assert app.segmented_control(key="compare.show").options[1] == "Detectably worse (0)"
    assert not any("xploratory" in text for text in copied(app))


def test_other_parts_than_the_fields_have_strict_verdicts_only(explored: AppTest) -> None:
    show(explored, "records")
    assert not explored.metric[3].proto.delta_description
    assert "adjust" not in explored.query_params


@pytest.mark.parametrize(
    ("shown", "words"), [("better", "No field got detectably better, by exploratory verdicts either.")]
)
def test_an_empty_list_says_by_which_verdicts(open_app: Open, several: Made, shown: str, words: str) -> None:
    assert words in said(open_app("compare", evaluation=several, a="old", b="new", adjust="bh", show=shown))
