"""consistency(): how alike several runs of one prompt are, and what a vote among them would gain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Floats
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.consistency.model import Consistency, FieldConsistency
from evaljson.consistency.vote import vote
from evaljson.evaluate import Record, Schema, evaluate, score_pairs
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.schema_parts import make_parts
from evaljson.scoring.tallies import Tallies, record_figures
from evaljson.stats.mean_difference import mean_differences
from evaljson.stats.wilson import check_level


def consistency(
    gold: Iterable[Record],
    repeats: Sequence[Iterable[Record | None]],
    schema: Schema,
    id_field: str | None = None,
    *,
    confidence: float = 0.95,
) -> Consistency:
    """Measure how often runs of one prompt say the same, and score the record that wins a vote among them.

    Joins by `id_field` (or the schema's x-eval-id), by position where there is none. What a run did not produce is a
    vote for nothing. Comparators that need a model are not called. Raises SchemaError, InputError (both ValueError).
    """
    check_level(confidence)
    records = list(gold)
    tree = parse_eval_schema(schema)
    tree = replace(tree, id_field=id_field if id_field is not None else tree.id_field)
    if len(repeats) < 2:
        raise InputError("consistency needs two runs or more of the same prompt; three for a vote")
    runs = [evaluate(records, extracted, tree, ask=False) for extracted in repeats]
    if not records:
        raise InputError("there is no gold record: nothing can be scored")
    plain = replace(tree, confidence=None)
    produced = [[one.extracted for one in run.records] for run in runs]
    voted = _voted(plain, records, produced)
    voted_run = evaluate(records, voted, plain, ask=False)
    f1 = np.array([[record.f1 for record in run.records] for run in runs])
    gain = np.array([record.f1 for record in voted_run.records]) - f1.mean(axis=0)
    interval = mean_differences(gain[:, None], np.ones((len(gain), 1), np.bool_), confidence)
    in_some = in_some_runs(runs)
    of_pairs = [_same(plain, a, b) for a, b in combinations(produced, 2)]
    known = [one.mean_same for one in of_pairs if one.mean_same is not None]
    return Consistency(
        runs=len(runs),
        records=len(records),
        in_some=int(in_some.sum()),
        same=float(np.mean(known)) if known else None,
        f1=tuple(f1.mean(axis=1).tolist()),
        mean_f1=float(f1.mean()),
        deviation=float(f1.mean(axis=1).std(ddof=1)),
        voted_f1=float(np.mean([record.f1 for record in voted_run.records])),
        gain=float(gain.mean()),
        low=float(interval.low[0]),
        high=float(interval.high[0]),
        confidence=confidence,
        fields=_fields(plain, runs, voted_run, of_pairs, in_some),
        by_record=_by_record(of_pairs, len(records)),
        voted=tuple(voted),
        voted_run=voted_run,
    )


def in_some_runs(runs: Sequence[RunResult]) -> Bools:
    """Check for each record whether some of the runs produced it, and others did not."""
    there = np.array([[one.extracted is not None for one in run.records] for run in runs], np.bool_)
    return np.asarray(there.any(axis=0) & ~there.all(axis=0), np.bool_)


def _voted(tree: SchemaNode, gold: Sequence[Record], produced: Sequence[Sequence[Any]]) -> list[Record | None]:
    voted: list[Record | None] = [None] * len(gold)
    for part in make_parts(tree, tree.id_field, gold):
        for place in part.records.tolist():
            values = [ABSENT if one[place] is None else one[place] for one in produced]
            winner = vote(part.plan, values)
            if isinstance(winner, dict):
                voted[place] = winner
                if tree.id_field is not None and tree.id_field in gold[place]:
                    voted[place] = {**winner, tree.id_field: gold[place][tree.id_field]}
    return voted


class OfTwoRuns:
    """One run as if another were gold."""

    def __init__(self, tallies: Tallies, places: Sequence[int]) -> None:
        self.places = np.array(places, np.intp)
        score, gold, extracted = tallies.by_record()
        self.f1 = record_figures(score, gold, extracted).f1
        self.mean_same = float(self.f1.mean()) if len(self.f1) else None
        sums = tallies.by_record_and_field()
        self.at = {path: at for at, path in enumerate(tallies.rows.fields)}
        self._score, self._whole = sums[0], sums[1] + sums[2]

    def field(self, path: str) -> tuple[Floats, Floats]:
        """Return twice the score, and the weight on both sides, by record."""
        at = self.at.get(path)
        none = np.zeros(len(self.places))
        return (none, none) if at is None else (2 * self._score[:, at], self._whole[:, at])


def _by_record(pairs: Sequence[OfTwoRuns], records: int) -> tuple[float | None, ...]:
    total, count = np.zeros(records), np.zeros(records)
    for one in pairs:
        total[one.places] += one.f1
        count[one.places] += 1
    means = zip(total.tolist(), count.tolist(), strict=True)
    return tuple(of_all / times if times else None for of_all, times in means)


def _same(tree: SchemaNode, a: Sequence[Any], b: Sequence[Any]) -> OfTwoRuns:
    both = [at for at, (one, other) in enumerate(zip(a, b, strict=True)) if one is not None and other is not None]
    results = score_pairs(tree, [a[at] for at in both], [b[at] for at in both], ask=False)
    return OfTwoRuns(results.tallies, both)


def _fields(
    tree: SchemaNode, runs: Sequence[RunResult], voted: RunResult, pairs: Sequence[OfTwoRuns], in_some: Bools
) -> tuple[FieldConsistency, ...]:
    declared = [name for name, _ in tree.fields_by_name()]
    seen = {path for run in (*runs, voted) for path in run.per_field} | {path for one in pairs for path in one.at}
    ordered = [*(path for path in declared if path in seen), *sorted(seen.difference(declared))]
    lacked, nowhere = _lacked(runs, in_some), np.zeros(len(in_some), np.bool_)
    return tuple(_field(path, runs, voted, pairs, lacked.get(path, nowhere)) for path in ordered)


def _lacked(runs: Sequence[RunResult], in_some: Bools) -> dict[str, Bools]:
    """Check by path for each record whether a run has a value that counts, and another run lacks the record."""
    found: dict[str, Bools] = {}
    for run in runs if in_some.any() else ():
        extracted = run.tallies.by_record_and_field()[2]
        for at, path in enumerate(run.tallies.rows.fields):
            here = in_some & (extracted[:, at] > 0)
            found[path] = here | found.get(path, here)
    return found


def _field(
    path: str, runs: Sequence[RunResult], voted: RunResult, pairs: Sequence[OfTwoRuns], lacked: Bools
) -> FieldConsistency:
    parts = [one.field(path) for one in pairs]
    score, whole = (float(sum(part[side].sum() for part in parts)) for side in (0, 1))
    there, alike = lacked.copy(), ~lacked
    for one, (same, weight) in zip(pairs, parts, strict=True):
        _mark(there, alike, one, weight > 0, same < weight - 1e-9)
    figures = [_f1(run.per_field, path) for run in runs]
    known = [figure for figure in figures if figure is not None]
    return FieldConsistency(
        path,
        score / whole if whole > 0 else None,
        float(alike[there].mean()) if there.any() else None,
        float(np.mean(known)) if known else None,
        float(np.std(known, ddof=1)) if len(known) > 1 else None,
        _f1(voted.per_field, path),
    )


def _mark(there: Bools, alike: Bools, one: OfTwoRuns, here: Bools, unlike: Bools) -> None:
    there[one.places[here]] = True
    alike[one.places[unlike]] = False


def _f1(per_field: Mapping[str, Any], path: str) -> float | None:
    found = per_field.get(path)
    return None if found is None else found.f1
