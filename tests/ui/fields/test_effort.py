"""Review effort on Fields, by the model of the evaluation: the cost first, a yes, and then what to review."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from evaljson.ui.fields.effort import OPENED
from evaljson.workspace.second_looks import SECOND_LOOK
from tests.judge.endpoint import Endpoint
from tests.second_look.endpoint import reads, sure_by
from tests.ui.conftest import Made, Open, loaded, said
from tests.ui.fields.asking import asked_after_a_yes, asked_by, asked_here, assert_says_what_asking_takes, opened

GOLD: list[Any] = [{"id": f"r{at}", "total": 1000 + at} for at in range(40)]
READ = [{**one, "total": 99} if at % 10 == 0 else one for at, one in enumerate(GOLD)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "number"}}}


def bills(*, sure: bool = False, texts: bool = True) -> Made:
    gold = loaded(GOLD, "gold.json")
    if texts:
        gold = replace(gold, metadata=[{"text": f"Total: {one['total']}"} for one in GOLD])
    read = [{**one, "sure": {"total": 0.9}} for one in READ] if sure else READ
    schema = {**SCHEMA, "x-eval-confidence": {"parallel": "sure"}} if sure else SCHEMA
    return Made("bills", gold, {"one": loaded(read, "one.json", "extracted")}, schema)


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    with asked_here(Endpoint(sure_by(reads)), monkeypatch) as running:
        yield running


def test_a_model_says_what_to_review_after_a_yes(open_app: Open, endpoint: Endpoint) -> None:
    sends = "the texts of documents and the values extracted from them"
    app = asked_after_a_yes(open_app("fields", evaluation=bills()), OPENED, endpoint, 40, sends)
    assert "Review 4 of 40 records: those with a value less sure than 0.970" in said(app)
    listed = next(frame.value for frame in app.dataframe if list(frame.value) == ["Record"])
    assert list(listed["Record"]) == ["r0", "r10", "r20", "r30"]
    assert asked_by() == SECOND_LOOK


def test_without_a_model_the_section_says_what_asking_takes(open_app: Open) -> None:
    assert_says_what_asking_takes(open_app("fields", evaluation=bills()), OPENED, 40)


def test_confidences_of_the_extraction_come_first_and_the_judge_is_a_choice(open_app: Open) -> None:
    app = opened(open_app("fields", evaluation=bills(sure=True)), OPENED)
    assert "of no part are at most 2% of the values wrong" in said(app)
    app.session_state["fields.effort.by"] = "The judge"
    assert "Asking a model takes 40 requests, about" in said(app.run())


def test_without_confidences_and_texts_there_is_no_section(open_app: Open) -> None:
    app = open_app("fields", evaluation=bills(texts=False))
    assert "Review effort" not in [expander.label for expander in app.expander]
