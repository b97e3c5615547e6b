"""Which records a variant lacks, why, and what that means for its figures."""

from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.load import LoadedRecords, read_records
from evaljson.report.records.missing import (
    COUNTS,
    LEFT_OUT,
    NEVER,
    NOT_PRODUCED,
    NOT_READ,
    f1_without_missing,
    gone_records,
    gone_table,
    in_words,
)

GOLD: list[Any] = [{"id": record_id, "a": "1"} for record_id in ("x", "y", 1, "1")]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
FILE = b'{"id": "x", "a": "1"}\n{"id": "y", "a": \n{"id": "x", "a": "2"}\n{"id": "z", "a": "1"}\n'


@pytest.fixture
def file() -> LoadedRecords:
    return read_records(FILE, name="a.jsonl", kind="extracted", id_field="id")


@pytest.mark.parametrize(("rule", "counts"), [("omit", COUNTS), ("exclude", LEFT_OUT)])
def test_each_is_told_with_its_reason_and_what_it_counts_as(file: LoadedRecords, rule: Any, counts: str) -> None:
    run = evaluate(GOLD, file.records, SCHEMA, missing_records=rule)
    gone = gone_records(run, file, "id")
    counted = {record.record: (record.why, record.counts) for record in gone if record.counts != NEVER}
    assert counted == {"y": (NOT_READ, counts), "1 (number)": (NOT_PRODUCED, counts), "1": (NOT_PRODUCED, counts)}
    assert [(record.record, record.counts) for record in gone if record.counts == NEVER] == [("x", NEVER), ("z", NEVER)]
    assert list(gone_table(gone)["Record"])[-1] == "z"


def test_what_could_not_be_read_says_why(file: LoadedRecords) -> None:
    gone = {record.record: record for record in gone_records(evaluate(GOLD, file.records, SCHEMA), file, "id")}
    assert "breaks off here" in gone["y"].detail


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("omit", "3 gold records missing; 2 extracted records never scored"),
        ("exclude", "3 gold records missing, all left out; 2 extracted records never scored"),
    ],
)
def test_the_line_above_counts_them(rule: Any, line: str) -> None:
    extracted = [{"id": "x", "a": "1"}, {"id": "x", "a": "2"}, {"id": "z", "a": "1"}]
    run = evaluate(GOLD, extracted, SCHEMA, missing_records=rule)
    file = read_records(b"[]", name="a.json", kind="extracted", id_field="id")
    assert in_words(gone_records(run, file, "id")) == line


def test_where_nothing_is_missing_there_is_nothing_to_tell() -> None:
    file = read_records(b"[]", name="a.json", kind="extracted", id_field="id")
    assert in_words(gone_records(evaluate(GOLD, GOLD, SCHEMA), file, "id")) == ""


def test_the_f1_without_missing_records_is_that_of_the_others() -> None:
    gold = [{"id": i, "a": "1", "b": "1"} for i in range(4)]
    schema = {**SCHEMA, "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    extracted = [gold[0], {**gold[1], "b": "2"}]
    run = evaluate(gold, extracted, schema)
    assert run.mean_f1 == pytest.approx(0.375)
    assert f1_without_missing(run) == pytest.approx(0.75)
    assert f1_without_missing(evaluate(gold, [], schema)) is None
