"""Where a run loses."""

from typing import Any

import numpy as np
import pytest

from evaljson.base.errors import InputError
from evaljson.evaluate import evaluate
from evaljson.report.records.side_by_side import side_by_side
from evaljson.results.aggregate import Records
from evaljson.results.losses import f1_beside, field_table, record_losses, records_with, worst_first
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run
from evaljson.schema.gold.infer import infer_schema
from tests.messy import messy

GOLD: list[dict[str, Any]] = [
    {"id": "x", "a": 1, "b": 1, "c": 1},
    {"id": "y", "a": 1, "b": 1},
    {"id": "z", "a": 1, "b": 1},
]
EXTRACTED = [{"id": "x", "a": 1, "b": 1, "c": 1}, {"id": "y", "a": 2, "b": 1}, {"id": "z", "a": 1, "new": 0}]
SCHEMA = {**infer_schema(GOLD), "x-eval-id": "id"}


def scored(extracted: list[Any] = EXTRACTED, schema: dict[str, Any] = SCHEMA) -> RunResult:
    return evaluate(GOLD, extracted, schema)


def test_lost_weight_of_records_and_pooled_f1_are_two_sides_of_one_sum() -> None:
    run = scored()
    _, gold, extracted = (part.sum() for part in run.tallies.by_record())
    assert 1 - record_losses(run)[1].sum() / ((gold + extracted) / 2) == pytest.approx(run.pooled_f1)


def test_what_fields_lose_and_mean_f1_are_two_sides_of_one_sum() -> None:
    run = scored()
    table = field_table(run)
    assert 1 - table["f1_lost"].sum() == pytest.approx(run.mean_f1)
    assert table["share"].sum() == pytest.approx(1)


def test_fields_come_by_what_they_lose() -> None:
    table = field_table(scored())
    assert table["field"].tolist() == ["a", "b", "new", "c"]
    assert table["f1_lost"].tolist() == pytest.approx([1 / 6, 1 / 12, 1 / 12, 0])
    assert table.loc[0, ["✓ match", "✗ wrong", "○ missing", "+ invented"]].tolist() == [2, 1, 0, 0]


def test_records_come_by_f1_then_by_what_they_lose() -> None:
    run = scored()
    f1, loss = record_losses(run)
    assert f1.tolist() == [record.f1 for record in run.records] == [1.0, 0.5, 0.5]
    assert loss.tolist() == [0.0, 1.0, 1.0]
    assert worst_first(run).tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("status", "field", "places"),
    [
        (None, None, [0, 1, 2]), ("mismatch", None, [1]), (None, "new", [2]), ("match", "a", [0, 2]),
        ("omission", "a", []), (None, "gone", []),
    ],
)  # fmt: skip
def test_records_are_found_by_status_and_field(status: str | None, field: str | None, places: list[int]) -> None:
    assert np.flatnonzero(records_with(scored(), status, field)).tolist() == places


def test_two_runs_are_compared_field_by_field_and_record_by_record() -> None:
    found = side_by_side(scored(), scored(GOLD[:2]))
    assert [(figure.name, figure.a, figure.b) for figure in found.figures] == [
        ("F1", pytest.approx(2 / 3), pytest.approx(2 / 3)),
        ("Precision", pytest.approx(2 / 3), 1.0),
        ("Recall", pytest.approx(2 / 3), pytest.approx(2 / 3)),
        ("Records fully right", 1.0, 2.0),
    ]
    fields = found.fields.set_index("field")
    assert fields.loc["a", ["better_in", "worse_in", "missing"]].tolist() == [1, 0, 1], "B lacks one"
    assert fields.loc["new", ["better_in", "worse_in", "missing"]].tolist() == [0, 0, 1], "invented by one alone"
    assert np.isnan(fields.loc["new", "b"])
    assert found.records[["record", "difference"]].to_numpy().tolist() == [["z", -0.5], ["x", 0.0], ["y", 0.5]]
    assert (found.shared, found.left_out) == (3, 0)


def test_runs_of_other_schemas_or_gold_are_not_compared() -> None:
    other = {**SCHEMA, "properties": {**SCHEMA["properties"], "a": {"type": "integer", "x-eval-weight": 2}}}
    with pytest.raises(InputError, match="they used another eval schema"):
        side_by_side(scored(), scored(schema=other))
    with pytest.raises(InputError, match="they used another gold"):
        side_by_side(scored(), evaluate(GOLD[:2], EXTRACTED, SCHEMA))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lacks", [0, 2])
def test_what_another_run_has_of_each_record_is_found_without_building_any(
    lacks: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = messy(8, 2, seed=seed)
    first, second = data.extracted.values()
    runs = [
        (extracted, evaluate(data.gold, extracted, data.schema, missing_records="exclude"))
        for extracted in (first, second[lacks:][::-1])
    ]
    f1 = {record.record_id: float(record_losses(runs[1][1])[0][at]) for at, record in enumerate(runs[1][1].records)}
    expected = [f1.get(record.record_id, np.nan) for record in runs[0][1].records]
    a, b = (load_run(save_run(run), data.gold, extracted) for extracted, run in runs)
    monkeypatch.delattr(Records, "_build")
    assert repr(f1_beside(a, b).tolist()) == repr(expected)
