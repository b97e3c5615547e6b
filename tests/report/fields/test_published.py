"""The table of figures that people publish."""

from evaljson.evaluate import evaluate
from evaljson.report.fields.published import published_frame

SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "n": {"type": "array", "items": {"type": "number"}}},
}


def test_each_figure_has_a_row_with_its_interval() -> None:
    run = evaluate(
        [{"a": "x y", "n": [1, 2]}, {"a": "x", "n": []}], [{"a": "x", "n": [1, 3]}, {"a": "x", "n": []}], SCHEMA
    )
    frame = published_frame(run).set_index("Figure")
    assert frame["Value"].round(3).to_dict() == {
        "Records fully right": 0.5,
        "Rows of n[] fully right": 0.5,
        "Accuracy": 0.6,
        "Mean accuracy": 0.667,
        "Token precision": 0.75,
        "Token recall": 0.6,
        "Token F1": 0.667,
    }
    assert frame.loc["Records fully right", "What it is"] == "All values in them match: 1 of 2 records."
    assert tuple(frame.loc["Accuracy", ["From", "To"]]) == run.accuracy.interval


def test_a_run_without_records_has_empty_cells() -> None:
    frame = published_frame(evaluate([], [], SCHEMA))
    assert frame["Value"].isna().all()
    assert frame["From"].isna().all()
