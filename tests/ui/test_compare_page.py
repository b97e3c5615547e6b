"""What the Compare page says of differences, and where its rows lead."""

from typing import Any

import numpy as np
import pytest
from streamlit.proto.Metric_pb2 import Metric
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Made, Open, loaded, said, small

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


def test_a_cut_list_of_fields_says_how_many_more_there_are(open_app: Open) -> None:
    gold = loaded(wide("v"))
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {name: {"type": "string"} for name in ("id", *FIELDS)},
    }
    files = {name: loaded(wide(value), f"{name}.json", "extracted") for name, value in (("one", "v"), ("two", "?"))}
    app = open_app("compare", evaluation=Made("wide", gold, files, schema))
    assert "6 fields got worse: f0, f1, f2, f3 and 2 more." in said(app)
    assert "…." not in said(app)


@pytest.fixture
def compared(open_app: Open) -> AppTest:
    gold = [{"id": "x", "a": "1", "b": "1"}, {"id": "y", "a": "1", "b": "1"}, {"id": "z", "a": "1", "b": "1"}]
    files = {
        "old": [{**gold[0], "b": "?"}, {**gold[1], "a": "?"}, gold[2]],
        "new": [{**gold[0], "b": "?"}, gold[1], {"id": "z", "a": "?", "b": "?"}],
    }
    names = {"type": "object", "x-eval-id": "id", "properties": {name: {"type": "string"} for name in ("id", "a", "b")}}
    read = {name: loaded(records, f"{name}.json", "extracted") for name, records in files.items()}
    app = open_app("compare", evaluation=Made("three", loaded(gold), read, names))
    app.segmented_control[0].set_value("all")
    return app.segmented_control[1].set_value("all").run()


def tick(app: AppTest, key: str, row: int) -> AppTest:
    app.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return app.run()


def test_a_ticked_field_opens_the_records_that_got_worse_in_it(compared: AppTest) -> None:
    fields = compared.dataframe[0].value["field"].tolist()
    tick(compared, "compare.fields", fields.index("a"))
    assert not compared.exception
    assert compared.selectbox(key="records.record").options == ["z · F1 100.0"], "y got better in a, x kept it"
    assert {name: compared.query_params[name] for name in ("a", "b", "field", "change")} == {
        "a": "old",
        "b": "new",
        "field": "a",
        "change": "worse",
    }
    compared.switch_page("pages/records.py").run()  # the test is told where the app has gone by itself
    compared.selectbox(key="records.change").set_value("better").run()
    assert compared.selectbox(key="records.record").options == ["y · F1 50.0"]


def test_a_ticked_record_opens_among_those_that_got_worse(compared: AppTest) -> None:
    tick(compared, "compare.records", 0)
    assert compared.selectbox(key="records.record").value == "z"
    assert compared.query_params["change"] == "worse"


def test_a_ticked_record_that_did_not_get_worse_opens_among_all(compared: AppTest) -> None:
    tick(compared, "compare.records", 2)
    assert compared.selectbox(key="records.record").value == "y"
    assert "change" not in compared.query_params
    assert len(compared.selectbox(key="records.record").options) == 3
