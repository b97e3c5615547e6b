"""CSV and Parquet of hostile data: nothing is lost, nothing runs, nothing breaks a line."""

import csv
import io
import json
from typing import Any

import pandas as pd
import pytest

from evaljson.evaluate import evaluate
from evaljson.report.export.results_table import export_frame, to_csv, to_parquet
from evaljson.results.saved.run import load_run, save_run
from tests.report.export.test_html import HOSTILE, schema

RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r", "\n")


@pytest.mark.parametrize("text", [*HOSTILE, "+1", "-1", "@a", 'a,b\n"c"\r\n'])
def test_hostile_text_comes_back_as_it_was_and_is_no_formula(text: str) -> None:
    run = evaluate([{"id": text, text: text}], [{"id": text, text: f"{text}!"}], schema(text))
    frame = export_frame(run)
    row = next(csv.DictReader(io.StringIO(to_csv(frame).decode("utf-8"), newline="")))
    assert (json.loads(row["gold"]), json.loads(row["extracted"])) == (text, f"{text}!")
    assert not row["path"].startswith(RUN_BY_SPREADSHEETS)
    assert not row["record_id"].startswith(RUN_BY_SPREADSHEETS)
    kept = pd.read_parquet(io.BytesIO(to_parquet(frame)))
    assert json.loads(kept["gold"].iloc[0]) == text


FIELDS: dict[str, Any] = {"a": {"type": "string"}, "n": {"type": "array", "items": {"type": "string"}}}
FORMS: dict[str, tuple[Any, dict[str, Any]]] = {
    "leaves": (
        {"leaves": {}},
        {"a": {"value": "x", "confidence": 0.9}, "n": ["p", {"value": "z", "confidence": 0.25}]},
    ),
    "parallel": ({"parallel": "sure"}, {"a": "x", "n": ["p", "z"], "sure": {"a": 0.9, "n": [None, 0.25]}}),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("stored", [False, True])
def test_confidences_stand_beside_their_results_and_nothing_where_there_is_none(form: str, stored: bool) -> None:
    spec, extracted = FORMS[form]
    with_confidence = {"type": "object", "x-eval-confidence": spec, "properties": FIELDS}
    gold = [{"a": "x", "n": ["p", "q", "r"]}]
    run = evaluate(gold, [extracted], with_confidence)
    if stored:
        run = load_run(save_run(run), gold, [extracted], with_confidence)
    frame = export_frame(run)
    kept = pd.read_parquet(io.BytesIO(to_parquet(frame)))
    read = pd.read_csv(io.BytesIO(to_csv(frame)))
    expected = {"a": 0.9, "n[0]": None, "n[1]": 0.25, "n[2]": None}
    for table in (kept, read):
        by_path = dict(zip(table["path"], table["confidence"], strict=True))
        assert {path: None if pd.isna(sure) else sure for path, sure in by_path.items()} == expected
    with pytest.raises(KeyError, match="confidence"):
        export_frame(evaluate(gold, gold, {"type": "object", "properties": FIELDS}))["confidence"]
