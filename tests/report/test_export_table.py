"""CSV and Parquet of hostile data: nothing is lost, nothing runs, nothing breaks a line."""

import csv
import io
import json

import pandas as pd
import pytest

from evaljson.report.export.table import export_frame, to_csv, to_parquet
from evaljson.results.run import evaluate
from tests.report.test_export_html import HOSTILE, schema

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
