"""Records that one side lacks are counted apart from those that got better or worse, in all files and tables."""

import re
from collections.abc import Callable

import pytest

from evaljson import evaluate
from evaljson.cli.text.compare_table import comparison_tables
from evaljson.compare.many import ManyComparison, compare_many
from evaljson.report.compare.markdown import to_markdown
from evaljson.report.compare.page import to_page
from evaljson.report.compare.tables import field_rows
from tests.compare.made import SCHEMA, extracted, gold

_LACKED = (5, 6)


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
    return dict(zip(ways.removeprefix("records ").split(" / "), counts.split(" / "), strict=True))


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
    return {
        str(name): str(cell) for name, cell in field_rows(many.comparisons["B"]).set_index("field").loc["total"].items()
    }


@pytest.mark.parametrize("written", [_in_markdown, _on_page, _in_terminal, _in_table])
def test_records_that_one_side_lacks_are_neither_up_nor_down(
    written: Callable[[ManyComparison], dict[str, str]],
) -> None:
    cells = written(_compared(lacks=True))
    assert {way: cells[way] for way in ("up", "down", "missing")} == {"up": "3", "down": "1", "missing": "2"}


@pytest.mark.parametrize("written", [_in_markdown, _on_page, _in_terminal])
def test_where_no_side_lacks_a_record_there_is_no_column_of_them(
    written: Callable[[ManyComparison], dict[str, str]],
) -> None:
    cells = written(_compared(lacks=False))
    assert "missing" not in cells
    assert (cells["up"], cells["down"]) == ("3", "2")


def test_of_a_comparison_as_data_the_counts_add_up() -> None:
    (total,) = [
        field for field in _compared(lacks=True).comparisons["B"].to_dict()["fields"] if field["path"] == "total"
    ]
    assert (total["up"], total["down"]) == (3 + total["up_missing"], 1 + total["down_missing"])
    assert total["up_missing"] + total["down_missing"] == 2
