import csv
import io
import json
import os
from pathlib import Path

import pandas as pd
import pytest

from evaljson import evaluate
from tests.cli.conftest import EXTRACTED, GOLD, SCHEMA, Run, Write


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_csv_holds_every_result_with_the_columns_of_to_frame(score: Run) -> None:
    assert score("--csv", "out.csv").exit_code == 0
    frame = evaluate(GOLD, EXTRACTED, SCHEMA).to_frame()
    found = rows(Path("out.csv").read_text(encoding="utf-8"))
    assert list(found[0]) == list(frame.columns)
    assert [row["path"] for row in found] == frame["path"].tolist()
    assert [json.loads(row["gold"]) for row in found if row["gold"]] == [v for v in frame["gold"] if v is not None]


def test_parquet_holds_the_same_rows_as_the_csv(score: Run) -> None:
    score("--csv", "out.csv", "--parquet", "out.parquet")
    frame = pd.read_parquet("out.parquet")
    found = rows(Path("out.csv").read_text(encoding="utf-8"))
    assert frame["path"].tolist() == [row["path"] for row in found]
    assert [None if pd.isna(v) else v for v in frame["extracted"]] == [row["extracted"] or None for row in found]
    assert frame["score"].dtype == float


def test_absent_null_and_empty_stay_three_things(run: Run, write: Write) -> None:
    fields = {key: {"type": "string"} for key in ("absent", "null", "empty")}
    write("schema.json", {"type": "object", "properties": fields})
    write("gold.jsonl", [{"absent": "x", "null": None, "empty": ""}])
    write("extracted.jsonl", [{"null": None, "empty": "", "extra": None}])
    found = rows(run("score", "gold.jsonl", "extracted.jsonl", "-s", "schema.json", "--csv", "-").stdout)
    values = {row["path"]: (row["gold"], row["extracted"]) for row in found}
    assert values == {
        "absent": ('"x"', ""),
        "null": ("null", "null"),
        "empty": ('""', '""'),
        "extra": ("", "null"),
    }


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", " =", "\r="], ids=ascii)
def test_the_csv_never_holds_a_formula(run: Run, write: Write, begin: str) -> None:
    key = f"{begin}cmd()"
    write("gold.jsonl", [{"id": key, key: -1}])
    done = run("score", "gold.jsonl", "gold.jsonl", "--id-field", "id", "--csv", "-")
    row = rows(done.stdout)[0]
    assert (row["record_id"], row["path"], row["field"], row["gold"]) == (f"'{key}", f"'{key}", f"'{key}", "-1")


def test_parquet_keeps_text_as_it_is(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"=x": 1}])
    run("score", "gold.jsonl", "gold.jsonl", "--parquet", "out.parquet")
    assert pd.read_parquet("out.parquet")["path"].tolist() == ["=x"]


def test_ids_of_two_types_stay_apart(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"id": 1, "a": 1}, {"id": "1", "a": 2}])
    done = run("score", "gold.jsonl", "gold.jsonl", "--id-field", "id", "--csv", "-")
    assert [row["record_id"] for row in rows(done.stdout)] == ["1", '"1"']


def test_the_json_document_can_be_read_back_and_holds_no_nan(score: Run, write: Write) -> None:
    write("extracted.jsonl", '{"id": "a", "name": NaN, "items": []}\n{"id": NaN}\n{"id": [NaN]}\n')
    done = score("--json")
    found = json.loads(done.stdout, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
    assert [one["id"] for one in found["strays"]] == ["NaN", "[NaN]"]
    assert [one["record_id"] for one in found["records"]] == ["a", "b"]
    assert found["records"][1]["produced"] is False
    assert sum(record["omission"] for record in found["records"]) == found["total_omissions"]
    assert found["problems"]
    assert json.loads(json.dumps(found)) == found


def test_stdout_belongs_to_one_output(score: Run) -> None:
    for options in (("--json", "--csv", "-"), ("--csv", "-", "--parquet", "-")):
        done = score(*options)
        assert done.exit_code == 2
        assert "can go to stdout" in done.stderr


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("gold.jsonl", "this is an input and would be overwritten"),
        ("no/such/out.csv", "there is no folder"),
        (".", "this is a folder"),
    ],
)
def test_a_target_that_cannot_be_is_refused_before_the_work(score: Run, target: str, message: str) -> None:
    before = Path("gold.jsonl").read_bytes()
    done = score("--csv", target)
    assert done.exit_code == 2
    assert message in done.stderr
    assert Path("gold.jsonl").read_bytes() == before


def test_an_export_leaves_no_partial_file_behind(score: Run) -> None:
    score("--csv", "out.csv")
    assert not [name for name in os.listdir() if "partial" in name]
