"""What came back from texts in which a value was replaced: the new value, the old one or neither; and how likely so
many old ones are by chance.

A model that reads brings new values. One that neither reads nor remembers says something that does not depend on whose
text it is: given that it is not the new value, it is the old one as often as values of the field that are not the new
one are what it says. So each answer has a chance of its own, which is 1 for a field with two values, and small for a
number of its own; their sum follows the Poisson binomial distribution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.closed_book.changes import Change
from evaljson.closed_book.model import ChangedField
from evaljson.evaluate import Record, results_of_pairs
from evaljson.grounding.leaves import Leaf, leaves
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.status import MATCH
from evaljson.stats.multiple_tests import holm
from evaljson.stats.wilson import wilson_interval

MOST_VALUES: Final = 200
"""Values of other places of a field that an answer is compared with, drawn if there are more."""
_NEW, _OLD, _SAID = 0, 1, 2
"""Columns: the answer has the new value, the old one; then of each other value, whether the answer has it, and whether
it is the new value."""


@dataclass(frozen=True, slots=True, eq=False)
class CameBack:
    """What came back, and how likely that is without memory."""

    how: tuple[str | None, ...]
    """By change: "new", "old" or "neither"; None without an answer."""
    fields: tuple[ChangedField, ...]
    p: float | None
    """The least p of all fields and of all texts together, adjusted; None without answers."""


@dataclass(frozen=True, slots=True, eq=False)
class _OfField:
    """What answers about the texts of one field have, as parallel arrays."""

    is_new: Bools
    is_old: Bools
    chance: Floats
    """That an answer has the old value without memory."""


def came_back(
    changes: Sequence[Change], answers: Sequence[Record | None], gold: Sequence[Record], roots: Sequence[SchemaNode],
    seed: int,
) -> CameBack:  # fmt: skip
    """Compare answers about changed texts with old and new values; `roots` are the schemas of the gold records."""
    values = _values_of(gold, roots)
    how: list[str | None] = [None] * len(changes)
    fields, p, chances, seen = list[ChangedField](), list[float](), list[Floats](), 0
    for path in dict.fromkeys(change.leaf.path for change in changes):
        at = [place for place, one in enumerate(changes) if one.leaf.path == path and answers[place] is not None]
        some = [changes[place] for place in at]
        given = [_said(answers[place], roots[changes[place].place], path) for place in at]
        found = _compared(some, given, values[path], random.Random(f"{seed} {path}"))
        for place, new, old in zip(at, found.is_new.tolist(), found.is_old.tolist(), strict=True):
            how[place] = "new" if new else "old" if old else "neither"
        count = int(found.is_old.sum())
        chances.append(found.chance)
        seen += count
        p.append(_chance_of(count, found.chance))
        low, high = wilson_interval(count, len(at)) or (None, None)
        fields.append(ChangedField(path, len(at), int(found.is_new.sum()), count, low, high, 1.0))
    if not any(one.texts for one in fields):
        return CameBack(tuple(how), tuple(fields), None)
    adjusted = holm([*p, _chance_of(seen, np.concatenate(chances))]).tolist()
    filled = tuple(replace(one, p=value) for one, value in zip(fields, adjusted, strict=False))
    return CameBack(tuple(how), filled, min(adjusted))


def _said(answer: Record | None, root: SchemaNode, path: str) -> list[Any]:
    """Return all values that an answer has in a field: elements of an array may come in another order."""
    return [leaf.value for leaf in leaves(answer, root, frozenset()) if leaf.path == path]


def _values_of(gold: Sequence[Record], roots: Sequence[SchemaNode]) -> dict[str, list[tuple[int, Leaf]]]:
    """Return the values of gold by field, each with the place of its record."""
    values: dict[str, list[tuple[int, Leaf]]] = {}
    for place, (record, root) in enumerate(zip(gold, roots, strict=True)):
        for leaf in leaves(record, root, frozenset()):
            values.setdefault(leaf.path, []).append((place, leaf))
    return values


def _chance_of(seen: int, chances: Floats) -> float:
    """Return how likely so many are, or more, where each comes with a chance of its own."""
    spread = np.ones(1)
    for one in chances[chances > 0].tolist():
        spread = np.append(spread * (1 - one), 0.0) + np.append(0.0, spread * one)
    return min(1.0, float(spread[seen:].sum())) if seen else 1.0


def _compared(
    changes: Sequence[Change], given: Sequence[list[Any]], values: Sequence[tuple[int, Leaf]], rng: random.Random
) -> _OfField:
    """Compare answers by the rule of the field, all at once: with new, old and other values; `given` has theirs."""
    others = values if len(values) <= MOST_VALUES else rng.sample(values, MOST_VALUES)
    rows: list[tuple[int, int, Any, Any]] = []
    for at, change in enumerate(changes):
        rows += [(at, _NEW, change.new, value) for value in given[at]]
        rows += [(at, _OLD, change.leaf.value, value) for value in given[at]]
        for number, (place, leaf) in enumerate(others):
            if (place, leaf.at) != (change.place, change.leaf.at):
                rows += [(at, 2 * number + _SAID, leaf.value, value) for value in given[at]]
                rows.append((at, 2 * number + _SAID + 1, leaf.value, change.new))
    has = np.zeros((len(changes), _SAID + 2 * len(others)), np.bool_)
    if rows:
        node = changes[0].leaf.node
        left, right = ([{"value": row[side]} for row in rows] for side in (2, 3))
        tallies = results_of_pairs(_tree(node), left, right, ask=False).tallies
        alike = tallies.rows.record[tallies.rows.status == MATCH]
        where = np.array([row[:2] for row in rows], np.intp)[alike]
        has[where[:, 0], where[:, 1]] = True
    is_new = has[:, _NEW]
    is_old = has[:, _OLD] & ~is_new
    not_new = ~has[:, _SAID + 1 :: 2]
    could = not_new.sum(axis=1) + 1 - _left_out(changes, others)
    says = (has[:, _SAID::2] & not_new).sum(axis=1) + is_old
    return _OfField(is_new, is_old, np.where(is_new, 0.0, says / np.maximum(could, 1)))


def _left_out(changes: Sequence[Change], others: Sequence[tuple[int, Leaf]]) -> Ints:
    """Return 1 for each change whose own place is among the others: it was not compared there."""
    places = {(place, leaf.at) for place, leaf in others}
    return np.array([(one.place, one.leaf.at) in places for one in changes], np.intp)


def _tree(node: SchemaNode | None) -> SchemaNode:
    raw: Mapping[str, Any] = {} if node is None else node.raw
    return parse_eval_schema({"type": "object", "properties": {"value": dict(raw)}})
