"""Read JSON Lines: one record per line. A bad line affects no other, and blank lines are skipped."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from evaljson.load.collector import RecordCollector
from evaljson.load.json import fast
from evaljson.load.json.ends_early import ends_early
from evaljson.load.json.exact import ExactParser, Flaw
from evaljson.load.json.fenced_line import is_fenced, read_fenced
from evaljson.load.json.room import check_room
from evaljson.load.json.source_text import SourceText
from evaljson.load.loaded_records import LoadProblem, excerpt

LINES = "JSON Lines"
_FILLED = re.compile(rb"\S[^\n]*")
_ENOUGH = 100_000
"""Lines that show whether a text is JSON Lines."""
_SHOWN = 400
_LONG = 1 << 20
"""Bytes of a line from which on it is looked at whether there is memory for it."""
_AT_ONCE = 1 << 17
"""Bytes of lines that are proven exact together, unless one of them is long; they fit into a processor's cache."""
_FRAGMENT_STARTS = (b'"', b"}", b"]")
_FRAGMENT_ENDS = (b",", b"[")


def read_lines(data: bytes, collector: RecordCollector, first_byte: int, *, repair: bool) -> str:
    """Give every line to the collector; the format in words. Raises LoadError for more lines than allowed.

    A line with the fence of a code block is the reply of a model; `repair` says whether broken JSON there is repaired.
    """
    if len(data) > collector.limits.records:
        collector.allowance.check_records(data.count(b"\n"))
    parser, stream = ExactParser(collector.meant.repeated_keys), io.BytesIO(data)
    collector.blank_lines = []
    number, start = 1, 0
    while lines := stream.readlines(_AT_ONCE):
        end = stream.tell()
        records = _read_at_once(data, start, end, lines, collector.limits.record_bytes)
        if records is None:
            _read_one_by_one(lines, number, first_byte + start, collector, parser, repair)
        else:
            collector.records.extend(records)
        number, start = number + len(lines), end
    return LINES


def _read_at_once(data: bytes, start: int, end: int, lines: list[bytes], longest: int) -> list[Any] | None:
    """Return the records of lines, which are that part of the data, if all are proven exact."""
    if end - start > _LONG or max(map(len, lines)) > longest:
        return None
    try:
        records = list(map(fast.parse, lines))
    except ValueError:
        return None
    if set(map(type, records)) != {dict} or not fast.lines_certified(data, start, end, records):
        return None
    return records


def _read_one_by_one(
    lines: list[bytes], number: int, at: int, collector: RecordCollector, parser: ExactParser, repair: bool
) -> None:
    """Give the collector each line for itself: `number` is that of the first, which begins at byte `at`."""
    parse, certified, take = fast.parse, fast.certified, collector.records.append
    longest = collector.limits.record_bytes
    for place, line in enumerate(lines, number):
        if len(line) > _LONG:
            check_room(line)
        try:
            record = parse(line) if len(line) <= longest else None
        except ValueError:
            record = None
        if type(record) is dict and certified(line, (record,)):
            take(record)
        elif len(line) > longest:
            start = excerpt(line[:_SHOWN].decode("utf-8", "replace"), 0)
            message = collector.limits.says("record_bytes", seen=len(line))
            collector.refuse(LoadProblem(place, None, "", message, "error", start))
        elif line.isspace():
            collector.skip_line()
        elif is_fenced(line.decode("utf-8", "replace")):
            read_fenced(SourceText(line, place, at), collector, repair=repair)
        else:
            _read_exactly(SourceText(line, place, at), collector, parser)
        at += len(line)


def _read_exactly(line: SourceText, collector: RecordCollector, parser: ExactParser) -> None:
    start = line.skip(0)
    begins = line.text.startswith("{", start)
    if not begins:  # it goes on with the record of the line before
        collector.cut_off.pop(len(collector.records) - 1, None)
    try:
        value, end = parser.value_at(line.text, start)
    except json.JSONDecodeError as error:
        not_utf8 = line.not_utf8(0, len(line.text))
        # Without a line end, the file itself may be cut there, and not the reply.
        if begins and not not_utf8 and line.text.endswith("\n") and ends_early(line.text, error):
            collector.note_cut(None)
        problem = not_utf8 or line.syntax_problem(error)
        collector.refuse_broken(problem, line, start)
        return
    rest = line.skip(end)
    if rest < len(line.text) and not isinstance(value, Flaw):
        problem = line.problem(rest, "text after the record on its line; put each record on a line of its own.")
        collector.refuse_broken(problem, line, start)
    else:
        collector.offer(line, value, (start, end), "")


def is_complete(line: bytes) -> bool:
    """Check whether a line is one JSON value, or one that is refused for its content."""
    return _value_type(line, ExactParser()) is not None


def look_like_lines(data: bytes) -> bool:
    """Check whether text that is not a JSON document looks like JSON Lines with bad lines.

    It is if every line is a value, or if the lines that are objects outnumber those that look like pieces of a document
    spread over lines, which begin with `"`, `}` or `]`, end with `,` or `[`, or are a `{` alone.
    """
    objects = values = fragments = total = 0
    parser = ExactParser()
    for line in islice(_filled(data), _ENOUGH):
        kind = _value_type(line, parser)
        total += 1
        objects += kind is dict or (kind is None and is_fenced(line.decode("utf-8", "replace")))
        values += kind is not None
        fragments += kind is None and _is_fragment(line)
    return objects > fragments or (values == total > 1)


def _is_fragment(line: bytes) -> bool:
    return line == b"{" or line.startswith(_FRAGMENT_STARTS) or line.endswith(_FRAGMENT_ENDS)


def _filled(data: bytes) -> Iterator[bytes]:
    """Yield the lines that are not blank, without the space around them."""
    return (match.group().rstrip() for match in _FILLED.finditer(data))


def _value_type(line: bytes, parser: ExactParser) -> type | None:
    """Return the type of the value on a line; None if there is none, dict for an object that is refused."""
    try:
        return type(fast.parse(line))
    except ValueError:
        source = SourceText(line)
    start = source.skip(0)
    try:
        _, end = parser.value_at(source.text, start)
    except json.JSONDecodeError:
        return None
    if source.skip(end) < len(source.text):
        return None
    return dict if source.text[start] == "{" else object
