"""Which fields the Compare page lists and draws, and what it says of them."""

import json

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evaljson import annotate_xeval, infer_schema
from evaljson.ui.compare.fields import without_few
from tests.messy import BEST, EXTRA, messy
from tests.ui.compare.comparing import NEW, OLD, RIGHT, column, show, three, told
from tests.ui.conftest import Made, Open, loaded, said


def test_fields_of_only_one_side_are_in_the_table_and_the_page_says_that_the_chart_lacks_them(open_app: Open) -> None:
    invented = [{**record, "extra": "!"} for record in NEW]
    app = open_app("compare", evaluation=three(old=OLD, new=invented))
    assert "extra" in column(app, "field")
    assert "Only in the table: 1 key that the schema lacks with results on one side only." in said(app)


def test_a_verdict_on_a_field_whose_f1_is_0_on_both_sides_is_explained_where_it_is_drawn(open_app: Open) -> None:
    """What is blank loses half of what is wrong: a mark at 0 that says better."""
    gold = [{"id": f"r{n}", "a": n, "b": "x"} for n in range(20)]
    sides = {"old": [{**one, "b": "?"} for one in gold], "new": [{"id": one["id"], "a": one["a"]} for one in gold]}
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in sides.items()}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app("compare", evaluation=Made("blank", loaded(gold, "gold.json"), files, schema))
    assert "Detectably better (1)" in app.segmented_control(key="compare.show").options
    assert "At 0, 1 field has a verdict: it loses less or more weight, though F1 of both sides is the same." in said(
        app
    )


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


def test_where_one_side_is_better_the_fields_are_not_all_said_to_be_chance(open_app: Open) -> None:
    fields = "abcd"
    gold = [{"id": f"r{n}", **dict.fromkeys(fields, "x")} for n in range(12)]
    old = [{**record, fields[n % 4]: "?"} for n, record in enumerate(gold)]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    files = {"old": loaded(old, "old.json", "extracted"), "new": loaded(gold, "new.json", "extracted")}
    app = open_app("compare", evaluation=Made("spread", loaded(gold, "gold.json"), files, schema))
    assert "4 fields differ; each of them alone may be chance" in said(app)
    assert "all of it may be chance" not in said(app)


def test_keys_that_the_schema_lacks_are_told_to_be_allowed_for_apart(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=[{**record, "extra": 1} for record in NEW]))
    assert (
        "adjusted for 3 fields of the eval schema and, separately, for 1 key that it lacks; intervals are not."
        in told(app)
    )
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


@pytest.fixture(scope="module")
def messy_compared() -> Made:
    data = messy(20, 3)
    files = {name: loaded(records, f"{name}.jsonl", "extracted") for name, records in data.extracted.items()}
    return Made("messy", loaded(data.gold, "gold.jsonl"), files, data.schema)


def test_on_messy_data_counts_and_headings_agree_on_fields_and_on_keys_apart(
    open_app: Open, messy_compared: Made
) -> None:
    app = open_app("compare", evaluation=messy_compared, a=BEST, b="extracted_model_01")
    options = app.segmented_control(key="compare.show").options
    better = next(option for option in options if "better" in option)
    keys = int(better.removeprefix("Detectably better (0 + ").removesuffix(" keys)"))
    assert keys > 1
    assert "Detectably worse (0)" in options
    card = app.metric[3]
    assert (card.value, card.delta, card.proto.delta_description) == ("0", "0 got better", f"{keys} keys better")
    assert f"; {keys} keys that the schema lacks count detectably against" in told(app)
    assert f"with results on one side only, {keys} detectably better." in said(app)
    app.segmented_control(key="compare.show").set_value("better").run()
    assert f"{keys} keys that the schema lacks." in said(app)
    assert {field.rpartition(".")[2] for field in column(app, "field")} == {EXTRA}


def test_all_variants_count_fields_and_keys_apart_on_messy_data(open_app: Open, messy_compared: Made) -> None:
    app = open_app("compare", evaluation=messy_compared, a=BEST, b="extracted_model_01", part="variants")
    assert column(app, "wins") == [0, 0]
    assert column(app, "keys_better")[0] > 1
    assert any(
        option.startswith("Detectably better (0 + ") for option in app.segmented_control(key="compare.show").options
    )
    drawn = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert "reasoning" in drawn["layout"]["yaxis"]["ticktext"][0]


@pytest.mark.parametrize("shown", ["changed", "all"])
def test_the_chart_begins_with_what_differs_detectably(open_app: Open, shown: str) -> None:
    gold = [{"id": f"r{i}", "a": "1", "b": "1", "c": "1", "few": "1"} for i in range(12)]
    old = [{**record, "a": "?", "few": "1"} for record in gold]
    new = [{**record, "b": "?", "c": "?" if i < 2 else "1"} for i, record in enumerate(gold)]
    schema = {"type": "object", "x-eval-id": "id", "properties": {key: {"type": "string"} for key in "cab"}}
    files = {"old": loaded(old, "old.json", "extracted"), "new": loaded(new, "new.json", "extracted")}
    app = open_app("compare", evaluation=Made("order", loaded(gold), files, schema), a="old", b="new", show=shown)
    drawn = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]["ticktext"]
    assert [name.split(" ")[0] for name in drawn[:3]] == ["b", "a", "c"]


