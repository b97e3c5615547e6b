"""Which fields the Compare page lists and draws, and what it says of them."""

import json

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.compare.fields import without_few
from tests.ui.compare.comparing import NEW, OLD, RIGHT, column, show, three, told
from tests.ui.conftest import Made, Open, loaded, said


def test_fields_of_only_one_side_are_in_the_table_and_the_page_says_that_the_chart_lacks_them(open_app: Open) -> None:
    invented = [{**record, "extra": "!"} for record in NEW]
    app = open_app("compare", evaluation=three(old=OLD, new=invented))
    assert "extra" in column(app, "field")
    assert "Only in the table: 1 field with results on one side only." in said(app)


def test_each_choice_of_the_filter_says_what_it_asks_for_and_how_much_passes(compared: AppTest) -> None:
    assert compared.segmented_control(key="compare.show").options == [
        "Any difference (2)",
        "Detectably worse (0)",
        "Detectably better (0)",
        "All (3)",
    ]
    assert "2 fields differ; all of it may be chance" in said(compared)
    show(compared, "records")
    options = compared.segmented_control(key="compare.listed").options
    assert options == ["F1 differs (2)", "F1 lower (1)", "F1 higher (1)", "All (3)"]


def test_keys_that_the_schema_lacks_are_told_to_be_allowed_for_apart(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=[{**record, "extra": 1} for record in NEW]))
    assert "adjusted for 3 fields of the eval schema and, separately, for 1 key that it lacks." in told(app)
    notes = dict(zip(column(app, "field"), column(app, "note"), strict=True))
    told_of_extra = "not in the eval schema; only new has values here: there is no F1 of old to compare"
    assert notes == {"a": "", "b": "", "extra": told_of_extra}


def test_keys_that_the_schema_lacks_are_counted_apart_from_fields(open_app: Open) -> None:
    sides = {
        "old": [{**record, "extra": 1} for record in OLD],
        "new": [*NEW[:1], *({**one, "extra": 1} for one in NEW[1:])],
    }
    app = open_app("compare", evaluation=three(**sides))
    assert "2 fields and 1 key that the schema lacks differ; all of it may be chance" in said(app)


@pytest.mark.parametrize(("narrowed", "fields"), [("changed", ["a", "b"]), ("worse", []), ("all", ["a", "b", "lang"])])
def test_the_matrix_is_narrowed_down_by_a_link(open_app: Open, narrowed: str, fields: list[str]) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW, best=RIGHT), part="variants", show=narrowed)
    assert not app.exception
    if fields:
        drawn = json.loads(app.get("plotly_chart")[0].proto.spec)
        assert sorted(drawn["layout"]["yaxis"]["ticktext"]) == fields
    else:
        assert "No field got detectably worse in any variant." in said(app)


def test_fields_in_few_records_are_drawn_when_somebody_asks_for_them(open_app: Open) -> None:
    gold = [{"id": f"r{i}", "a": "1", **({"rare": "1"} if i < 2 else {})} for i in range(6)]
    wrong = [{**record, "a": "?", **({"rare": "?"} if i < 2 else {})} for i, record in enumerate(gold)]
    files = {name: loaded(rows, f"{name}.json", "extracted") for name, rows in (("old", gold), ("new", wrong))}
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {key: {"type": "string"} for key in ("a", "rare")},
    }
    app = open_app("compare", evaluation=Made("rare", loaded(gold), files, schema), a="old", b="new")

    def drawn() -> str:
        return str(json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]["ticktext"])

    assert "▲0 ▼6" in drawn()
    assert "rare" not in drawn()
    assert sorted(column(app, "field")) == ["a", "rare"]
    app.toggle(key="compare.fields.few").set_value(True).run()
    assert "rare" in drawn()


def test_fields_with_results_on_one_side_stay_where_those_in_few_records_are_left_out() -> None:
    rows = pd.DataFrame({"low": [0.0, 0.0, np.nan], "high": [1.0, 1.0, np.nan], "records": [9, 2, 2]})
    assert without_few(rows)["low"].isna().tolist() == [False, True]
