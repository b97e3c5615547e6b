"""CSV and Parquet of results: nothing is lost, nothing runs, nothing breaks a row; the fast way is not seen."""

import csv
import io
import json
import re
from itertools import islice
from random import Random
from typing import Any

import pandas as pd
import pytest

from evaljson import RunResult
from evaljson.comparators.builtin import BUILT_IN
from evaljson.evaluate import evaluate
from evaljson.report.export.results_table import to_csv, to_parquet
from evaljson.results import engine_results, listed_parts
from evaljson.results.post_process import reclassify_nulls
from evaljson.results.saved.run import load_run, save_run
from tests.profiles import share
from tests.property.conftest import graded_comparator as graded_comparator
from tests.property.generate import records, schemas
from tests.property.product import product_run
from tests.report.export.made_page import HOSTILE, schema
from tests.report.export.row_by_row import csv_row_by_row

FORMULAS = [
    "+1",
    "-1",
    "@a",
    "＝1+1",
    "＋1",
    "－1",
    "＠a",
    "﹦1",
    " =1",
    "\u200b=1",
    "\ufeff+1",
    "\t1",
    "\r1",
    "\n1",
    "\0=1",
]
BREAKS = ['a,b\n"c"\r\n', "x\r=cmd|' /C calc'!A0", "a\tb", "a;=1", "  ", "'", '"', "\r", "\x0b\x0c\x85\u2028"]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (engine_results, listed_parts):
        monkeypatch.setattr(module, "ROWS", 7)


def rows(data: bytes) -> list[dict[str, str]]:
    """Read as spreadsheets do: a lone carriage return ends a row too, unless it is quoted."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))


def is_formula(cell: str) -> bool:
    if re.fullmatch(r"-?(0|[1-9][0-9]*)", cell):
        return False  # a number
    return cell.lstrip(" \0\t\r\n\u200b\ufeff")[:1] in tuple("=+-@＝＋－＠﹦")


@pytest.mark.parametrize("text", [*HOSTILE, *FORMULAS, *BREAKS], ids=ascii)
def test_hostile_text_is_one_cell_that_no_spreadsheet_runs(text: str) -> None:
    run = evaluate([{"id": text, text: text}], [{"id": text, text: f"{text}!"}], schema(text))
    (row,) = rows(to_csv(run))
    assert (json.loads(row["gold"]), json.loads(row["extracted"])) == (text, f"{text}!")
    assert not [cell for cell in row.values() if is_formula(cell)]
    kept = pd.read_parquet(io.BytesIO(to_parquet(run)))
    assert json.loads(kept["gold"].iloc[0]) == text


@pytest.mark.parametrize("text", [*FORMULAS, "x\r=cmd"], ids=ascii)
def test_a_reader_that_takes_a_lone_carriage_return_for_the_end_of_a_row_sees_no_formula(text: str) -> None:
    run = evaluate([{"id": text, text: text}], [{"id": text, text: "other"}], schema(text))
    for cells in csv.reader(io.StringIO(to_csv(run).decode("utf-8"), newline="")):
        assert len(cells) == 12
        assert not [cell for cell in cells if is_formula(cell)]


def runs() -> list[Any]:
    """Random schemas with random records, odd ids and odd keys among them."""
    return list(enumerate(islice(schemas(4711), share(60))))


@pytest.mark.parametrize(("number", "eval_schema"), runs(), ids=lambda one: str(one) if isinstance(one, int) else "")
def test_the_bytes_are_those_of_a_writer_that_goes_row_by_row(number: int, eval_schema: dict[str, Any]) -> None:
    pairs = list(islice(records(Random(number), eval_schema), 12))
    run = product_run(eval_schema, pairs)
    assert to_csv(run) == csv_row_by_row(run)
    assert_same_table(run)
    some = run.only([5, 2, 11])
    assert to_csv(some) == csv_row_by_row(some)


@pytest.mark.parametrize(
    "ids", [["=1", "b", "c"], [1, 2, 3], [1, "1", -1], [2**70, 1, 2], ["\ud800", "b", "c"]], ids=ascii
)
def test_saved_and_edited_runs_have_the_same_bytes_as_row_by_row(ids: list[Any]) -> None:
    items = {"type": "array", "items": {"type": "object", "properties": {"p": {"type": "number"}}}}
    eval_schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}, "n": items}}
    gold = [{"id": one, "a": None if place else "x", "n": [{"p": 1}, {"p": None}]} for place, one in enumerate(ids)]
    extracted = [{"id": one, "a": "y", "n": [{"p": 1.5}], "=new": -0.0} for one in ids]
    run = evaluate(gold, extracted, eval_schema)
    for other in (run, load_run(save_run(run), gold, extracted, eval_schema)):
        assert to_csv(other) == csv_row_by_row(run)
    edited = evaluate(gold, extracted, eval_schema, post_process=[reclassify_nulls])
    assert to_csv(edited) == csv_row_by_row(edited)
    assert_same_table(edited)


def test_a_field_that_one_side_never_has_is_written_too() -> None:
    eval_schema = {"type": "object", "properties": FIELDS}
    run = evaluate([{"n": ["p", "q"]}], [{"n": []}], eval_schema)
    assert to_csv(run) == csv_row_by_row(run)


def assert_same_table(run: RunResult) -> None:
    """Check that Parquet has the rows of `to_frame`, with text for values."""
    kept, frame = pd.read_parquet(io.BytesIO(to_parquet(run))), run.to_frame()
    assert len(kept) == len(frame)
    for name in ("status", "score", "weight", "comparator"):
        assert kept[name].tolist() == frame[name].tolist()
    for name in ("reason", "similarity"):
        assert [None if pd.isna(one) else one for one in kept[name]] == frame[name].tolist()


@pytest.mark.parametrize("name", [name for name, fn in BUILT_IN.items() if hasattr(fn, "silent")])
@pytest.mark.parametrize("value", ["", "a", "1", 1, 2**70, 1.5, float("nan"), float("inf"), True, None, {"a": 1}, [1]])
def test_a_silent_comparator_has_no_reason_for_equal_values(name: str, value: Any) -> None:
    comparator: Any = BUILT_IN[name]
    if type(value) in comparator.silent:
        result = comparator(value, value, {})
        assert (result.score, result.reason) == (1.0, None)


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
    kept = pd.read_parquet(io.BytesIO(to_parquet(run)))
    read = pd.read_csv(io.BytesIO(to_csv(run)))
    expected = {"a": 0.9, "n[0]": None, "n[1]": 0.25, "n[2]": None}
    for table in (kept, read):
        by_path = dict(zip(table["path"], table["confidence"], strict=True))
        assert {path: None if pd.isna(sure) else sure for path, sure in by_path.items()} == expected
    assert to_csv(run) == csv_row_by_row(run)
    plain = evaluate(gold, gold, {"type": "object", "properties": FIELDS})
    assert "confidence" not in pd.read_parquet(io.BytesIO(to_parquet(plain)))


def test_a_run_without_results_is_a_header() -> None:
    run = evaluate([{"id": 1}], [{"id": 1}], {"type": "object", "x-eval-id": "id", "properties": FIELDS}).only([])
    assert to_csv(run) == csv_row_by_row(run)
    assert list(pd.read_parquet(io.BytesIO(to_parquet(run)))["path"]) == []
