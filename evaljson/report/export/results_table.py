"""Every field result as CSV or Parquet, one row each; values of mixed types as JSON text."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pandas as pd

from evaljson.base.jsontypes import value_at
from evaljson.results.model import RunResult

_TEXT = ("path", "field", "status", "comparator", "reason", "extracted_path")
_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")


def export_frame(run: RunResult) -> pd.DataFrame:
    """`run.to_frame()` with gold and extracted as JSON text: `null` where there is null, missing where nothing is.

    record_id stays text or integers; where it is both, it is JSON text, so that 1 and "1" stay two records. Where the
    run knows how sure the extraction was of its values, that stands in a last column `confidence`, from 0 to 1.
    """
    frame = run.to_frame()
    gold_of = {record.record_id: record.gold for record in run.records}
    owners, places, ends = frame["record_id"].tolist(), frame["path"].tolist(), frame["extracted_path"].tolist()
    write = _JsonTexts()
    frame["gold"] = _column(
        write(value) if value is not None or value_at(gold_of[owner], path) is None else None
        for value, owner, path in zip(frame["gold"].tolist(), owners, places, strict=True)
    )
    frame["extracted"] = _column(
        write(value) if value is not None or isinstance(end, str) else None
        for value, end in zip(frame["extracted"].tolist(), ends, strict=True)
    )
    frame["record_id"] = _ids(owners)
    for name in _TEXT:
        frame[name] = _column(_each(frame[name].tolist(), clean))
    sure = run.table.confidences()
    if sure is not None:
        frame["confidence"] = sure[run.table.in_order().rows]
    return frame


def to_csv(frame: pd.DataFrame) -> bytes:
    """UTF-8, a header, one line a result. Text that a spreadsheet would run as a formula gets a ' in front.

    gold and extracted are JSON text, which is never a formula, and stay as they are.
    """
    safe = frame.copy()
    for name in (*_TEXT, "record_id"):
        values = _each(safe[name].tolist(), defused)
        safe[name] = pd.Series(values, index=safe.index, dtype=object)
    text = safe.to_csv(index=False, lineterminator="\n")
    return text.encode("utf-8")


def _each(values: list[Any], change: Callable[[str], str]) -> list[Any]:
    """Change texts and keep all else. Columns repeat themselves, so each distinct text is changed once."""
    known = {text: change(text) for text in dict.fromkeys(value for value in values if isinstance(value, str))}
    return [known[value] if isinstance(value, str) else value for value in values]


class _JsonTexts:
    """`json_text`, where each distinct text is written once."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __call__(self, value: Any) -> str:
        if type(value) is not str:
            return json_text(value)
        text = self._known.get(value)
        if text is None:
            text = self._known[value] = json_text(value)
        return text


def safe_csv(frame: pd.DataFrame) -> bytes:
    """Write any table as such a CSV: its texts, and the names of its columns, may come from anyone."""

    def safe(value: Any) -> Any:
        return defused(clean(value)) if isinstance(value, str) else value

    safe_frame = pd.DataFrame({safe(name): pd.Series(map(safe, frame[name].tolist()), dtype=object) for name in frame})
    return safe_frame.to_csv(index=False, lineterminator="\n").encode("utf-8")


def to_parquet(frame: pd.DataFrame) -> bytes:
    """Write the same rows with their types; missing cells are null."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def json_text(value: Any) -> str:
    """Write a value as JSON on one line; NaN and infinities as Python reads them. Escaped if UTF-8 cannot hold it."""
    text = json.dumps(value, ensure_ascii=False)
    return text if _holds(text) else json.dumps(value)


def clean(text: str) -> str:
    """Escape lone surrogates, which UTF-8 cannot hold."""
    return text if _holds(text) else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _holds(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def defused(text: str) -> str:
    """Mark a text so that no spreadsheet runs it as a formula."""
    return f"'{text}" if text.startswith(_RISKY) else text


def _ids(owners: list[Any]) -> pd.Series[Any]:
    kinds = set(map(type, owners))
    if kinds <= {int} and all(-(2**63) <= owner < 2**63 for owner in owners):
        return pd.Series(owners, dtype="int64")
    if kinds <= {str}:
        return _column(map(clean, owners))
    return _column(map(json_text, owners))


def _column(values: Any) -> pd.Series[Any]:
    return pd.Series(list(values), dtype="str")
