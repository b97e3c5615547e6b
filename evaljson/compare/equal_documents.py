"""Finds records that look like copies of one document: those with equal gold.

Equal gold alone shows little: many records of one label, or of a few flags, are equal by chance. So the chance that
another record has the same values is estimated, as the product over values of the share of distinct records with that
value; only where fewer than one in twenty such records would be expected are they reported.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final

from evaljson.base.arrays import Ints
from evaljson.results.model import RunResult

_CHANCE: Final = 0.05
"""Records expected to have the same values by chance."""


@dataclass(frozen=True, slots=True)
class EqualDocuments:
    """Records whose gold is equal, though their clusters differ."""

    records: int
    documents: int
    """Distinct ones among them."""


def equal_documents(run: RunResult, places: Sequence[int], clusters: Ints | None) -> EqualDocuments:
    """Count records at these places of a run with equal gold; those of one cluster are known to belong together."""
    copies, documents = 0, 0
    for members in groups_of_equal(run, places):
        if clusters is None or len({int(clusters[at]) for at in members}) > 1:
            copies, documents = copies + len(members), documents + 1
    return EqualDocuments(copies, documents)


def labels_of_copies(run: RunResult) -> list[int]:
    """Return a number for each record of a run: the same for copies, another for each record that is none."""
    labels = list(range(len(run.records)))
    for members in groups_of_equal(run, labels):
        for at in members:
            labels[at] = members[0]
    return labels


def groups_of_equal(run: RunResult, places: Sequence[int]) -> list[list[int]]:
    """Return groups of records whose gold is equal, and hardly so by chance, as indexes into `places`."""
    groups: dict[str, list[int]] = {}
    golds: dict[str, Mapping[str, Any]] = {}
    apart = {run.id_field, run.cluster_field}
    strays = frozenset(run.invented_records)
    for at, place in enumerate(places):
        record = run.records[place] if place >= 0 else None
        if record is None or not record.gold or (strays and record.record_id in strays):
            continue
        gold = {key: value for key, value in record.gold.items() if key not in apart}
        try:
            text = json.dumps(gold, sort_keys=True, default=repr)
        except (TypeError, ValueError):  # an integer with more digits than Python writes out
            continue
        groups.setdefault(text, []).append(at)
        golds.setdefault(text, gold)
    several = {text: members for text, members in groups.items() if len(members) > 1}
    if not several:
        return []
    values = {text: list(_values(gold)) for text, gold in golds.items()}
    seen = Counter(value for listed in values.values() for value in set(listed))
    least = log(_CHANCE / len(places))
    chances = {text: sum(log(seen[value] / len(golds)) for value in set(values[text])) for text in several}
    return [members for text, members in several.items() if values[text] and chances[text] <= least]


def _values(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Iterate over the values that say something, with their schema paths; null and empty ones say nothing."""
    stack = [(path, value)]
    while stack:
        at, one = stack.pop()
        if isinstance(one, Mapping):
            stack += [(f"{at}.{key}", below) for key, below in one.items()]
        elif isinstance(one, list):
            stack += [(f"{at}[]", below) for below in one]
        elif one is not None and one != "":
            yield at, f"{type(one).__name__} {one!r}" if not isinstance(one, int) or abs(one) < 10**18 else at
