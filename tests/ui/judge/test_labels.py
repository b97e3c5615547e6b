"""Labelling pairs by hand, and what the labels say of the judge."""

import re
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.review.label_states import GoldLabel
from evaljson.store import Label
from evaljson.ui.session import author, server
from evaljson.workspace.judge_choice import JudgeChoice
from tests.ui.conftest import Made, Open, html_of, loaded, said
from tests.ui.judge.judging import GOLD, by_meaning, judged, put

COUNT = 60
ME = "test@example.com"
"""Who is signed in here."""


def many() -> Made:
    """Pairs of `terms` of which the stand-in calls every third one different."""
    gold: list[Any] = [{"id": str(n), "terms": f"net {n} days", "note": "x", "total": 1} for n in range(COUNT)]
    said_: list[Any] = [{**one, "terms": "later" if n % 3 == 0 else f"days {n} net"} for n, one in enumerate(gold)]
    return Made("many", loaded(gold, "gold.json"), {"one": loaded(said_, "one.json", "extracted")}, by_meaning())


@pytest.fixture
def page(open_app: Open) -> AppTest:
    identity = judged().keep()
    put(identity, JudgeChoice(None))
    return open_app("judge", eval=identity, part="check", a="one")


def labels() -> list[Label]:
    return server.store().labels.all()


def text(page: AppTest) -> str:
    return said(page).replace("*", "")


def shown_pair(page: AppTest) -> str:
    return next(html for html in html_of(page).split("<style>") if ".jl" in html)


def label(page: AppTest, step: int) -> AppTest:
    return page.button(key=f"judge.label.step.{step}").click().run()


def test_a_label_is_stored_before_the_next_pair_comes(page: AppTest) -> None:
    first = shown_pair(page)
    label(page, 2)
    assert [(one.step, one.score, one.who) for one in labels()] == [("same", 1.0, ME)]
    assert shown_pair(page) != first
    assert f"1 of 3 pairs labelled by {ME}" in text(page)


def test_the_verdict_is_not_in_sight_unless_asked_for_and_the_label_says_so(page: AppTest) -> None:
    assert "judge says" not in html_of(page)
    page.toggle(key="judge.label.seen").set_value(True).run()
    assert "The judge says: <b>" in html_of(page)
    label(page, 1)
    assert labels()[0].note == "saw the verdict first"


