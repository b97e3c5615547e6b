"""Cells of CSV in the form: read as the extractions have them, said so, and kept as text with one click."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Open, draft_of, said

CELLS = "id,n,paid,zip\na,3,True,007\nb,4,False,012\nc,,True,100\n"
RECORDS: list[dict[str, Any]] = [
    {"id": "a", "n": 3, "paid": True, "zip": 7},
    {"id": "b", "n": 5, "paid": False, "zip": 12},
    {"id": "c", "n": 1, "paid": True, "zip": 100},
]
SAID = "1 column of gold.csv is read as numbers, 1 as true/false, as the extractions have them."


def dropped(app: AppTest, name: str, content: str) -> AppTest:
    done = app.file_uploader[0].set_value([(name, content.encode(), "application/octet-stream")]).run()
    assert not done.exception
    return done


def gold_of(app: AppTest) -> list[Any]:
    gold = draft_of(app).gold
    assert gold is not None
    records: list[Any] = gold.records
    return records


@pytest.fixture
def form(open_app: Open) -> AppTest:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.csv", CELLS)
    assert gold_of(app)[0] == {"id": "a", "n": "3", "paid": "True", "zip": "007"}
    return dropped(app, "p.json", json.dumps(RECORDS))


def test_cells_are_read_as_the_variant_has_them(form: AppTest) -> None:
    assert SAID in said(form).replace("\\", "")
    assert gold_of(form)[0] == {"id": "a", "n": 3, "paid": True, "zip": "007"}
    assert gold_of(form)[2] == {"id": "c", "paid": True, "zip": "100"}


def test_texts_are_kept_with_one_click_and_read_with_another(form: AppTest) -> None:
    read = draft_of(form).gold
    form.button(key="draft.gold.texts").click().run()
    assert not form.exception
    assert gold_of(form)[0] == {"id": "a", "n": "3", "paid": "True", "zip": "007"}
    assert SAID not in said(form).replace("\\", "")
    form.run()
    assert gold_of(form)[0]["n"] == "3"
    form.button(key="draft.gold.values").click().run()
    assert draft_of(form).gold == read


def test_a_second_variant_with_texts_brings_the_texts_back(form: AppTest) -> None:
    dropped(form, "q.json", json.dumps([{**record, "n": str(record["n"])} for record in RECORDS]))
    assert gold_of(form)[0] == {"id": "a", "n": "3", "paid": True, "zip": "007"}
    form.button(key="draft.remove-1").click().run()
    assert gold_of(form)[0]["n"] == 3


def test_a_variant_in_cells_is_read_as_gold(open_app: Open) -> None:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.json", json.dumps(RECORDS))
    dropped(app, "p.csv", CELLS)
    assert "1 column of p.csv is read as numbers, 1 as true/false, as gold has them." in said(app).replace("\\", "")
    assert draft_of(app).variants["p"].records[0] == {"id": "a", "n": 3, "paid": True, "zip": "007"}


def test_empty_cells_are_null_as_the_variant_has_them_until_texts_are_kept(open_app: Open) -> None:
    app = open_app().button(key="data.own").click().run()
    dropped(app, "gold.csv", "id,note\na,\nb,x\n")
    dropped(app, "p.json", '[{"id": "a", "note": null}, {"id": "b", "note": "x"}]')
    assert "1 empty cell of gold.csv is read as null, as the extractions have them." in said(app).replace("\\", "")
    assert gold_of(app)[0] == {"id": "a", "note": None}
    app.button(key="draft.gold.texts").click().run()
    assert gold_of(app)[0] == {"id": "a"}
    assert "All cells of gold.csv are kept as text; an empty one is an absent key." in said(app).replace("\\", "")


def test_the_evaluation_is_scored_with_the_values(form: AppTest) -> None:
    form.button(key="draft.score").click().run()
    assert not form.exception
    assert "read as numbers" not in said(form)
