"""Finds records that look like copies of one document: those with one source text, or with equal gold.

Equal gold alone shows little: many records of one label, or of a few flags, are equal by chance. So the chance that
another record has the same values is estimated, as the product over values of the share of distinct records with that
value; only where fewer than one in twenty such records would be expected are they reported. One text is one document,
whatever the gold of its records says; where that differs, some of it is wrong.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final

from evaljson.base.arrays import Ints
from evaljson.compare.documents import Documents, texts_of
from evaljson.results.model import RunResult

_CHANCE: Final = 0.05
"""Records expected to have the same values by chance."""


@dataclass(frozen=True, slots=True)
class EqualDocuments:
    """Records whose gold or source text is equal, though their clusters differ."""

    records: int
    documents: int
    """Distinct ones among them."""
    by_text: bool = False
    """Whether any of them were known by their text."""
    unlike: int = 0
    """Records with the text of another one, and other gold, whatever their clusters."""


def equal_documents(
    run: RunResult, places: Sequence[int], clusters: Ints | None, documents: Documents | None = None
) -> EqualDocuments:
    """Count copies among the records at these places of a run; those of one cluster are known to belong together.

    Raises InputError for a key of documents that no record has.
    """
    gold, texts = _gold_texts(run, places), _same(texts_of(run, places, documents))
    copies, distinct = 0, 0
    for members in _merged([*_hardly_by_chance(gold), *texts]):
        if clusters is None or len({int(clusters[at]) for at in members}) > 1:
            copies, distinct = copies + len(members), distinct + 1
    unlike = [members for members in texts if len({_text(gold, at) for at in members}) > 1]
    return EqualDocuments(copies, distinct, bool(texts) and copies > 0, sum(map(len, unlike)))


def labels_of_copies(run: RunResult, documents: Documents | None = None) -> list[int]:
    """Return a number for each record of a run: the same for copies, another for each record that is none."""
    labels = list(range(len(run.records)))
    groups = [*groups_of_equal(run, labels), *_same(texts_of(run, labels, documents))]
    for members in _merged(groups):
        for at in members:
            labels[at] = members[0]
    return labels


def groups_of_equal(run: RunResult, places: Sequence[int]) -> list[list[int]]:
    """Return groups of records whose gold is equal, and hardly so by chance, as indexes into `places`."""
    return _hardly_by_chance(_gold_texts(run, places))


_Gold = list[tuple[str, Mapping[str, Any]] | None]
"""Of each record its gold as text and as it is; None where there is none."""


def _gold_texts(run: RunResult, places: Sequence[int]) -> _Gold:
    """Return the gold of records without their ids and what names their clusters."""
    apart, strays = {run.id_field, run.cluster_field}, frozenset(run.invented_records)
    found: _Gold = []
    for place in places:
        record = run.records[place] if place >= 0 else None
        if record is None or not record.gold or (strays and record.record_id in strays):
            found.append(None)
            continue
        gold = {key: value for key, value in record.gold.items() if key not in apart}
        try:
            found.append((json.dumps(gold, sort_keys=True, default=repr), gold))
        except (TypeError, ValueError):  # an integer with more digits than Python writes out
            found.append(None)
    return found


def _text(gold: _Gold, at: int) -> str | None:
    one = gold[at]
    return None if one is None else one[0]


def _hardly_by_chance(gold: _Gold) -> list[list[int]]:
    several = _same([_text(gold, at) for at in range(len(gold))])
    if not several:
        return []
    values = {text: list(_values(one)) for text, one in filter(None, gold)}
    seen = Counter(value for listed in values.values() for value in set(listed))
    least = log(_CHANCE / len(gold))
    groups = []
    for members in several:
        own = set(values[_text(gold, members[0]) or ""])
        if own and sum(log(seen[value] / len(values)) for value in own) <= least:
            groups.append(members)
    return groups


def _same(texts: Sequence[str | None]) -> list[list[int]]:
    """Return groups of indexes with the same text; None is no text."""
    groups: dict[str, list[int]] = {}
    for at, text in enumerate(texts):
        if text is not None:
            groups.setdefault(text, []).append(at)
    return [members for members in groups.values() if len(members) > 1]


def _merged(groups: Iterable[list[int]]) -> list[list[int]]:
    """Join groups that share a member; members and groups are in ascending order."""
    of: dict[int, list[int]] = {}
    for group in groups:
        parts = {id(of[at]): of[at] for at in group if at in of}
        joined = sorted({*group, *(at for part in parts.values() for at in part)})
        of.update(dict.fromkeys(joined, joined))
    return sorted({id(group): group for group in of.values()}.values())


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
