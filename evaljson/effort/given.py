"""Confidences that are given beside a run: which one belongs to which extracted value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError
from evaljson.load.loaded_records import RecordId
from evaljson.results.ids_or_places import ids_or_places
from evaljson.results.model import RunResult

GivenConfidences = Mapping[RecordId, Mapping[str, float]]
"""By record id (by position without ids) and path in the extracted record, such as `items[0].price`."""


def given_confidences(run: RunResult, rows: Ints, given: GivenConfidences) -> Floats:
    """Return the confidence of the extracted value in each of the rows of the run's tallies, NaN where there is none.

    What is compared as a whole is as sure as the least sure of its parts. Raises InputError for what is no confidence.
    """
    places = run.tallies.rows.record[rows].tolist()
    known = [_checked(given.get(one, {})) for one in ids_or_places(run)]
    if given and not any(known):
        raise InputError("no record of the run has a confidence: they go by record id, without ids by position.")
    ends = run.table.both_paths_at(rows)
    return np.array([_of(known[place], end) for place, (_, end) in zip(places, ends, strict=True)], np.float64)


def _checked(confidences: Mapping[str, float]) -> Mapping[str, float]:
    for path, sure in confidences.items():
        if not _is_share(sure):
            raise InputError(f"a confidence is a number from 0 to 1, not {sure!r}", path)
    return confidences


def _is_share(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and math.isfinite(value) and 0 <= value <= 1


def _of(confidences: Mapping[str, float], path: str | None) -> float:
    if path is None or not confidences:
        return math.nan
    found = confidences.get(path)
    return found if found is not None else min(_inside(confidences, path), default=math.nan)


def _inside(confidences: Mapping[str, float], path: str) -> Iterator[float]:
    """Yield those of all values in a container, of which the root is one."""
    return (sure for at, sure in confidences.items() if not path or at.startswith((f"{path}.", f"{path}[")))
