"""Read CSV into records: every cell is text as it is; an empty cell is an absent key, until the other side is known."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import ABSENT
from evaljson.base.paths import inside
from evaljson.load.allowance import SourceAllowance
from evaljson.load.collector import RecordCollector
from evaljson.load.formats.column_names import ColumnNames
from evaljson.load.json.exact import ExactParser, Flaw
from evaljson.load.json.repeated_keys import KeptLast
from evaljson.load.loaded_records import LoadProblem, excerpt

Cells = Literal["text", "json"]
TEXT_CELLS = "cells as text"
"""What the format in words says of CSV whose cells are texts."""
_DELIMITERS = ",;\t|"
_FIRST_LINE = re.compile(rb"[^\r\n][^\n]*")
_PIECE = 2**20
_SHOWN = 80


def is_csv(name: str) -> bool:
    """Check whether a file's name says that it is CSV."""
    return name.lower().removesuffix(".gz").endswith((".csv", ".tsv"))


def read_csv(data: bytes, collector: RecordCollector, name: str, cells: Cells) -> str:
    """Give every row to the collector; the format in words.

    The delimiter is that of `, ; tab |` which the header has most of (a .tsv has tabs). With `cells="json"`, a cell
    that is a JSON number, true, false, null, array or object is taken as such. Raises LoadError for a bad header, and
    beyond the limits of lines, columns and cells.
    """
    _check_text(data, name)
    # The limit is the process's own and only ever grows.
    csv.field_size_limit(max(csv.field_size_limit(), collector.limits.record_bytes))
    delimiter = _delimiter(data, name)
    rows = _rows(data, delimiter, collector, name)
    header, _ = next(rows, ([], 0))
    if not any(header):
        raise LoadError(f"{name}: the file is empty, or its first line names no columns.")
    columns = ColumnNames(header, name, collector.limits)
    if not all(header):
        collector.warn(f"column {header.index('') + 1} has no name and is not read.")
    collector.columns = tuple(filter(None, header)) if cells == "text" else ()
    parser, allowance = ExactParser(collector.meant.repeated_keys), collector.allowance
    for count, (row, line) in enumerate(rows, 1):
        allowance.check_records(count)
        allowance.spend_values(columns.cells_of_a_row)
        if len(row) != len(header):
            what = f"{len(row)} cells in a row, but {len(header)} columns; correct the row"
            shown = excerpt(str([cell[:_SHOWN] for cell in row[:_SHOWN]]), 0)
            collector.refuse(LoadProblem(line, None, "", f"{what} (or its quotes).", "error", shown))
        elif cells == "text":
            collector.take(columns.record([cell if cell else ABSENT for cell in row]))
        else:
            _take_json([_cell(cell, parser, allowance) for cell in row], columns, collector, line)
    shown = "tab" if delimiter == "\t" else delimiter
    return f"CSV ({shown}), {TEXT_CELLS if cells == 'text' else 'cells as JSON where they are'}"


def _take_json(cells: list[Any], columns: ColumnNames, collector: RecordCollector, line: int) -> None:
    """Take a row whose cells may be JSON, or refuse it."""
    for at, (name, cell) in enumerate(zip(columns.names, cells, strict=True)):
        if isinstance(cell, Flaw):
            collector.refuse(LoadProblem(line, None, inside(name, cell.path), cell.message, "error", ""))
            return
        if isinstance(cell, KeptLast):
            kept = KeptLast(cell.value, tuple(replace(one, path=inside(name, one.path)) for one in cell.repaired))
            collector.report(LoadProblem(line, None, "", kept.message, "warning", ""))
            collector.note_repair(kept.steps, kept.repaired)
            cells[at] = kept.value
    collector.take(columns.record(cells))


def _check_text(data: bytes, name: str) -> None:
    """Raise LoadError if the data is not UTF-8, with the place, looking at a piece at a time."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for at in range(0, len(data), _PIECE):
            decoder.decode(data[at : at + _PIECE], at + _PIECE >= len(data))
    except UnicodeDecodeError:
        try:
            data.decode()
        except UnicodeDecodeError as error:
            raise LoadError(f"{name}: byte {error.start:,} is not UTF-8; save the file as CSV in UTF-8.") from error


def _delimiter(data: bytes, name: str) -> str:
    if name.lower().removesuffix(".gz").endswith(".tsv"):
        return "\t"
    first = _FIRST_LINE.search(data)
    unquoted = b"".join(first.group().split(b'"')[::2]) if first else b""
    return max(_DELIMITERS, key=lambda delimiter: unquoted.count(delimiter.encode()))


def _rows(data: bytes, delimiter: str, collector: RecordCollector, name: str) -> Iterator[tuple[list[str], int]]:
    """Yield each row with the line it begins on; the table ends where rows cannot be separated."""
    reader = csv.reader(_lines(data, collector.allowance, name), delimiter=delimiter, strict=True)
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


def _lines(data: bytes, allowance: SourceAllowance, name: str) -> Iterator[str]:
    """Yield the lines as they are. Raises LoadError for one that is longer than a record may be."""
    text, longest = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline=""), allowance.limits.record_bytes
    while line := text.readline(longest + 1):
        too_long = allowance.too_long(len(line))
        if too_long:
            raise LoadError(f"{name}: {too_long}")
        yield line


def _cell(cell: str, parser: ExactParser, allowance: SourceAllowance) -> Any:
    if cell == "":
        return ABSENT
    if cell[0] == '"':
        return cell
    if cell[0] in "[{":
        allowance.spend_json(cell)
    try:
        value, end = parser.value_at(cell, 0)
    except json.JSONDecodeError:
        return cell
    if isinstance(value, KeptLast) or (isinstance(value, Flaw) and cell[0] in "[{"):
        return value if end == len(cell) else cell
    plain = isinstance(value, bool | int | float | dict | list) or value is None
    return value if plain and end == len(cell) and cell not in ("NaN", "Infinity", "-Infinity") else cell
