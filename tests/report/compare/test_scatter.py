"""Records on both sides as a figure: what its axes show."""

import pandas as pd
import pytest

from evaljson.report.compare.scatter import scatter_figure


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [
        ([88.0, 99.0, 100.0], [86.0, 97.5, 100.0], (84.0, 102.0)),
        ([0.0, 50.0, 100.0], [10.0, 100.0, 0.0], (-4.0, 104.0)),
        ([100.0, 100.0], [100.0, 100.0], (98.0, 102.0)),
        ([40.0], [60.0], (38.0, 62.0)),
        ([], [], (-4.0, 104.0)),
    ],
    ids=["in one corner", "all over", "all right", "one record", "none"],
)
def test_both_axes_show_where_the_records_are_and_the_diagonal(
    a: list[float], b: list[float], shown: tuple[float, float]
) -> None:
    rows = pd.DataFrame({"a": a, "b": b, "record": [f"r{at}" for at in range(len(a))]}).astype({"a": float, "b": float})
    figure = scatter_figure(rows, ("A", "B"), "black")
    assert figure.layout.xaxis.range == figure.layout.yaxis.range == shown
    figures = figure.layout.xaxis.tickvals
    assert figures == figure.layout.yaxis.tickvals
    assert 2 <= len(figures) <= 8
    assert max(shown[0], 0) <= figures[0] < figures[-1] <= 100
    diagonal = figure.data[0]
    assert tuple(diagonal.x) == tuple(diagonal.y) == shown
