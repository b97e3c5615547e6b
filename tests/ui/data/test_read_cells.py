"""Cells of CSV in the form: read as the extractions have them, said so, and kept as text with one click."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.workspace.drafts import schema_from_gold
from tests.ui.conftest import Made, Open, draft_of, loaded, said

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


NESTED = [{"id": f"d{n}", "codes": ["H1", f"H{n}"], "version": f"{n}.0", "note": None} for n in range(4)]
NESTED_CELLS = "id,codes,version,note,lang\n" + "".join(f'd{n},"[""H1"", ""H{n}""]",{n}.0,,\n' for n in range(3))
NESTED_CELLS += "d3,H1 and H3,3.0,,\n"
AS_ARRAYS = "1 column of p.csv is read as arrays; 1 cell there stays text; 4 of 8 empty cells are read as null, as gold"


@pytest.mark.parametrize("names", [("gold.json", "p.csv"), ("p.csv", "gold.json")], ids="then".join)
def test_arrays_in_cells_are_read_as_gold_has_them_in_any_order_and_kept_as_text(
    open_app: Open, names: tuple[str, str]
) -> None:
    app = open_app().button(key="data.own").click().run()
    files = {"gold.json": json.dumps(NESTED), "p.csv": NESTED_CELLS}
    for name in names:
        at = 1 if name == "p.csv" and names[0] == "p.csv" else 0
        zones = [zone for zone in app.file_uploader if not zone.accept_directory]
        zones[at].set_value([(name, files[name].encode(), "application/octet-stream")]).run()
        assert not app.exception
    records = draft_of(app).variants["p"].records
    assert records == [*NESTED[:3], {**NESTED[3], "codes": "H1 and H3"}]
    assert f"{AS_ARRAYS} has them." in said(app).replace("\\", "")
    app.button(key="draft.variant-0.texts").click().run()
    assert draft_of(app).variants["p"].records[0] == {"id": "d0", "codes": '["H1", "H0"]', "version": "0.0"}


def test_the_evaluation_is_scored_with_the_values(form: AppTest) -> None:
    form.button(key="draft.score").click().run()
    assert not form.exception
    assert "read as numbers" not in said(form)
    run = form.session_state["evaljson.evaluation"].runs["p"]
    counts = {name: (field.matches, field.mismatches) for name, field in run.per_field.items()}
    assert counts["n"] == (1, 1), "3 is 3, 4 is not 5, and of c gold has none"
    assert counts["paid"] == (3, 0)


def zone(app: AppTest, name: str, content: str) -> AppTest:
    added = next(box for box in app.file_uploader if box.key and box.key.startswith("variants.add"))
    done = added.set_value([(name, content.encode(), "application/octet-stream")]).run()
    assert not done.exception
    return done


def records_of(app: AppTest, variant: str) -> list[Any]:
    store = server.store()
    stored = store.evaluations.get(str(app.query_params["eval"]))
    dataset = next(one.dataset.id for one in stored.variants if one.name == variant)
    return list(store.datasets.load(dataset).records)


def f1_of(app: AppTest, variant: str) -> float:
    frame: Any = next(frame.value for frame in app.dataframe if "Variant" in frame.value)
    return float(dict(zip(frame["Variant"], frame["F1"], strict=True))[variant])


NULLS: list[dict[str, Any]] = [{**record, "note": None} for record in RECORDS]
NULL_CELLS = "id,n,paid,zip,note\na,3,True,7,\nb,5,False,12,\nc,1,True,100,\n"
ADDED = "2 columns of q.csv are read as numbers, 1 as true/false; 3 empty cells are read as null, as gold has them."


@pytest.fixture
def scored(open_app: Open) -> AppTest:
    gold = loaded(NULLS, "gold.json")
    made = Made("mine", gold, {"p": loaded(NULLS, "p.json", "extracted")}, schema_from_gold(gold, "id"))
    return open_app(page="data", evaluation=made)


def test_a_variant_that_is_added_later_is_read_as_gold_too(scored: AppTest) -> None:
    zone(scored, "q.csv", NULL_CELLS)
    assert records_of(scored, "q") == NULLS
    assert f1_of(scored, "q") == 100
    assert ADDED in said(scored).replace("\\", "")


def test_texts_of_an_added_variant_are_kept_with_one_click_and_read_with_another(scored: AppTest) -> None:
    zone(scored, "q.csv", NULL_CELLS)
    next(button for button in scored.button if button.label == "Keep texts").click().run()
    assert not scored.exception
    assert records_of(scored, "q")[0] == {"id": "a", "n": "3", "paid": "True", "zip": "7"}
    assert f1_of(scored, "q") < 100
    assert "All cells of q.csv are kept as text; an empty one is an absent key." in said(scored).replace("\\", "")
    next(button for button in scored.button if button.label == "Read them as values").click().run()
    assert records_of(scored, "q") == NULLS
    assert ADDED in said(scored).replace("\\", "")


def test_a_column_that_gold_has_as_text_stays_text_in_an_added_variant(open_app: Open) -> None:
    gold = loaded([{**record, "zip": f"0{record['zip']}"} for record in RECORDS], "gold.json")
    made = Made("mine", gold, {"p": loaded(RECORDS, "p.json", "extracted")}, schema_from_gold(gold, "id"))
    app = zone(open_app(page="data", evaluation=made), "q.csv", CELLS)
    assert records_of(app, "q")[0] == {"id": "a", "n": 3, "paid": True, "zip": "007"}


def test_a_file_that_is_asked_about_first_is_read_as_gold_in_the_draft(scored: AppTest) -> None:
    zone(scored, "q.csv", NULL_CELLS.replace("id,", "code,", 1).replace("\na,", "\nz,").replace("\nb,", "\ny,"))
    read = draft_of(scored).variants["q"].records[0]
    assert read is not None
    assert (read["n"], read["paid"], read["note"]) == (3, True, None)
    assert ADDED in said(scored).replace("\\", "")
