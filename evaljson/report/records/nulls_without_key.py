"""Nulls of a table that says null where it has no value, and gold has no such key: they count as invented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.base.paths import child
from evaljson.load.formats.parquet import PARQUET_WORDS
from evaljson.load.loaded_records import LoadedRecords


def lacks_absent_keys(loaded: LoadedRecords) -> bool:
    """Check whether the file is of a format in which every row has every column."""
    return loaded.format.startswith(PARQUET_WORDS) and loaded.taken_from is None


def nulls_without_key(
    gold: Sequence[Mapping[str, Any]], extracted: Sequence[Mapping[str, Any] | None]
) -> dict[str, int]:
    """Count by field, the most first, the nulls of records in the order of gold where gold lacks the key.

    Elements of arrays are not looked at: which of them pair up is not known yet.
    """
    nulls = Counter[str]()
    for right, own in zip(gold, extracted, strict=True):
        if own is not None:
            _count(right, own, "", nulls)
    return {path: count for path, count in nulls.most_common() if count}


def _count(right: Mapping[str, Any], own: Mapping[str, Any], path: str, nulls: Counter[str]) -> None:
    for key, value in own.items():
        at = child(path, key)
        if value is None:
            nulls[at] += key not in right
        elif isinstance(value, dict):
            inner = right.get(key, {})
            if isinstance(inner, dict):
                _count(inner, value, at, nulls)
