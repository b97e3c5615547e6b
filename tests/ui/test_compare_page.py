"""What the Compare page says of differences, and where its rows lead."""

from typing import Any

import numpy as np
import pytest
from streamlit.proto.Metric_pb2 import Metric

from evaljson.ui.evaluation import Evaluation, scored
from tests.ui.conftest import Open, loaded, said, small

GOLD = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
FIELDS = [f"f{i}" for i in range(6)]


def wide(wrong: str) -> list[Any]:
    return [{"id": "x", **dict.fromkeys(FIELDS, wrong)}]


def test_no_difference_is_grey_and_has_neither_sign_nor_arrow(open_app: Open) -> None:
    app = open_app("compare", evaluation=small(one=GOLD, two=GOLD))
    assert [metric.delta for metric in app.metric] == ["0.0 points", "0.0 points", "0.0 points", "0"]
    assert {metric.proto.color for metric in app.metric} == {Metric.MetricColor.GRAY}
    assert {metric.proto.direction for metric in app.metric} == {Metric.MetricDirection.NONE}
    app.segmented_control[0].set_value("all").run()
    difference = app.dataframe[0].value["difference"].to_numpy()
    assert (difference == 0).all()
    assert not np.signbit(difference).any()


@pytest.mark.parametrize("page", ["compare"])
def test_a_cut_list_of_fields_says_how_many_more_there_are(open_app: Open, page: str) -> None:
    gold = loaded(wide("v"))
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {name: {"type": "string"} for name in ("id", *FIELDS)},
    }
    files = {name: loaded(wide(value), f"{name}.json", "extracted") for name, value in (("one", "v"), ("two", "?"))}
    app = open_app(page, evaluation=scored(Evaluation("wide", gold, files, schema)))
    assert "6 fields got worse: f0, f1, f2, f3 and 2 more." in said(app)
    assert "…." not in said(app)
