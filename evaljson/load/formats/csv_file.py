"""Read CSV into records: every cell is text as it is; an empty cell is an absent key."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Literal

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import ABSENT
from evaljson.load.collector import RecordCollector
from evaljson.load.formats.column_names import ColumnNames
from evaljson.load.json.exact import ExactParser
from evaljson.load.loaded_records import LoadProblem, excerpt

Cells = Literal["text", "json"]
_DELIMITERS = ",;\t|"


def is_csv(name: str) -> bool:
    """Check whether a file's name says that it is CSV."""
    return name.lower().removesuffix(".gz").endswith((".csv", ".tsv"))


def read_csv(data: bytes, collector: RecordCollector, name: str, cells: Cells) -> str:
    """Give every row to the collector; the format in words.

    The delimiter is that of `, ; tab |` which the header has most of (a .tsv has tabs). With `cells="json"`, a cell
    that is a JSON number, true, false, null, array or object is taken as such. Raises LoadError for a bad header.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise LoadError(f"{name}: byte {error.start:,} is not UTF-8; save the file as CSV in UTF-8.") from error
    # The limit is the process's own and only ever grows: the size of the file is bounded already.
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    delimiter = _delimiter(text, name)
    rows = _rows(text, delimiter, collector)
    header, _ = next(rows, ([], 0))
    if not any(header):
        raise LoadError(f"{name}: the file is empty, or its first line names no columns.")
    columns = ColumnNames(header, name)
    if not all(header):
        collector.warn(f"column {header.index('') + 1} has no name and is not read.")
    parser = ExactParser()
    for row, line in rows:
        if len(row) != len(header):
            what = f"{len(row)} cells in a row, but {len(header)} columns; correct the row"
            collector.refuse(LoadProblem(line, None, "", f"{what} (or its quotes).", "error", excerpt(str(row), 0)))
        else:
            collector.take(columns.record([_cell(cell, cells, parser) for cell in row]))
    shown = "tab" if delimiter == "\t" else delimiter
    return f"CSV ({shown}), cells as {'text' if cells == 'text' else 'JSON where they are'}"


def _delimiter(text: str, name: str) -> str:
    if name.lower().removesuffix(".gz").endswith(".tsv"):
        return "\t"
    unquoted = "".join(text.lstrip("\r\n").split("\n", 1)[0].split('"')[::2])
    return max(_DELIMITERS, key=unquoted.count)


def _rows(text: str, delimiter: str, collector: RecordCollector) -> Iterator[tuple[list[str], int]]:
    """Yield each row with the line it begins on; the table ends where rows cannot be separated."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            message = f"not valid CSV from here on ({error}), so the rest is not read; correct the quotes."
            collector.refuse(LoadProblem(line, None, "", message, "error", ""), has_place=False)
            return
        if row is None:
            return
        if row:
            yield row, line


def _cell(cell: str, cells: Cells, parser: ExactParser) -> Any:
    if cell == "":
        return ABSENT
    if cells == "text" or cell[0] == '"':
        return cell
    try:
        value, end = parser.value_at(cell, 0)
    except json.JSONDecodeError:
        return cell
    plain = isinstance(value, bool | int | float | dict | list) or value is None
    return value if plain and end == len(cell) and cell not in ("NaN", "Infinity", "-Infinity") else cell
