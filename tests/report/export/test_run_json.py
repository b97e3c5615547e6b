"""A run as one JSON document."""

import json
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.export.run_json import run_document, to_json

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {key: {"type": "string"} for key in ("a", "b")} | {"n": {"type": "number"}},
}
GOLD: list[Any] = [{"id": "x", "a": None, "b": "1"}, {"id": "y", "a": "\ud800", "n": float("nan")}]
EXTRACTED: list[Any] = [{"id": "x", "b": None, "extra": {"deep": [1]}}, {"id": "y", "a": "\0<b>"}, {"id": "z"}]


@pytest.fixture
def document() -> dict[str, Any]:
    run = evaluate(GOLD, EXTRACTED, SCHEMA)
    read: dict[str, Any] = json.loads(
        to_json(run, "A", SCHEMA), parse_constant=lambda name: pytest.fail(f"{name} is not JSON")
    )
    return read


def results(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{record['record_id']}.{result['path']}": result
        for record in document["records"]
        for result in record["results"]
    }


def test_it_holds_every_result_and_what_it_depends_on(document: dict[str, Any]) -> None:
    run = evaluate(GOLD, EXTRACTED, SCHEMA)
    assert document["signature"] == dict(run.signature)
    assert document["mean_f1"] == run.mean_f1
    assert document["variant"] == "A"
    assert document["schema"] == SCHEMA
    assert [stray["id"] for stray in document["strays"]] == ["z"]
    assert list(results(document)) == [
        f"{record.record_id}.{result.path}" for record in run.records for result in record.field_results
    ]


def test_absent_null_and_a_value_are_three_things(document: dict[str, Any]) -> None:
    by_path = results(document)
    assert "extracted" not in by_path["x.a"]
    assert by_path["x.a"]["gold"] is None
    assert by_path["x.b"] | {"gold": "1", "extracted": None} == by_path["x.b"]
    assert by_path["x.extra"]["extracted"] == {"deep": [1]}
    assert "gold" not in by_path["x.extra"]


def test_what_json_cannot_hold_stands_as_text(document: dict[str, Any]) -> None:
    result = results(document)["y.n"]
    assert result["gold_text"] == "NaN"
    assert "gold" not in result


def test_no_text_is_lost(document: dict[str, Any]) -> None:
    result = results(document)["y.a"]
    assert (result["gold"], result["extracted"]) == ("\ud800", "\0<b>")


def test_a_run_without_records_has_a_document_too() -> None:
    written = json.loads(to_json(evaluate([], [], SCHEMA)))
    assert written["records"] == []
    assert written["mean_f1"] is None


def test_confidences_stand_beside_the_results() -> None:
    schema = {
        "type": "object",
        "x-eval-confidence": {"leaves": {"value": "v", "confidence": "c"}},
        "properties": {"a": {"type": "string"}},
    }
    written = run_document(evaluate([{"a": "1"}], [{"a": {"v": "1", "c": 0.7}}], schema))
    assert written["records"][0]["results"][0]["confidence"] == 0.7
    assert written["confidence"]["overall"]["n"] == 1
