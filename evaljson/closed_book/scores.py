"""Every answer scored against every gold record of its group, by the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.evaluate import Record, results_of_pairs
from evaljson.floor.as_extracted import as_extracted
from evaljson.floor.majority import majority
from evaljson.grounding import TextSearch
from evaljson.grounding.find import is_looked_for
from evaljson.schema.node import SchemaNode
from evaljson.scoring.status import BATCH_ERROR

GROUP: Final = 100
"""Records that are compared with each other: pairs grow with the square."""


@dataclass(frozen=True, slots=True, eq=False)
class AskedTogether:
    """Records of one document type whose answers are compared with each other."""

    places: list[int]
    """Of the records, in what was given."""
    own: Ints
    """The answer of each record, by its number among the different answers."""
    right: Floats
    """Gold records x answers x fields: the share of gold's values that an answer has; 0 where gold has none."""
    weight: Floats
    """Gold records x fields: how much its values weigh; 0 where there is nothing to compare."""
    majority: Floats
    """Gold records x fields: the share that the most common values have."""


@dataclass(slots=True)
class Fields:
    """The fields of all groups, numbered as they appear."""

    numbers: dict[str, int] = field(default_factory=dict)
    undecided: set[str] = field(default_factory=set)
    """Fields that a judge would have to compare: they are left out."""

    def take(self, names: Sequence[str]) -> list[int]:
        """Return their numbers."""
        return [self.numbers.setdefault(name, len(self.numbers)) for name in names]


def groups_of(
    roots: Sequence[SchemaNode], gold: Sequence[Record], answers: Sequence[Record], hidden: Sequence[frozenset[str]],
    seed: int,
) -> tuple[list[AskedTogether], list[str]]:  # fmt: skip
    """Return the groups, and the paths of their fields in the order of the schema.

    `roots` has the schema of each record: only records of one document type are compared with each other. `hidden` has
    the fields of each record that do not count, since the answer could be read off what was shown.
    """
    by_root: dict[int, list[int]] = {}
    for place, root in enumerate(roots):
        by_root.setdefault(id(root), []).append(place)
    rng, known, groups = np.random.default_rng(seed), Fields(), list[_ScoredTogether]()
    for places in by_root.values():
        dealt = rng.permutation(np.asarray(places, np.intp)).tolist()
        many = -(-len(dealt) // GROUP)
        groups += [_scored(roots[places[0]], gold, answers, dealt[first::many], known) for first in range(many)]
    every = {id(root): root for root in roots}.values()
    order = {path: at for at, path in enumerate(path for root in every for path, _ in root.fields_by_name())}
    fields = sorted(known.numbers.keys() - known.undecided, key=lambda path: (order.get(path, len(order)), path))
    return [one.group(fields, known, hidden) for one in groups], fields


@dataclass(frozen=True, slots=True, eq=False)
class _ScoredTogether:
    """A group whose fields are numbered by `Fields`; those that appear later are missing."""

    places: list[int]
    own: Ints
    right: Floats
    weight: Floats
    majority: Floats

    def group(self, fields: Sequence[str], known: Fields, hidden: Sequence[frozenset[str]]) -> AskedTogether:
        numbers = [known.numbers[path] for path in fields]
        shown: Bools = np.array([[path in hidden[place] for path in fields] for place in self.places], bool)
        weight = _at(self.weight, numbers)
        weight[shown.reshape(weight.shape)] = 0.0
        return AskedTogether(self.places, self.own, _at(self.right, numbers), weight, _at(self.majority, numbers))


def _at(part: Floats, numbers: Sequence[int]) -> Floats:
    """Return the columns of some fields; a field without a column is 0."""
    wide = np.zeros((*part.shape[:-1], max([part.shape[-1] - 1, *numbers], default=0) + 1))
    wide[..., : part.shape[-1]] = part
    found: Floats = wide[..., list(numbers)]
    return found


def _scored(
    root: SchemaNode, gold: Sequence[Record], answers: Sequence[Record], places: list[int], known: Fields
) -> _ScoredTogether:
    """Score the different answers of a group, and the most common values, against its gold."""
    records = [gold[place] for place in places]
    texts = [json.dumps(answers[place], sort_keys=True) for place in places]
    different = list(dict.fromkeys(texts))
    own = np.array([different.index(text) for text in texts], np.intp)
    by_text = dict(zip(texts, (answers[place] for place in places), strict=True))
    convert, common = as_extracted(root), majority(root, records)
    candidates: list[Any] = [by_text[text] for text in different]
    candidates.append(common if isinstance(common, dict) else {})
    left = [record for record in records for _ in range(len(candidates) + 1)]
    right = [one for record in records for one in (*candidates, convert(record))]
    score = _sums(root, left, right, known).reshape(len(records), len(candidates) + 1, -1)
    whole = score[:, -1]
    shares = np.divide(score[:, :-1], whole[:, None], out=np.zeros_like(score[:, :-1]), where=whole[:, None] > 0)
    shares = np.clip(shares, 0.0, 1.0)
    return _ScoredTogether(places, own, shares[:, :-1], whole, shares[:, -1])


def _sums(root: SchemaNode, gold: list[Any], extracted: list[Any], known: Fields) -> Floats:
    """Return the score sums of pairs x fields."""
    tallies = results_of_pairs(root, gold, extracted, ask=False).tallies
    names = tallies.rows.fields
    numbers = known.take(names)
    known.undecided |= {names[at] for at in tallies.statuses_by_field()[:, BATCH_ERROR].nonzero()[0].tolist()}
    sums = np.zeros((len(gold), len(known.numbers)))
    sums[:, numbers] = tallies.by_record_and_field()[0]
    return sums


def hidden_fields(shown: Mapping[str, Any], leaves: Sequence[tuple[str, Any, SchemaNode | None]]) -> frozenset[str]:
    """Return the fields of a record with a value that what was shown of it has."""
    text = "\n".join(str(value) for value in shown.values())
    search = TextSearch(text)
    return frozenset(
        path
        for path, value, node in leaves
        # A text that is much shorter than a value does not have it.
        if is_looked_for(value) and len(str(value)) <= 2 * len(text) and search.find(value, node) is not None
    )