@pytest.mark.parametrize(("narrowed", "fields"), [("changed", ["a", "b"]), ("worse", []), ("all", ["a", "b", "lang"])])
def test_the_matrix_is_narrowed_down_by_a_link(open_app: Open, narrowed: str, fields: list[str]) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW, best=RIGHT), part="variants", show=narrowed)
    assert not app.exception
    if fields:
        drawn = json.loads(app.get("plotly_chart")[0].proto.spec)
        assert sorted(drawn["layout"]["yaxis"]["ticktext"]) == fields
    else:
        assert "No field got detectably worse in any variant." in said(app)


def test_the_matrix_says_which_side_alone_has_a_key_that_is_listed_among_differences(open_app: Open) -> None:
    extra = [{**record, "note": "!"} for record in NEW]
    app = open_app("compare", evaluation=three(old=OLD, new=extra, best=RIGHT), part="variants", show="changed")
    drawn = json.loads(app.get("plotly_chart")[0].proto.spec)
    cells = dict(zip(drawn["layout"]["yaxis"]["ticktext"], drawn["data"][0]["text"], strict=True))
    names = drawn["layout"]["xaxis"]["ticktext"]
    assert [text for name, text in zip(names, cells["note"], strict=True) if name == "new"] == ["only here"]


def test_a_note_that_its_column_cuts_is_said_in_full_below_the_table(open_app: Open) -> None:
    extra = [{**record, "note": "!"} for record in NEW]
    below = said(open_app("compare", evaluation=three(old=OLD, new=extra)))
    assert "**note**:  \nnot in the eval schema; only new has values here: there is no F1 of old to compare." in below
    assert "in the eval schema" not in said(open_app("compare", evaluation=three(old=OLD, new=NEW)))


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


def test_where_every_field_is_in_few_records_the_table_comes_first_and_no_wall_of_intervals(open_app: Open) -> None:
    """Ten documents with a field each, as of ten types."""
    gold = [{"id": f"r{i}", f"only_{i}": "1"} for i in range(10)]
    wrong = [{**record, f"only_{i}": "?"} if i < 6 else record for i, record in enumerate(gold)]
    files = {name: loaded(rows, f"{name}.json", "extracted") for name, rows in (("old", gold), ("new", wrong))}
    schema = {
        "type": "object", "x-eval-id": "id",
        "properties": {f"only_{i}": {"type": "string"} for i in range(10)},
    }  # fmt: skip
    app = open_app("compare", evaluation=Made("types", loaded(gold), files, schema), a="old", b="new")
    assert not app.get("plotly_chart")
    assert "each of these fields is in fewer than 5 records" in said(app)
    assert len(column(app, "field")) == 6
    app.toggle(key="compare.fields.few").set_value(True).run()
    assert len(json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]["ticktext"]) == 6


def test_records_that_one_side_lacks_are_counted_apart_from_those_that_got_worse(open_app: Open) -> None:
    gold = [{"id": f"r{i}", "a": "1"} for i in range(12)]
    new = [{**record, "a": "?"} if i < 2 else record for i, record in enumerate(gold) if i < 9]
    files = {name: loaded(rows, f"{name}.json", "extracted") for name, rows in (("old", gold), ("new", new))}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
    app = open_app("compare", evaluation=Made("lacking", loaded(gold), files, schema), a="old", b="new")
    drawn = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]["ticktext"]
    assert "▲0 ▼2 ○3" in drawn[0]
    assert [column(app, name) for name in ("better_in", "worse_in", "missing")] == [[0], [2], [3]]


def test_fields_with_results_on_one_side_stay_where_those_in_few_records_are_left_out() -> None:
    verdicts = ["no detectable difference"] * 3
    rows = pd.DataFrame(
        {"low": [0.0, 0.0, np.nan], "high": [1.0, 1.0, np.nan], "records": [9, 2, 2], "verdict": verdicts}
    )
    assert without_few(rows)["low"].isna().tolist() == [False, True]


def test_the_table_has_what_its_order_goes_by_before_what_a_narrow_window_cuts_off(open_app: Open) -> None:
    names = ("claims_run_v1_strict", "claims_run_v2_fewshot")
    app = open_app("compare", evaluation=three(**dict(zip(names, (OLD, NEW), strict=True))))
    assert "Worse first, then better, then the rest, each by *F1 gained*." in said(app)
    table = next(one for one in app.dataframe if "gained" in one.value.columns)
    assert list(table.value.columns)[:8] == ["field", "mark", "a", "b", "difference", "interval", "gained", "p"]
    shown = json.loads(table.proto.columns)
    assert [shown[side]["label"] for side in "ab"] == ["F1 …v1_strict", "F1 …v2_fewshot"]
    assert shown["mark"]["width"] <= 180
