"""Whether records of a variant differ from those before in how their ids are read alone: no file was replaced then."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import strict_equal
from evaljson.load import LoadedRecords


def ids_changed(before: LoadedRecords, after: LoadedRecords) -> int:
    """Count the records of a file that differ in one value, that of the same key in all; 0 where more differs."""
    if before.name != after.name or len(before.records) != len(after.records):
        return 0
    found = set[str]()
    changed = 0
    for old, new in zip(before.records, after.records, strict=True):
        if strict_equal(old, new):
            continue
        keys = _keys(old, new)
        if keys is None or len(keys) > 1 or len(found | keys) > 1:
            return 0
        found |= keys
        changed += 1
    return changed


def _keys(old: Any, new: Any) -> set[str] | None:
    """Return the keys whose single values differ; None where the records differ in more than values."""
    if not isinstance(old, dict) or not isinstance(new, dict) or old.keys() != new.keys():
        return None
    differing = {key for key in old if not strict_equal(old[key], new[key])}
    is_single = all(not isinstance(one[key], dict | list) for one in (old, new) for key in differing)
    return differing if is_single else None
