"""Classes as tables, and confusions as a heatmap."""

import json

from evaljson import evaluate
from evaljson.report.fields.class_tables import (
    averages_in_words,
    class_table,
    confusion_heatmap,
    confusion_table,
    drawn_rows,
)
from evaljson.results.class_figures import ClassFigures

PAIRS = [("paid", "paid"), ("paid", "<b>"), ("open", "open"), ("open", None), ("paid", "paid"), (None, "paid")]


def figures() -> ClassFigures:
    schema = {"type": "object", "properties": {"status": {"type": "string"}}}
    gold, extracted = ([{} if pair[at] is None else {"status": pair[at]} for pair in PAIRS] for at in (0, 1))
    return evaluate(gold, extracted, schema).classes()["status"]


def test_the_class_of_the_empty_text_has_a_name() -> None:
    of_text = {"type": "object", "properties": {"status": {"type": "string"}}}
    values = ["", "", "paid", "paid"]
    found = evaluate([{"status": one} for one in values], [{"status": one} for one in values[::-1]], of_text)
    figures = found.classes()["status"]
    assert set(class_table(figures)["Class"]) == {"(empty text)", "paid"}
    assert "(empty text)" in confusion_table(figures)["gold"].tolist()


def test_each_class_is_a_row_in_points() -> None:
    table = class_table(figures())
    assert table["Class"].tolist() == ["paid", "open", "<b>"]
    assert table.loc[0, ["In gold", "Extracted", "Right"]].tolist() == [3, 3, 2]
    assert round(table.loc[0, "F1"], 1) == 66.7
    assert table["Recall"].isna().tolist() == [False, False, True], "gold never has it"


def test_confusions_have_gold_in_the_first_column() -> None:
    table = confusion_table(figures())
    assert table["gold"].tolist() == ["paid", "open", "<b>", "(invented)"]
    assert table.drop(columns="gold").to_numpy().tolist() == [[2, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0]]


def test_the_heatmap_has_the_rows_that_hold_anything_and_names_are_no_html() -> None:
    assert drawn_rows(figures()) == [0, 1, 3]
    drawn = json.loads(confusion_heatmap(figures(), "#000000").to_json())
    assert drawn["data"][0]["text"] == [["2", "", "1", ""], ["", "1", "", "1"], ["1", "", "", ""]]
    assert drawn["layout"]["xaxis"]["ticktext"] == ["paid", "open", "&lt;b&gt;", "(missing)"]
    assert drawn["layout"]["yaxis"]["ticktext"] == ["paid", "open", "(invented)"]
    shares = confusion_heatmap(figures(), "#000000").data[0].z
    assert shares[0].tolist() == [2 / 3, 0, -1 / 3, 0]
    assert drawn["data"][1]["hovertext"][2] == "extracted &lt;b&gt;: 1 (33%)"


def test_averages_are_a_sentence() -> None:
    said = averages_in_words(figures())
    assert said.startswith("Macro F1 66.7, precision 83.3, recall 58.3; weighted by how often gold has a class: F1")
    assert said.endswith("Accuracy 50.0 over 6 values.")


def test_names_of_few_classes_are_whole_above_their_columns() -> None:
    kinds = ["billing question about invoices", "general feedback", "x" * 60]
    schema = {"type": "object", "properties": {"kind": {"type": "string"}}}
    gold = [{"kind": kind} for kind in kinds * 2]
    of = evaluate(gold, gold, schema).classes()["kind"]
    heads = json.loads(confusion_heatmap(of, "#000").to_json())["layout"]["xaxis"]["ticktext"]
    assert {"billing question<br>about invoices", "general feedback"} <= set(heads)
    assert any("…" in head for head in heads), "three lines have no room for 60 letters"
