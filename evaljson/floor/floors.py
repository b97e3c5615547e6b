"""floors(): score three extractions that read nothing, by the engine that scores all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.evaluate import Record, Schema, results_of_pairs
from evaljson.floor.as_extracted import as_extracted
from evaljson.floor.majority import majority
from evaljson.floor.model import Floor, FloorKind, Floors
from evaljson.floor.shuffle import others
from evaljson.load.loaded_records import RecordId
from evaljson.results.aggregate import per_field
from evaljson.results.apply_post_process import PostProcess
from evaljson.results.protocol import Results
from evaljson.results.scored_records import refuse_odd_gold
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.judging import Judging
from evaljson.scoring.status import BATCH_ERROR
from evaljson.scoring.tallies import Tallies, mean, record_figures

SEEDS: Final = (1,)
"""Of the shuffles, unless the caller says otherwise: with one the work is at most that of scoring three variants."""


def floors(
    gold: Iterable[Record],
    schema: Schema,
    id_field: str | None = None,
    post_process: PostProcess | Sequence[PostProcess] | None = None,
    *,
    seeds: Sequence[int] = SEEDS,
    leave_out: Iterable[RecordId] = (),
    judge: Judging | None = None,
    ask: bool = False,
) -> Floors:
    """Score an empty, a constant and a shuffled extraction against gold, as `evaluate` scores any other.

    "Shuffled" is the mean over `seeds`. The other arguments are those of `evaluate`; without a judge, and without
    `ask`, fields whose comparators may cost something have no floor, and then the whole record has none.

    Raises SchemaError, InputError (both ValueError).
    """
    if not seeds:
        raise InputError("there is no seed to shuffle with: name at least one")
    records = list(gold)
    refuse_odd_gold(records)
    given = parse_eval_schema(schema)
    id_field = id_field if id_field is not None else given.id_field
    tree = replace(given, id_field=id_field, confidence=None)
    records = _without(records, id_field, leave_out)
    extractions = _Extractions(tree, records)
    containers = {node.path for root in tree.roots for node in root.walk() if not node.is_unit}

    def scored(kind: FloorKind, pairs: list[tuple[Record, Record]]) -> Floor:
        left, right = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        return _figures(kind, results_of_pairs(tree, left, right, post_process, judge=judge, ask=ask), containers)

    return Floors(
        len(records),
        tuple(seeds),
        scored("empty", list(extractions.empty())),
        scored("constant", list(extractions.constant())),
        _mean([scored("shuffled", list(extractions.shuffled(seed))) for seed in seeds]),
    )


class _Extractions:
    """Makes the three extractions; each is a pair of gold and extracted record for every record that counts."""

    def __init__(self, tree: SchemaNode, gold: list[Record]) -> None:
        self._gold, self._id_field = gold, tree.id_field
        self._groups: dict[int, list[int]] = {}
        self._roots: dict[int, SchemaNode] = {}
        for place, record in enumerate(gold):
            root = schema_of(tree, record)
            self._roots[id(root)] = root
            self._groups.setdefault(id(root), []).append(place)

    def empty(self) -> Iterator[tuple[Record, Record]]:
        for record in self._gold:
            yield record, self._with_id(record, {})

    def constant(self) -> Iterator[tuple[Record, Record]]:
        for root, places in self._groups.items():
            common = majority(self._roots[root], [self._gold[place] for place in places])
            for place in places:
                yield self._gold[place], self._with_id(self._gold[place], common)

    def shuffled(self, seed: int) -> Iterator[tuple[Record, Record]]:
        converters = {root: as_extracted(node) for root, node in self._roots.items()}
        convert = {place: converters[root] for root, places in self._groups.items() for place in places}
        for place, other in others(list(self._groups.values()), seed).items():
            yield self._gold[place], self._with_id(self._gold[place], convert[other](self._gold[other]))

    def _with_id(self, gold: Record, extracted: Any) -> Record:
        """Give an extraction the id of its gold record, since ids join records and are not extracted."""
        if not isinstance(extracted, dict):
            return {} if extracted is ABSENT else extracted
        given, id_field = dict(extracted), self._id_field
        if id_field is not None:
            given.pop(id_field, None)
            if id_field in gold:
                given[id_field] = gold[id_field]
        return given


def _without(records: list[Record], id_field: str | None, leave_out: Iterable[RecordId]) -> list[Record]:
    """Return the records that are scored: `leave_out` has ids, or positions where there are none."""
    names = {(type(one), one) for one in leave_out}
    if not names:
        return records
    ids = range(len(records)) if id_field is None else [record.get(id_field) for record in records]
    return [record for record, one in zip(records, ids, strict=True) if (type(one), one) not in names]


def _figures(kind: FloorKind, results: Results, containers: Set[str]) -> Floor:
    tallies = results.tallies
    fields: dict[str, float | None] = {path: one.f1 for path, one in per_field(tallies).items()}
    undecided = tallies.statuses_by_field()[:, BATCH_ERROR].nonzero()[0].tolist()
    fields |= dict.fromkeys(tallies.rows.fields[at] for at in undecided)
    # An array itself has results where a side is empty or lacks it, so what is answered says which records count:
    # `[]` everywhere has 100 there, one element everywhere has no figure, and neither says how hard it is.
    return Floor(kind, _mean_f1(tallies), {path: f1 for path, f1 in fields.items() if path not in containers})


def _mean_f1(tallies: Tallies) -> float | None:
    """Return the mean over records; None where nothing was scored, or not everything."""
    score, gold, extracted = tallies.by_record()
    if tallies.counts[BATCH_ERROR] or not (gold.any() or extracted.any()):
        return None
    return mean(record_figures(score, gold, extracted).f1)


def _mean(runs: Sequence[Floor]) -> Floor:
    """Return the means over several shuffles, each of the runs in which the figure is defined."""
    paths = dict.fromkeys(path for run in runs for path in run.per_field)
    fields = {path: _mean_of([run.per_field.get(path) for run in runs]) for path in paths}
    return Floor(runs[0].kind, _mean_of([run.f1 for run in runs]), fields)


def _mean_of(figures: Sequence[float | None]) -> float | None:
    known = [figure for figure in figures if figure is not None]
    return sum(known) / len(known) if known else None
