"""agreement(): how far several annotators of the same documents agree, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from evaljson.agreement.annotated import Annotated, annotated
from evaljson.agreement.comparator_distance import FieldRule
from evaljson.agreement.field_pairs import FieldPairs, Gathered
from evaljson.agreement.figures import of_elements, of_presence, of_values
from evaljson.agreement.model import AgainstPeople, AnnotatorPair, FieldAgreement, GoldAgreement
from evaljson.agreement.whole_records import RecordMeans, f1_of_records, mean_f1, mean_gap
from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError, SchemaError
from evaljson.evaluate import Record, Schema, score_pairs
from evaljson.results.engine_results import EngineResults
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.status import BATCH_ERROR
from evaljson.stats.wilson import check_level

_PAID: Final = "values are not compared where a comparator needs a model to judge them: those count nowhere"


def agreement(
    annotators: Mapping[str, Iterable[Record | None]],
    schema: Schema,
    id_field: str | None = None,
    *,
    systems: Mapping[str, Iterable[Record | None]] | None = None,
    level: float = 0.95,
) -> GoldAgreement:
    """Measure how far gold of several annotators agrees, by name: whole records, and each field.

    Joins by `id_field` (or the schema's x-eval-id), by position where there is none; None is a record that an annotator
    lacks. Elements of arrays meet as the schema aligns them. `systems` are extractions by name, whose F1 on the doubly
    labelled records is given beside that of people. Comparators that need a model are not called.

    Raises SchemaError, InputError (both ValueError).
    """
    check_level(level)
    tree = parse_eval_schema(schema)
    if id_field is not None and tree.id_field is not None and id_field != tree.id_field:
        raise SchemaError(f"id_field is {id_field!r} but the schema's x-eval-id is {tree.id_field!r}: pass one of them")
    id_field = id_field if id_field is not None else tree.id_field
    tree = replace(tree, id_field=id_field, confidence=None)
    people = annotated(annotators, id_field)
    found = measured(people, tree, np.arange(len(people.ids)), level)
    doubles = np.flatnonzero(people.times > 1)
    against = tuple(
        _against(name, people.joined(name, records, id_field), people, found.humans, tree, doubles, level)
        for name, records in (systems or {}).items()
    )
    return GoldAgreement(
        annotators={name: sum(one is not None for one in records) for name, records in people.by.items()},
        doubles=len(doubles),
        singles=int((people.times == 1).sum()),
        f1=mean_f1(found.humans.means(doubles), level),
        pairs=found.pairs,
        fields=found.fields,
        systems=against,
        level=level,
        notes=people.notes + ((_PAID,) if found.unjudged else ()),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What is found of annotators alone."""

    humans: RecordMeans
    pairs: tuple[AnnotatorPair, ...]
    fields: tuple[FieldAgreement, ...]
    unjudged: int
    """Values that a model would have to judge."""


def measured(people: Annotated, tree: SchemaNode, groups: Ints, level: float) -> Measured:
    """Score each annotator against each other one. `groups` says by document what intervals leave out together.

    Raises InputError if no document has two annotators.
    """
    if not (people.times > 1).any():
        raise InputError("no document was labelled by two annotators: check their ids, or the id field")
    paths = frozenset(node.path for root in tree.roots for node in root.walk())
    gathered, humans, pairs = Gathered(tree, len(people.ids)), RecordMeans(len(people.ids)), list[AnnotatorPair]()
    names = list(combinations(people.by, 2))
    shared = [np.flatnonzero(people.labelled_by(a) & people.labelled_by(b)) for a, b in names]
    # All pairs in one run of the engine: its work goes by nodes of the schema more than by records.
    sides = [_sides(people.by[a], people.by[b], of_two) for (a, b), of_two in zip(names, shared, strict=True)]
    results = _scored(tree, sides)
    gold = [record for left, _ in sides for record in left]
    gathered.add(results, np.concatenate(shared), [schema_of(tree, record) for record in gold])
    by_pair = np.split(f1_of_records(results, paths), np.cumsum([len(one) for one in shared])[:-1])
    for (a, b), places, f1 in zip(names, shared, by_pair, strict=True):
        humans.add(places, f1)
        pairs.append(AnnotatorPair(a, b, mean_f1(f1, level)))
    unjudged = int(results.tallies.counts[BATCH_ERROR])
    return Measured(humans, tuple(pairs), _fields(gathered, tree, people, groups, level), unjudged)


_Sides = tuple[list[Record], list[Record | None]]


def _sides(gold: Sequence[Record | None], extracted: Sequence[Record | None], places: Ints) -> _Sides:
    """Return the records of two at some documents that the first one labelled."""
    listed = places.tolist()
    return [record for place in listed if (record := gold[place]) is not None], [extracted[place] for place in listed]


def _scored(tree: SchemaNode, sides: Sequence[_Sides]) -> EngineResults:
    gold, extracted = ([record for one in sides for record in one[side]] for side in (0, 1))
    return score_pairs(tree, [record for record in gold if record is not None], extracted, ask=False)


def _against(
    name: str, records: list[Record | None], people: Annotated, humans: RecordMeans, tree: SchemaNode, doubles: Ints,
    level: float,
) -> AgainstPeople:  # fmt: skip
    """Score a system against each annotator on the doubly labelled records."""
    means = RecordMeans(len(people.ids))
    labelled = [doubles[people.labelled_by(annotator)[doubles]] for annotator in people.by]
    results = _scored(
        tree, [_sides(of_one, records, at) for of_one, at in zip(people.by.values(), labelled, strict=True)]
    )
    for places, f1 in zip(
        labelled, np.split(f1_of_records(results, None), np.cumsum([len(at) for at in labelled])[:-1]), strict=True
    ):
        means.add(places, f1)
    system, human = means.means(doubles), humans.means(doubles)
    there = np.array([records[place] is not None for place in doubles.tolist()], np.bool_)
    return AgainstPeople(
        name, mean_f1(system, level), int((~there).sum()), mean_gap(system, human, level), mean_f1(system[there], level)
    )


def _fields(
    gathered: Gathered, tree: SchemaNode, people: Annotated, groups: Ints, level: float
) -> tuple[FieldAgreement, ...]:
    times = people.times.astype(np.float64)
    found = []
    for name, of_field, elements in gathered.in_schema_order(tree):
        one = FieldAgreement(name)
        if of_field is not None:
            one = _field(one, of_field, gathered, (times, groups), level)
        if elements is not None:
            both, alone = (np.bincount(groups, counts).astype(np.float64) for counts in (elements.both, elements.alone))
            one = replace(one, elements=of_elements(both, alone, level))
        found.append(one)
    return tuple(found)


def _field(
    one: FieldAgreement, of_field: FieldPairs, gathered: Gathered, by_record: tuple[Floats, Ints], level: float
) -> FieldAgreement:
    meetings, unit, (times, groups) = of_field.all(), of_field.plan.unit, by_record
    assert unit is not None
    presence = of_presence(meetings, gathered.both_absent(of_field), times, groups, level)
    people = times[meetings.record]
    if of_field.inside is None:
        # Of m people with a value, m (m - 1) / 2 pairs have one both.
        both = np.bincount(meetings.record[meetings.both], minlength=len(times))
        people = np.round((1 + np.sqrt(1 + 8 * both)) / 2)[meetings.record]
    judged_together = unit.is_batch or unit.compound is not None
    rule = None if judged_together else FieldRule(of_field.plan, of_field.values)
    return replace(one, presence=presence, value=of_values(meetings, rule, people, groups, level))
