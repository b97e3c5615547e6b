"""`--planned`, `--earlier` and `--any-time`: several looks at one comparison while records are added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.limits import DEFAULTS
from evaljson.cli.files.strict_json import read_json
from evaljson.compare import Looks
from evaljson.load.byte_limit import ByteLimit


def looks_of(planned: int | None, earlier: Sequence[str], any_time: bool) -> Looks | None:
    """Return what was said of looks; None if nothing was. Raises InputError."""
    if planned is None and not earlier and not any_time:
        return None
    return Looks(planned, tuple(records for text in earlier for records in _records(text)), any_time)


def _records(text: str) -> Iterable[int]:
    """Return a number as it is written, or the numbers of records in a file of `compare --json`."""
    if text.isdecimal():
        return [int(text)]
    document, _ = read_json(text, ByteLimit(DEFAULTS.source_bytes, DEFAULTS.says("source_bytes")))
    counts = {_compared(one) for one in _values(document, "comparisons")}
    if not counts or None in counts:
        raise InputError(f"--earlier {text}: this is neither a number nor what `evaljson compare --json` wrote")
    return sorted(count for count in counts if count)


def _values(document: Any, key: str) -> list[Any]:
    part = document.get(key) if isinstance(document, dict) else None
    return list(part.values()) if isinstance(part, dict) else []


def _compared(comparison: Any) -> int | None:
    coverage = comparison.get("coverage") if isinstance(comparison, dict) else None
    count = coverage.get("compared") if isinstance(coverage, dict) else None
    return count if type(count) is int and count > 0 else None
