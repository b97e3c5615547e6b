"""Finds keys that records may belong together by, to choose from: those whose values several records share."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import Any, Final

from evaljson.load import LoadedRecords
from evaljson.results.model import RunResult

LEAST: Final = 6
"""Fewer clusters cannot show any difference at 95%."""


def keys_to_cluster_by(run: RunResult, gold: LoadedRecords) -> list[str]:
    """List keys kept beside gold, then keys and paths of gold, whose values name clusters.

    Of gold, only texts and integers with at least six values, one of them in several records; numbers with a fraction
    are amounts, and flags name no customers. Keys beside gold with two values or more are listed too.
    """
    beside, within = _Values(), _Values()
    for metadata in gold.metadata or ():
        beside.add((metadata or {}).items())
    for record in run.records:
        within.add(_leaves(record.gold))
    known = [key for key in beside.by_key if beside.names_clusters(key, 2)]
    return [*known, *(key for key in within.by_key if key not in known and within.names_clusters(key, LEAST))]


class _Values:
    """How many records have which value, by key."""

    def __init__(self) -> None:
        self.by_key: dict[str, Counter[object]] = {}

    def add(self, values: Any) -> None:
        for key, value in values:
            if value is not None and value != "":
                self.by_key.setdefault(key, Counter())[value if type(value) in (str, int) else _OTHER] += 1

    def names_clusters(self, key: str, least: int) -> bool:
        seen = self.by_key[key]
        return _OTHER not in seen and len(seen) >= least and max(seen.values()) > 1


_OTHER: Final = object()


def _leaves(gold: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Iterate over values with their paths, those of the record itself first."""
    waiting: deque[tuple[str, Mapping[str, Any]]] = deque([("", gold)])
    while waiting:
        at, one = waiting.popleft()
        for key, value in one.items():
            below = f"{at}.{key}" if at else key
            if isinstance(value, dict):
                waiting.append((below, value))
            elif not isinstance(value, list):
                yield below, value
