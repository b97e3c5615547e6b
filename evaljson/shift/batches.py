"""shift(): two batches of gold, of extractions or of runs, asked field by field whether they are alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError, did_you_mean
from evaljson.evaluate import Record, Schema
from evaljson.results.model import RunResult
from evaljson.results.scored_records import refuse_odd_gold
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.schema_parts import make_parts, types_of
from evaljson.shift.columns import FieldColumn, columns
from evaljson.shift.losses import loss_tests
from evaljson.shift.mix import groups_of, numbers_of, under_mix
from evaljson.shift.model import ChangeOfF1, Shift, ShiftTest, UnderMix
from evaljson.shift.tests import Batches, document_types, tests_of
from evaljson.shift.words import sentence
from evaljson.stats.dealing import LEAST as LEAST_DEALINGS
from evaljson.stats.dealing import Dealer
from evaljson.stats.independent_means import independent_difference
from evaljson.stats.multiple_tests import benjamini_hochberg
from evaljson.stats.resampling import check_options

LEAST: Final = 5
"""Records of a batch; with fewer nothing can be asked."""
Batch = Iterable[Record | None] | RunResult
By = str | Callable[[Record], Hashable]
_PER_QUESTION: Final = 40
"""Dealings at most, for each question: so the least p can be found among all."""


def shift(
    a: Batch,
    b: Batch,
    schema: Schema,
    id_field: str | None = None,
    *,
    confidence: float = 0.95,
    seed: int = 0,
    names: tuple[str, str] = ("A", "B"),
    by: By | Sequence[By] = (),
) -> Shift:
    """Say what is unlike about two batches of different documents, field by field.

    A batch is gold or extracted records, or a run of `evaluate`: of two runs, their gold is compared, the errors too,
    and F1 of A is reweighted to B's mix of each field that shifted. `by` names further fields to reweight by, or gives
    functions of a gold record. None among the records is one that was not produced, and is left out. At `confidence`,
    what is found is wrong in 1 - confidence of the findings at most, on average (Benjamini and Hochberg).

    Raises SchemaError, InputError (both ValueError).
    """
    check_options(confidence, LEAST_DEALINGS, seed)
    if names[0] == names[1]:
        raise InputError(f"both batches are called {names[0]!r}: give them different names")
    tree = parse_eval_schema(schema)
    tree = replace(tree, id_field=id_field if id_field is not None else tree.id_field, confidence=None)
    sides = [_side(one, name) for one, name in zip((a, b), names, strict=True)]
    both = _both(tree, sides, names, seed)
    found = list(both.tests())
    runs = [one.run for one in sides if one.run is not None]
    if len(runs) == 2:
        found += loss_tests(runs[0], runs[1], both.batches)
    elif runs:
        raise InputError("one batch is a run and the other is records: pass two runs, or the records of both")
    tests = _adjusted(found, 1 - confidence)
    f1 = _change(runs, confidence) if runs else None
    given = [by] if isinstance(by, str) or callable(by) else list(by)
    mixes = both.mixes(tests, runs, f1, given, confidence) if f1 is not None else []
    return Shift(
        names=names,
        records_a=len(sides[0].records),
        records_b=len(sides[1].records),
        tests=tests,
        f1=f1,
        under_mix=tuple(mixes),
        confidence=confidence,
        sentence=sentence(tests, f1, mixes, names, confidence),
        notes=both.notes,
    )


@dataclass(frozen=True, slots=True, eq=False)
class BatchRecords:
    records: list[Record]
    run: RunResult | None
    notes: tuple[str, ...]


def _side(batch: Batch, name: str) -> BatchRecords:
    """Return the records of a batch; of a run its gold, without what gold lacks."""
    notes: list[str] = []
    run: RunResult | None = None
    if isinstance(batch, RunResult):
        strays = frozenset(batch.invented_records)
        places = [at for at, one in enumerate(batch.records) if one.record_id not in strays]
        run = batch if len(places) == len(batch.records) else batch.only(places)
        records = [one.gold for one in run.records]
        if strays:
            notes.append(f"{len(strays):,} records of {name} that gold lacks are left out")
    else:
        listed = list(batch)
        records = [record for record in listed if record is not None]
        if len(records) < len(listed):
            notes.append(f"{len(listed) - len(records):,} records of {name} could not be read, or were not produced")
    refuse_odd_gold(records)
    if len(records) < LEAST:
        raise InputError(f"{name} has {len(records)} records: with fewer than {LEAST} no shift can be seen")
    return BatchRecords(records, run, tuple(notes))


@dataclass(frozen=True, slots=True, eq=False)
class _Both:
    """Both batches, field by field."""

    columns: tuple[FieldColumn, ...]
    types: tuple[str | None, ...] | None
    records: list[Record]
    batches: Batches
    by_key: str | None
    notes: tuple[str, ...]

    def tests(self) -> Iterable[ShiftTest]:
        if self.types is not None and self.by_key is not None:
            yield from document_types(self.by_key, self.types, self.batches)
        for column in self.columns:
            yield from tests_of(column, self.batches)

    def mixes(
        self, tests: Sequence[ShiftTest], runs: Sequence[RunResult], f1: ChangeOfF1, by: Sequence[By], level: float
    ) -> list[UnderMix]:
        scores = np.concatenate([_f1_of(run) for run in runs])
        shifted = {one.path for one in tests if one.found and one.what != "loss"}
        known = {column.path: column for column in self.columns}
        groups: dict[str, Ints | None] = {}
        if self.types is not None and self.by_key in shifted:
            groups[self.by_key] = numbers_of(self.types)
        for path in [path for path in known if path in shifted] + [one for one in by if isinstance(one, str)]:
            if path in known:
                groups[path] = groups_of(known[path], len(self.records))
            elif any(path in record for record in self.records):
                groups[path] = numbers_of([_label(record.get(path)) for record in self.records])
            else:
                raise InputError(f"by: there is no field or key {path!r}.{did_you_mean(path, known)}")
            if groups[path] is None and path in by:
                raise InputError(f"by: {path!r} makes no groups of records: it is in an array, or always the same")
        for number, function in enumerate(one for one in by if callable(one)):
            name = getattr(function, "__name__", f"group {number + 1}")
            groups[name] = numbers_of([_label(function(record)) for record in self.records])
        found = [
            mix
            for path, numbers in groups.items()
            if numbers is not None and (mix := under_mix(path, numbers, scores, f1, self.batches, level)) is not None
        ]
        return sorted(found, key=lambda mix: -abs(mix.change))


def _label(value: Any) -> Hashable:
    return value if isinstance(value, Hashable) else repr(value)


def _both(tree: SchemaNode, sides: Sequence[BatchRecords], names: tuple[str, str], seed: int) -> _Both:
    records = [record for one in sides for record in one.records]
    parts = make_parts(tree, tree.id_field, records)
    in_a = np.arange(len(records)) < len(sides[0].records)
    listed = tuple(columns(parts, records))
    dealer = Dealer(seed, _PER_QUESTION * 3 * len(listed))
    notes = tuple(note for one in sides for note in one.notes)
    return _Both(listed, types_of(parts, len(records)), records, Batches(in_a, dealer, names), tree.by, notes)


def _adjusted(tests: Sequence[ShiftTest], level: float) -> tuple[ShiftTest, ...]:
    """Adjust p for all questions; what is found comes first, the largest effects before others."""
    adjusted = benjamini_hochberg([one.p for one in tests]).tolist() if tests else []
    filled = [replace(one, p_bh=p, found=p <= level) for one, p in zip(tests, adjusted, strict=True)]
    return tuple(sorted(filled, key=lambda one: (not one.found, -one.effect if one.found else one.p)))


def _change(runs: Sequence[RunResult], confidence: float) -> ChangeOfF1:
    a, b = (_f1_of(run) for run in runs)
    found = independent_difference(a, b, confidence)
    assert found is not None, "each batch has records"
    return ChangeOfF1(float(a.mean()), float(b.mean()), *found)


def _f1_of(run: RunResult) -> Any:
    return np.array([record.f1 for record in run.records], np.float64)
