"""Labels records, to compare them in groups: by document type, or by a key of gold or of its file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from evaljson.base import paths
from evaljson.load import LoadedRecords
from evaljson.results.groups import FEW_RECORDS
from evaljson.results.key_value import value_of
from evaljson.results.model import RunResult
from evaljson.wording.words import EMPTY_TEXT

TYPE: Final = "type"
"""The key that names the document type."""
MOST: Final = 20
"""A key with more labels than this identifies records, and does not group them."""
LONGEST: Final = 60
"""Characters of a label; longer ones are notes, of which each is one of a kind."""
_DISTINCT = 12
"""Numbers with more values than this are grouped into thirds."""


def keys_to_slice_by(run: RunResult, gold: LoadedRecords) -> list[str]:
    """List the document type if there are several, then keys of gold's metadata, then keys of gold itself, and last
    paths of keys in its objects. Keys that hold long texts are left out."""
    of_metadata = dict.fromkeys(key for metadata in gold.metadata or () for key in metadata or {})
    of_gold = dict.fromkeys(key for record in run.records for key in record.gold)
    keys = [TYPE] if run.types is not None and len(set(run.types)) > 1 else []
    for key in dict.fromkeys([*of_metadata, *of_gold, *_paths_inside(record.gold for record in run.records)]):
        if key not in keys and _groups_records(labels_of(values_at(key, run, gold)), len(run.records)):
            keys.append(key)
    return keys


def key_to_begin_with(keys: Sequence[str], run: RunResult, gold: LoadedRecords) -> str | None:
    """Return which of these keys to group by unless someone chooses: the document type, else the key with the fewest
    values, of those that make two groups or more that are large enough to say something; None where none does."""
    fewest: tuple[int, str] | None = None
    for key in keys:
        sizes = Counter(label for label in labels_by(key, run, gold).values() if label is not None)
        if sum(size >= FEW_RECORDS for size in sizes.values()) < 2:
            continue
        if key == TYPE:
            return key
        if fewest is None or len(sizes) < fewest[0]:
            fewest = len(sizes), key
    return None if fewest is None else fewest[1]


def _paths_inside(records: Iterable[Mapping[str, Any]]) -> list[str]:
    """List the paths of keys inside objects, arrays left out, that may group records: few texts, or numbers."""
    seen: dict[str, set[Any]] = {}
    for record in records:
        waiting = [(paths.child("", key), value) for key, value in record.items() if isinstance(value, dict)]
        while waiting:
            parent, value = waiting.pop()
            for key, inner in value.items():
                path = paths.child(parent, key)
                if isinstance(inner, dict):
                    waiting.append((path, inner))
                elif isinstance(inner, str | bool | int | float):
                    texts = seen.setdefault(path, set())
                    if isinstance(inner, str) and len(texts) <= MOST:
                        texts.add(inner)
    return [path for path, texts in seen.items() if len(texts) <= MOST]


def _groups_records(labels: Sequence[str | None], records: int) -> bool:
    """Check whether labels make some groups, of which one is large enough to say something, if any could be."""
    sizes = Counter(label for label in labels if label is not None)
    if not 1 < len(sizes) <= MOST or any(len(label) > LONGEST for label in sizes):
        return False
    return records < 2 * FEW_RECORDS or max(sizes.values()) >= FEW_RECORDS


def labels_by(key: str, run: RunResult, gold: LoadedRecords) -> Mapping[int, str | None]:
    """Return a label for each record of the run, by its position there; empty if no record has the key."""
    if key == TYPE and run.types is not None:
        return dict(enumerate(run.types))
    values = values_at(key, run, gold)
    return dict(enumerate(labels_of(values))) if any(value is not None for value in values) else {}


def values_at(key: str, run: RunResult, gold: LoadedRecords) -> list[Any]:
    """Return each record's value at this key or path, from gold or its metadata; None for containers."""
    metadata = gold.metadata
    present = [at for at, record in enumerate(gold.records) if record is not None]
    values = []
    for record, (position, _) in zip(run.records, run.positions, strict=True):
        value = value_of(record.gold, key)
        if value is None and metadata is not None and position < len(present):  # gold has no record of a stray
            value = (metadata[present[position]] or {}).get(key)
        values.append(value if isinstance(value, str | int | float | bool) else None)
    return values


def labels_of(values: list[Any]) -> list[str | None]:
    """Write values as text; numbers with many values become low, middle and high."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    present = [value for value in values if value is not None]
    if len(numbers) < len(present) or len(set(numbers)) <= _DISTINCT:
        return [None if value is None else _label(value) for value in values]
    low, high = (float(np.quantile(numbers, at)) for at in (1 / 3, 2 / 3))
    names = (f"up to {low:g}", f"{low:g} to {high:g}", f"above {high:g}")
    return [None if value is None else names[int(value > low) + int(value > high)] for value in values]


def _label(value: Any) -> str:
    """Write one value; a text without anything to see is named, or in quotes."""
    if isinstance(value, str) and not value.strip():
        return json.dumps(value, ensure_ascii=False) if value else EMPTY_TEXT
    return str(value)
