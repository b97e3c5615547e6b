"""What records can be grouped by, to compare them slice by slice: document types, and what gold or its file says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from evaljson.load import LoadedRecords
from evaljson.results.model import RunResult

TYPE: Final = "type"
"""Stands for the document type."""
MOST: Final = 20
"""A key whose texts have more values than this says what a record is, not of which kind."""
_DISTINCT = 12
"""Numbers with more values than this are sliced into thirds."""


def keys_to_slice_by(run: RunResult, gold: LoadedRecords) -> list[str]:
    """The document type where there are several, then keys kept beside gold, then keys of gold itself."""
    beside = dict.fromkeys(key for kept in gold.metadata or () for key in kept or {})
    own = dict.fromkeys(key for record in run.records for key in record.gold)
    found = [TYPE] if run.types is not None and len(set(run.types)) > 1 else []
    for key in dict.fromkeys([*beside, *own]):
        if key not in found and 1 < len({*labels_of(values_at(key, run, gold))} - {None}) <= MOST:
            found.append(key)
    return found


def labels_by(key: str, run: RunResult, gold: LoadedRecords) -> Mapping[int, str | None]:
    """A label for each record of the run, by its position there; empty where no record has the key."""
    if key == TYPE and run.types is not None:
        return dict(enumerate(run.types))
    found = values_at(key, run, gold)
    return dict(enumerate(labels_of(found))) if any(value is not None for value in found) else {}


def values_at(key: str, run: RunResult, gold: LoadedRecords) -> list[Any]:
    """Of each record of the run, the value at this key, in gold or kept beside it; containers are no labels."""
    beside = gold.metadata
    kept = [at for at, record in enumerate(gold.records) if record is not None]
    found = []
    for record, (position, _) in zip(run.records, run.positions, strict=True):
        value = record.gold.get(key)
        if value is None and beside is not None:
            value = (beside[kept[position]] or {}).get(key)
        found.append(value if isinstance(value, str | int | float | bool) else None)
    return found


def labels_of(values: list[Any]) -> list[str | None]:
    """Values as text; numbers of many values become low, middle and high."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    given = [value for value in values if value is not None]
    if len(numbers) < len(given) or len(set(numbers)) <= _DISTINCT:
        return [None if value is None else str(value) for value in values]
    low, high = (float(np.quantile(numbers, at)) for at in (1 / 3, 2 / 3))
    names = (f"up to {low:g}", f"{low:g} to {high:g}", f"above {high:g}")
    return [None if value is None else names[int(value > low) + int(value > high)] for value in values]