def test_a_pair_says_what_reviews_say_of_its_gold_value_wherever_it_stands(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    said_of = {
        n: {field: GoldLabel("corrected", one[field], ("A",), field) for field in ("terms", "note")}
        for n, one in enumerate(GOLD)
    }
    monkeypatch.setattr("evaljson.ui.judge.check_by_hand.labels_of", lambda evaluation: said_of)
    page.run()
    assert re.search(r"Gold <span [^>]*>\(✎ \d corrected\)", shown_pair(page))


def test_undo_takes_the_last_label_back_and_shows_its_pair_again(page: AppTest) -> None:
    first = shown_pair(page)
    label(page, 1)
    page.button(key="judge.label.undo").click().run()
    assert not labels()
    assert shown_pair(page) == first
    assert page.button(key="judge.label.undo").disabled
    assert len(server.store().labels.all(withdrawn=True)) == 1


def test_a_refresh_loses_no_label_and_goes_on_with_the_rest(page: AppTest, open_app: Open) -> None:
    label(page, 2)
    for _ in range(2):
        page = label(open_app("judge", eval=str(page.query_params["eval"]), part="check", a="one"), 1)
    assert "You have labelled every pair" in text(page)
    assert [one.step for one in labels()] == ["same", "different", "different"]
    assert len({one.pair for one in labels()}) == 3


def test_a_skipped_pair_comes_again_when_asked_for(page: AppTest) -> None:
    for _ in range(3):
        page.button(key="judge.label.skip").click().run()
    assert "Only 3 pairs that you skipped are left" in text(page)
    page.button(key="judge.label.again").click().run()
    label(page, 1)
    assert len(labels()) == 1


def test_labels_are_by_person_and_two_people_may_label_the_same_pair(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        label(page, 1)
    monkeypatch.setattr(author, "who", lambda: "Ann")
    page.run()
    assert "0 of 3 pairs labelled by Ann" in text(page)
    label(page, 2)
    assert sorted(one.who for one in labels()) == ["Ann", ME, ME, ME]


def test_labels_can_be_withdrawn_from_the_list_and_brought_back(page: AppTest) -> None:
    label(page, 1)
    page.session_state["judge.yours"] = True
    page.run()
    frame = next(one for one in page.dataframe if "You" in one.value)
    page.session_state[str(frame.key)] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    page.run()
    page.button(key="judge.withdraw").click().run()
    assert not labels()
    page.button(key="data.undo").click().run()
    assert len(labels()) == 1


def test_a_comment_is_kept_with_the_label(page: AppTest) -> None:
    box = next(one for one in page.text_input if (one.key or "").startswith("judge.label.note"))
    box.set_value("the days differ").run()
    label(page, 1)
    assert labels()[0].note == "the days differ"


def test_agreement_kappa_confusion_and_a_corrected_figure_come_of_labels(open_app: Open) -> None:
    identity = many().keep()
    put(identity, JudgeChoice(None))
    page = open_app("judge", eval=identity, part="check")
    assert "No pair is labelled yet" in text(page)
    for _ in range(12):  # a person who calls everything the same
        label(page, 2)
    table: Any = next(one.value for one in page.dataframe if "Kappa" in one.value)
    assert table.loc[0, "Field"] == "terms"
    assert table.loc[0, "Labelled"] == "12 of 60"
    assert table.loc[0, "Kappa"].startswith("0.00")
    confusion: Any = next(one.value for one in page.dataframe if "People say" in one.value)
    assert confusion["Judge: different"].tolist()[0] == confusion["Judge: same"].tolist()[0] == 0
    assert confusion["Judge: different"][1] + confusion["Judge: same"][1] == 12
    assert "instead of 66.7" in text(page)
    assert "terms: 40 more" in text(page), "52 of 60 pairs are enough: the others cannot change much"
    fields = text(open_app("fields", eval=identity))
    assert "Corrected for the judge's errors" in fields
    assert "terms, F1 100.0" in fields


def test_a_difference_is_told_with_the_errors_of_the_judge_taken_out(open_app: Open) -> None:
    made = many()
    other: list[Any] = [
        {**one, "terms": one["terms"] if n % 2 else "at once"} for n, one in enumerate(made.gold.records)
    ]
    files = {**made.variants, "two": loaded(other, "two.json", "extracted")}
    identity = replace(made, variants=files).keep()
    put(identity, JudgeChoice(None))
    assert "errors taken out" not in text(open_app("compare", eval=identity))
    for name in ("one", "two"):
        page = open_app("judge", eval=identity, part="check", a=name)
        for _ in range(6):
            label(page, 1)
    for page in (open_app("compare", eval=identity), open_app("overview", eval=identity)):
        assert "With the judge's errors taken out" in text(page)
        assert "from chance and the judge's errors together" in text(page)


def test_labels_under_other_instructions_are_kept_and_do_not_count(page: AppTest, open_app: Open) -> None:
    label(page, 1)
    other = judged(rubric="same: the days agree").keep()
    put(other, JudgeChoice(None))
    found = text(open_app("judge", eval=other, part="check", a="one"))
    assert "1 label of these fields under other instructions" in found
    assert "0 of 3 pairs labelled" in found


def test_values_and_reasons_are_shown_as_text(open_app: Open) -> None:
    gold: list[Any] = [{"id": "a", "terms": "**x** <b>", "note": "x", "total": 1}]
    one: list[Any] = [{"id": "a", "terms": "<script>alert(1)</script>", "note": "x", "total": 1}]
    made = Made("odd", loaded(gold), {"one": loaded(one, "one.json", "extracted")}, by_meaning())
    identity = made.keep()
    put(identity, JudgeChoice(None))
    page = open_app("judge", eval=identity, part="check")
    page.toggle(key="judge.label.seen").set_value(True).run()
    assert "&lt;script&gt;alert(1)" in html_of(page)
    assert "<script>" not in html_of(page)


def test_before_anything_is_judged_there_is_nothing_to_label(open_app: Open) -> None:
    assert "There is nothing to label yet" in text(open_app("judge", evaluation=judged(), part="check"))
