"""Records that one side lacks are counted apart from those that got better or worse, in all files and tables."""

import csv
import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.cli.text.compare_json import comparison_document
from evaljson.cli.text.compare_table import comparison_tables
from evaljson.compare.many import ManyComparison, compare_many
from evaljson.report.compare.markdown import to_markdown
from evaljson.report.compare.page import to_page
from evaljson.report.compare.tables import field_rows
from evaljson.ui.compare.export import fields_csv
from tests.compare.made import SCHEMA, extracted, gold

_LACKED = (5, 6)
_WAYS = ("better in", "worse in", "missing")


def _compared(*, lacks: bool) -> ManyComparison:
    """A is wrong in 3 records and right in 1 that B gets wrong; with `lacks`, it lacks 2 others, of which B gets 1
    wrong: a wrong value loses more than a missing one, so that B is worse there."""
    a = extracted(20, {"total": [1, 2, 3]})
    a = [record for number, record in enumerate(a) if not (lacks and number in _LACKED)]
    runs = {"A": evaluate(gold(20), a, SCHEMA), "B": evaluate(gold(20), extracted(20, {"total": [0, 5]}), SCHEMA)}
    return compare_many(runs, baseline="A", resamples=200)


def _in_markdown(many: ManyComparison) -> dict[str, str]:
    head, row = (re.search(rf"^\| {first} \|.*", to_markdown(many), re.MULTILINE) for first in ("field", "total"))
    assert head is not None
    assert row is not None
    ways, counts = (line[0].split(" | ")[5] for line in (head, row))
    return dict(zip(ways.split(" / "), counts.split(" / "), strict=True))


def _on_page(many: ManyComparison) -> dict[str, str]:
    page = to_page(many).decode()
    table = page[page.index("<bdi>Field</bdi>") :]
    heads = re.findall("<bdi>(.*?)</bdi>", table[: table.index("</thead>")])
    cells = re.findall("<bdi>(.*?)</bdi>", table[table.index("<td><bdi>total</bdi>") :])[: len(heads)]
    return {head.lower(): cell for head, cell in zip(heads, cells, strict=True)}


def _in_terminal(many: ManyComparison) -> dict[str, str]:
    _, fields = comparison_tables(many.comparisons["B"], 200)
    by_head = {_text(column.header): [_text(cell) for cell in column.cells] for column in fields.columns}
    at = by_head["field"].index("total")
    return {head: cells[at] for head, cells in by_head.items()}


def _text(cell: object) -> str:
    return str(cell).strip()


def _in_table(many: ManyComparison) -> dict[str, str]:
    row = field_rows(many.comparisons["B"]).set_index("field").loc["total"]
    return {str(name).replace("_", " "): str(cell) for name, cell in row.items()}


def _in_json(many: ManyComparison) -> dict[str, str]:
    document = json.loads(comparison_document(many, None, ()))
    row = next(field for field in document["comparisons"]["B"]["fields"] if field["path"] == "total")
    return {name.replace("_", " "): str(cell) for name, cell in row.items()}


def _in_frame(many: ManyComparison) -> dict[str, str]:
    row = many.comparisons["B"].to_frame().set_index("path").loc["total"]
    return {str(name).replace("_", " "): str(cell) for name, cell in row.items()}


def _in_csv(many: ManyComparison) -> dict[str, str]:
    rows = csv.DictReader(io.StringIO(fields_csv(many.comparisons["B"]).decode("utf-8-sig")))
    row = next(row for row in rows if row["field"] == "total")
    return {name.replace("_", " "): cell for name, cell in row.items()}


@pytest.mark.parametrize("written", [_in_markdown, _on_page, _in_terminal, _in_table, _in_json, _in_frame, _in_csv])
def test_records_that_one_side_lacks_are_neither_better_nor_worse(
    written: Callable[[ManyComparison], dict[str, str]],
) -> None:
    cells = written(_compared(lacks=True))
    assert {way: cells[way] for way in _WAYS} == {"better in": "3", "worse in": "1", "missing": "2"}


@pytest.mark.parametrize("written", [_in_markdown, _on_page, _in_terminal])
def test_where_no_side_lacks_a_record_there_is_no_column_of_them(
    written: Callable[[ManyComparison], dict[str, str]],
) -> None:
    cells = written(_compared(lacks=False))
    assert "missing" not in cells
    assert (cells["better in"], cells["worse in"]) == ("3", "2")


def test_of_a_comparison_as_data_the_counts_add_up() -> None:
    (total,) = [
        field for field in _compared(lacks=True).comparisons["B"].to_dict()["fields"] if field["path"] == "total"
    ]
    assert (total["up"], total["down"]) == (3 + total["up_missing"], 1 + total["down_missing"])
    assert total["up_missing"] + total["down_missing"] == 2


def test_a_record_whose_f1_changes_without_a_loss_is_counted_nowhere_that_people_read() -> None:
    """B invents an element where gold has an empty array: A has the array right as a whole, and no error at the array
    itself on either side."""
    schema = {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}
    golds: list[dict[str, Any]] = [{"tags": []}] * 9
    sides = {"A": [], "B": ["x"]}  # of the last record neither has the key, so that F1 of the field is not 1
    runs = {name: evaluate(golds, [*[{"tags": tags}] * 8, {}], schema) for name, tags in sides.items()}
    many = compare_many(runs, baseline="A", resamples=200)
    field = next(field for field in many.comparisons["B"].fields if field.path == "tags")
    assert (field.down, field.worse_in) == (8, 0)
    assert re.search(r"^\| tags \|.*\| 0 / 0 \|", to_markdown(many), re.MULTILINE)
    rows = list(csv.DictReader(io.StringIO(fields_csv(many.comparisons["B"]).decode("utf-8-sig"))))
    assert next((row["better_in"], row["worse_in"]) for row in rows if row["field"] == "tags") == ("0", "0")
