"""Whole-document metrics on the Fields page and in the list of records."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson.metrics import METRICS
from evaljson.results.model import RunResult
from evaljson.ui.records.record_choice import LISTED
from evaljson.ui.shared.metrics import OPENED
from tests.ui.conftest import Open, small

pytestmark = pytest.mark.usefixtures("nothing_read_before")

WRONG = [{"id": "x", "a": "9", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The metrics that were worked out."""
    names: list[str] = []
    metric = RunResult.metric

    def counting(run: RunResult, name: str, **params: Any) -> Any:
        names.append(name)
        return metric(run, name, **params)

    monkeypatch.setattr(RunResult, "metric", counting)
    return names


def test_a_closed_expander_works_out_nothing(open_app: Open, asked: list[str]) -> None:
    app = open_app("fields", evaluation=small(two=WRONG))
    assert "Whole-document metrics" in [expander.label for expander in app.expander]
    assert asked == []


def test_an_open_one_has_a_row_a_metric_and_works_it_out_once(open_app: Open, asked: list[str]) -> None:
    evaluation = small(two=WRONG)
    app = open_app("fields", evaluation=evaluation)
    app.session_state[OPENED] = True
    app.run()
    app.segmented_control[0].set_value("By record").run()
    assert asked == list(METRICS)
    table = next(frame.value for frame in app.dataframe if "Metric" in frame.value)
    assert table["Metric"].tolist() == [metric.title for metric in METRICS.values()]
    # x: n of its two top-level fields beside the id equal, y both.
    assert table["Value"].tolist()[0] == pytest.approx((1 / 2 + 1) / 2)
    assert table["Direction"].tolist()[0] == "higher is better, 1 is best"
    assert table["Direction"].tolist()[-1] == "lower is better, 0 is best"


def test_a_metric_becomes_a_column_of_the_list_of_records_once_it_is_chosen(open_app: Open, asked: list[str]) -> None:
    app = open_app("records", evaluation=small(two=WRONG))
    app.session_state[LISTED] = True
    app.run()
    assert app.dataframe[0].value.columns.tolist() == ["Record", "F1", "Lost weight"]
    assert asked == []
    app.selectbox(key="records.metric").set_value("json_distance").run()
    app.button(key="records.next").click().run()
    assert asked == ["json_distance"]
    assert app.dataframe[0].value[["Record", "JSON Distance"]].values.tolist() == [["x", 1.0], ["y", 0.0]]


def test_a_score_that_is_undefined_is_empty(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    metric = RunResult.metric
    monkeypatch.setattr(
        RunResult, "metric", lambda run, name: replace(metric(run, name), scores=(None, 1.0), undefined=1, mean=None)
    )
    app = open_app("records", evaluation=small(two=WRONG))
    app.session_state[LISTED] = True
    app.run()
    app.selectbox(key="records.metric").set_value("json_similarity").run()
    assert app.dataframe[0].value["JSON Similarity"].isna().tolist() == [True, False]
    app.switch_page("pages/fields.py").run()
    app.session_state[OPENED] = True
    app.run()
    table = next(frame.value for frame in app.dataframe if "Metric" in frame.value)
    assert table["Value"].isna().all()
    assert set(table["Undefined"]) == {1}
