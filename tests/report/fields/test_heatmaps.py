"""The heatmaps of the Fields page as figures."""

import json
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from evaljson.evaluate import evaluate
from evaljson.report.fields.by_variant import variant_figures
from evaljson.report.fields.fault_kinds import KINDS
from evaljson.report.fields.heatmaps import _part, record_heatmap, variant_heatmap
from evaljson.report.heatmap_parts import clicked_cell, hover_label
from evaljson.results.losses import NOTHING

TEXT = "#1c1c1c"
MOST_BYTES = 300_000
"""That the budget gives a rerun."""


def spec(figure: go.Figure) -> dict[str, Any]:
    drawn: dict[str, Any] = json.loads(figure.to_json())
    return drawn


def test_the_largest_heatmap_stays_within_the_budget_of_a_rerun() -> None:
    chance = np.random.default_rng(1)
    worst = chance.choice(np.array([0, 0, 0, 0, 0, 1, 4], np.int8), (200, 50))
    fields = [f"line_items[].details.field_{i}" for i in range(50)]
    figure = record_heatmap(worst, fields, [f"2026-invoice-{i:06}" for i in range(200)], TEXT)
    assert len(figure.to_json()) < MOST_BYTES


def test_many_records_are_named_by_the_axis_alone() -> None:
    names = [f"record {i}" for i in range(61)]
    figure = spec(record_heatmap(np.zeros((61, 1), np.int8), ["a"], names, TEXT))
    assert set(figure["data"][1]["hovertext"]) == {""}
    assert figure["data"][1]["hovertemplate"] == "%{x}%{hovertext}<br>a<extra></extra>"
    assert figure["layout"]["xaxis"]["ticktext"] == names
    assert figure["layout"]["xaxis"]["showticklabels"] is False


def test_a_cell_says_its_record_its_kind_and_its_field_and_a_gap_says_nothing() -> None:
    worst = np.array([[0, 1], [NOTHING, 3]], np.int8)
    figure = spec(record_heatmap(worst, ["a", "b"], ["x", "y"], TEXT))
    first, second = figure["data"][1:]
    assert (first["hovertext"], second["hovertext"]) == (["x"], ["x<br>✗ wrong value", "y<br>⇄ misplaced"])
    assert second["hovertemplate"] == "%{hovertext}<br>b<extra></extra>"
    assert figure["data"][0]["text"] == [["✓", ""], ["✗", "⇄"]]


def test_every_kind_is_drawn_in_a_colour_of_its_own_and_a_gap_in_none() -> None:
    scale = spec(record_heatmap(np.zeros((1, 1), np.int8), ["a"], ["x"], TEXT))["data"][0]["colorscale"]
    at = {code: [colour for place, colour in scale if place * len(KINDS) <= code][-1] for code in range(len(KINDS) + 1)}
    assert len(set(at.values())) == len(KINDS) + 1
    assert at[len(KINDS)].endswith(",0)")


def test_variants_that_show_the_same_figure_are_all_bold_or_none() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    gold = [{"a": f"t{n}"} for n in range(5000)]
    wrong = {"one": 498, "two": 499, "three": 2000}
    runs = {
        name: evaluate(gold, [{"a": "?"} if n < many else one for n, one in enumerate(gold)], schema)
        for name, many in wrong.items()
    }
    for names, texts in ((["one", "two"], ["90.0", "90.0"]), (list(runs), ["<b>90.0</b>", "<b>90.0</b>", "60.0"])):
        drawn = spec(variant_heatmap(variant_figures({name: runs[name] for name in names}), TEXT))
        assert drawn["data"][0]["text"] == [texts]


def test_a_share_that_is_not_all_never_looks_like_all() -> None:
    assert [_part(*counts) for counts in ((299, 300), (1, 300), (300, 300))] == [
        "299 of 300 (99%)", "1 of 300 (1%)", "300 of 300 (100%)",
    ]  # fmt: skip


def test_variants_are_compared_by_field_and_the_best_stands_out() -> None:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in "abc"}}
    gold = [{"a": "1", "b": "1", "c": "1"}]
    runs = {
        "one": evaluate(gold, [{"a": "?", "b": "1", "c": "1"}], schema),
        "two": evaluate(gold, [{"a": "1", "b": "?", "c": "1", "new": 1}], schema),
        "three": evaluate(gold, [{"a": "?", "b": "?", "c": "1"}], schema),
    }
    figures = variant_figures(runs)
    assert figures.fields == ["a", "b", "new", "c"]
    assert figures.f1_lost[:2] == pytest.approx(np.array([[1 / 3, 0, 1 / 3], [0, 2 / 7, 1 / 3]]))
    assert figures.first_of() == "a of one and 2 more cost F1 most, each as much."
    drawn = spec(variant_heatmap(figures, TEXT))
    assert drawn["data"][0]["text"] == [
        ["0.0", "<b>100.0</b>", "0.0"],
        ["<b>100.0</b>", "0.0", "0.0"],
        ["–", "0.0", "–"],
        ["100.0", "100.0", "100.0"],
    ]
    assert drawn["data"][3]["hovertext"] == [
        "one: no result",
        "two: F1 0.0, costs 14.29 of mean F1 in 1 record",
        "three: no result",
    ]


@pytest.mark.parametrize(
    ("event", "cell"),
    [
        (None, None),
        ({"selection": {"points": []}}, None),
        ({"selection": {"points": [{"curve_number": 0, "x": 1}]}}, None),
        ({"selection": {"points": [{"curve_number": 3, "x": 5}]}}, (2, 5)),
    ],
)
def test_a_click_is_read_as_a_cell(event: Any, cell: tuple[int, int] | None) -> None:
    assert clicked_cell(event) == cell


def test_names_are_no_templates_and_no_html() -> None:
    assert hover_label("<i>%{x}</i>") == "&lt;i&gt;%\u200b{x}&lt;/i&gt;"
