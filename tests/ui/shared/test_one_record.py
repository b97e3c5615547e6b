"""Pages that name a field say where one record decides it."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.report.patterns.test_fields_of_one_record import GOLD, SCHEMA, skills
from tests.ui.conftest import Made, Open, html_of, loaded, said

WORDS = "Of the faults of cut, K3 has 30 of 36 at skills[].name (the others are in 6 records)"


@pytest.fixture
def evaluation() -> Made:
    lacks: list[Any] = [{**one, "skills": one["skills"][:1]} if at < 7 else one for at, one in enumerate(GOLD)]
    lacks[3] = {**GOLD[3], "skills": skills(10)}
    files = {"whole": loaded(GOLD, "whole.json", "extracted"), "cut": loaded(lacks, "cut.json", "extracted")}
    return Made("cut", loaded(GOLD, "gold.json"), files, SCHEMA)


def shown(app: AppTest) -> str:
    text = (html_of(app) + said(app)).replace("<bdi>", "").replace("</bdi>", "")
    return text.replace("\\", "")


@pytest.mark.parametrize("page", ["overview", "compare"])
def test_behind_the_verdict(open_app: Open, evaluation: Made, page: str) -> None:
    assert WORDS in shown(open_app(page, evaluation=evaluation, a="whole", b="cut"))


@pytest.mark.parametrize(("view", "words"), [("status", WORDS.replace(" of cut", "")), ("variant", WORDS)])
def test_above_the_fields(open_app: Open, evaluation: Made, view: str, words: str) -> None:
    app = open_app("fields", evaluation=evaluation, a="cut", view=view)
    assert words in shown(app)
    assert "Of the faults" not in shown(
        open_app("fields", eval=str(app.query_params["eval"]), a="whole", view="status")
    )


def test_nothing_of_it_on_the_sample(open_app: Open) -> None:
    assert "Of the faults" not in shown(open_app("overview")) + shown(open_app("fields"))
