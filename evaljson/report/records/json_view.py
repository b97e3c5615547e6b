"""A record as JSON, gold and each variant side by side; lines that differ from gold are marked where they stand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT
from evaljson.report.fields.fault_kinds import BY_NAME
from evaljson.report.records.rows import RIGHT
from evaljson.results.field_result import RecordResult
from evaljson.wording.values import CUT, escaped

MOST: Final = 1_500
"""Lines shown of one record."""
_STEP: Final = "  "
Marks = Mapping[str, str]
"""By instance path, the status or the kind of the fault there."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of indented JSON."""

    path: str
    """Of the value that begins or ends on it."""
    text: str


def json_lines(value: Any, path: str = "", depth: int = 0, key: str = "", comma: str = "") -> Iterator[Line]:
    """Yield the lines of a value; an empty container has one, as has each plain value."""
    indent = _STEP * depth
    if isinstance(value, dict) and value:
        inner = [(paths.child(path, name), f"{_text(name)}: ", held) for name, held in value.items()]
        ends = "{}"
    elif isinstance(value, list) and value:
        inner = [(paths.element(path, place), "", held) for place, held in enumerate(value)]
        ends = "[]"
    else:
        yield Line(path, f"{indent}{key}{_text(value)}{comma}")
        return
    yield Line(path, f"{indent}{key}{ends[0]}")
    for place, (below, name, held) in enumerate(inner, 1):
        yield from json_lines(held, below, depth + 1, name, "," if place < len(inner) else "")
    yield Line(path, f"{indent}{ends[1]}{comma}")


def json_columns(records: Mapping[str, RecordResult], kinds: Sequence[Mapping[str, str]]) -> str:
    """Write gold and each variant's record as columns of HTML; `kinds` are those of its results, by instance path."""
    first = next(iter(records.values()))
    of_gold: dict[str, str] = {}
    columns = []
    for (name, record), record_kinds in zip(records.items(), kinds, strict=True):
        marks: dict[str, str] = {}
        for result in record.field_results:
            if result.status in RIGHT:
                continue
            kind = record_kinds.get(result.path, result.status)
            of_gold.setdefault(result.path, kind)
            if result.extracted_path is not None:
                marks[result.extracted_path] = kind
        columns.append(_column(name, record.extracted, marks))
    gold = _column("Gold", first.gold, of_gold)
    wide = " ej-wide" if len(columns) > 2 else ""
    region = ' tabindex="0" role="region" aria-label="Record as JSON"'
    return f'<div class="ej-jsons{wide}"{region}>{gold}{"".join(columns)}</div>'


def _column(name: str, value: Any, marks: Marks) -> str:
    head = f'<div class="ej-jsonhead"><bdi>{escaped(name)}</bdi></div>'
    if value is None or value is ABSENT:
        return f'<div>{head}<p class="ej-none">no usable record</p></div>'
    lines = []
    for number, line in enumerate(json_lines(value)):
        if number == MOST:
            lines.append('<span class="ej-none">… more lines, not shown</span>')
            break
        lines.append(_marked(line, marks))
    return f'<div>{head}<pre dir="ltr">{"".join(lines)}</pre></div>'


def _marked(line: Line, marks: Marks) -> str:
    kind = next((marks[path] for path in _around(line.path) if path in marks), None) if marks else None
    text = f"<bdi>{escaped(line.text)}</bdi>"
    if kind is None:
        return f"<span>{text}</span>"
    look = BY_NAME[kind]
    return f'<span class="ej-marked" style="--c:{look.colour}" title="{escaped(look.label)}">{text}</span>'


def _around(path: str) -> Iterator[str]:
    """Yield the path and what it lies in: a missing object is missing with all its lines. The root is not marked."""
    while path:
        yield path
        cut = max(path.rfind("."), path.rfind("["))
        path = path[:cut] if cut > 0 else ""


def _text(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError):
        return "(a value too large or too deep to show)"
    return text if len(text) <= 3 * CUT else f"{text[: 3 * CUT]}… ({len(text):,} characters)"
