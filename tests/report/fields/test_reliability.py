"""The reliability curve as a figure, a table and a sentence."""

import numpy as np
import pytest

from evaljson.confidence import ConfidenceFigures
from evaljson.confidence.figures import run_confidence
from evaljson.report.fields.reliability import curve_table, in_words, reliability_figure
from evaljson.scoring.status import MATCH, MISMATCH
from evaljson.scoring.tallies import Rows


def figures(*groups: tuple[float, int, int]) -> ConfidenceFigures:
    """Of groups of (confidence, values, right ones)."""
    sure = np.concatenate([np.full(n, p) for p, n, _ in groups] or [np.zeros(0)])
    status = [MATCH if i < right else MISMATCH for _, n, right in groups for i in range(n)]
    count = len(sure)
    zeros = np.zeros(count, np.int32)
    rows = Rows(zeros, zeros, np.array(status, np.int8), np.zeros(count), np.ones(count), ["a"], 1)
    return run_confidence(rows, sure).overall


@pytest.mark.parametrize(
    ("groups", "sentence"),
    [
        ([(0.95, 100, 82)], "Of the 100 values it was 90 to 100% sure of, 82% were right."),
        ([(0.95, 1, 1)], "The one value it was 90 to 100% sure of was right."),
        ([(0.95, 1, 0)], "The one value it was 90 to 100% sure of was wrong."),
        ([(0.95, 2, 0), (0.85, 50, 45)], "Of the 50 values it was 80 to 90% sure of, 90% were right."),
        ([(0.95, 1000, 999)], "Of the 1,000 values it was 90 to 100% sure of, 99.9% were right."),
        ([(0.95, 100, 82)], "On average it is surer than it is right: 95% sure, 82% right."),
        ([(0.5, 100, 82)], "On average it is less sure than it is right: 50% sure, 82% right."),
        ([(0.8, 100, 80)], "On average it is about as sure as it is right: 80%."),
        ([], "No value carries a confidence here."),
    ],
)
def test_a_sentence_says_what_the_figures_say(groups: list[tuple[float, int, int]], sentence: str) -> None:
    assert sentence in in_words(figures(*groups))


def test_the_figure_has_a_point_for_each_stretch_with_values() -> None:
    figure = reliability_figure(figures((0.95, 10, 5), (0.15, 10, 1)).curve, "#000")
    points = figure.data[1]
    assert list(points.x) == pytest.approx([15, 95])
    assert list(points.y) == pytest.approx([10, 50])
    assert points.text[1].startswith("90 to 100% sure: 10 values<br>50% right (95%: 24 to 76%)")
    assert points.marker.size[0] == points.marker.size[1]


def test_the_table_has_every_stretch() -> None:
    table = curve_table(figures((0.95, 10, 5)).curve)
    assert table["Confidence"].tolist()[0] == "0 to 10%"
    assert table["Values"].tolist() == [0] * 9 + [10]
    assert table["Right, from"].isna().tolist() == [True] * 9 + [False]


def test_nothing_makes_an_empty_figure() -> None:
    assert len(reliability_figure(figures().curve, "#000").data[1].x or ()) == 0
