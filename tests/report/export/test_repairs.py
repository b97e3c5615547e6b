"""The list of repairs beside exported results: every value that is not as its text has it."""

import csv
import io
import json

import pytest

from evaljson import evaluate
from evaljson.load import LoadedRecords, read_records
from evaljson.report.export.repairs import COLUMNS, repaired_records, repairs_csv
from evaljson.report.export.run_json import to_json
from tests.report.export.test_results_table import BREAKS, FORMULAS, is_formula

TWICE = b'{"id": "r1", "a": "x", "a": "y"}\n{"id": "r2", "a": "x"}\n'


def rows(loaded: LoadedRecords) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(repairs_csv(loaded, "id").decode(), newline=""), strict=True))


def loaded(data: bytes = TWICE) -> LoadedRecords:
    return read_records(data, kind="extracted", id_field="id", name="a.jsonl")


def test_a_value_that_is_not_as_its_text_has_it_is_one_row() -> None:
    assert rows(loaded()) == [
        {
            "record_id": "r1", "position": "0", "path": "a", "text": '"x", "y"', "value": '"y"', "lossy": "True",
            "why": "of several values, the last counts",
            "steps": "of keys that appear several times in one object, the last value kept",
        }
    ]  # fmt: skip


def test_a_file_without_repairs_is_its_header_alone() -> None:
    assert repairs_csv(loaded(b'{"id": "r1"}\n'), "id").decode() == ",".join(COLUMNS) + "\n"


@pytest.mark.parametrize("text", [*FORMULAS, *BREAKS], ids=ascii)
def test_hostile_ids_keys_and_values_are_one_cell_each_and_no_formula(text: str) -> None:
    key = json.dumps(text)
    data = f'{{"id": {key}, {key}: 1, {key}: {key}}}\n'.encode()
    found = rows(loaded(data))
    assert [set(row) for row in found] == [set(COLUMNS)]
    assert not [cell for row in found for cell in row.values() if is_formula(cell)]


def test_the_document_of_a_run_has_them_too() -> None:
    own = loaded()
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
    run = evaluate([{"id": "r1", "a": "y"}, {"id": "r2", "a": "x"}], own.records, schema)
    document = json.loads(to_json(run, "a", schema, repaired_records(own, "id")))
    [record] = document["repaired"]
    assert (record["id"], record["lossy"], [value["path"] for value in record["values"]]) == ("r1", True, ["a"])
    assert "repaired" not in json.loads(to_json(run, "a", schema))
