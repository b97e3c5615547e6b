"""What one variant would score under an edited schema: figures, and results that change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Protocol

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.base.errors import InputError
from evaljson.base.paths import is_below
from evaljson.evaluate import Record, score_pairs
from evaljson.results.aggregate import means, per_field
from evaljson.results.engine_results import EngineResults, numbered
from evaljson.results.field_result import FieldAggregation, FieldResult
from evaljson.results.model import RunResult
from evaljson.results.protocol import Results
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.scoring.judging import Judging
from evaljson.scoring.status import BATCH_ERROR, MATCH
from evaljson.scoring.tallies import Rows, Tallies, record_figures
from evaljson.whatif.flipped import OneSide, become_wrong, no_longer_counted
from evaljson.whatif.gains import RecordGains, is_only_lenient, minus_losses
from evaljson.whatif.regrouped import Container, Regrouped, containers, regrouped
from evaljson.whatif.touched import touched_paths
from evaljson.whatif.weights import weights_under

_A_ROW, _A_FRESH_ROW = 25, 100
"""Bytes of a row: its numbers; and for a row that was scored again also its columns, codes and reasons."""
_NONE = -1
"""Code of fields that are not wanted."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one variant; None where undefined."""

    mean_f1: float | None
    mean_precision: float | None
    mean_recall: float | None
    pooled_f1: float | None
    pooled_precision: float | None
    pooled_recall: float | None


@dataclass(frozen=True, slots=True)
class Flip:
    """A result that changes under the edited schema; None on a side without it."""

    record: int
    """Its place in the run's records."""
    path: str
    before: FieldResult | None
    after: FieldResult | None


class Preview(RecordGains):
    """What one variant would score under an edited schema; see `preview`."""

    def __init__(
        self,
        run: RunResult,
        touched: frozenset[str],
        tallies: Tallies,
        fresh: EngineResults | None,
        containers: Mapping[str, tuple[Container, bool]],
    ) -> None:
        self.run, self.touched, self.tallies = run, touched, tallies
        self._fresh, self._containers = fresh, containers

    @cached_property
    def f1(self) -> Floats:
        """The F1 of each record under the edited schema."""
        return record_figures(*self.tallies.by_record()).f1

    @cached_property
    def gain(self) -> Floats:
        """The F1 of each record under the edited schema, minus that before."""
        gain: Floats = self.f1 - record_figures(*self.run.tallies.by_record()).f1
        return gain

    @cached_property
    def before(self) -> Figures:
        """The figures of the run."""
        return _figures(self.run.tallies)

    @cached_property
    def after(self) -> Figures:
        """The figures under the edited schema."""
        return _figures(self.tallies)

    @cached_property
    def fields(self) -> Mapping[str, tuple[FieldAggregation | None, FieldAggregation | None]]:
        """(before, after) of each field that the edit touches and that has results before or after it."""
        old, new = per_field(self.run.tallies), per_field(self.tallies)
        names = [path for path in dict.fromkeys((*old, *new)) if _is_touched(path, self.touched)]
        return {path: (old.get(path), new.get(path)) for path in names}

    @cached_property
    def only_lenient(self) -> bool:
        """Whether the edit only lets more count as right: no field of any record loses score, and no result does."""
        paths = self._paths
        is_lenient = is_only_lenient(_minus_losses(self.tallies, paths), _minus_losses(self.run.tallies, paths))
        return is_lenient and not self.become_wrong

    @cached_property
    def become_wrong(self) -> int:
        """The number of results that are right before, and wrong under the edited schema."""
        return self._moved(become_wrong)

    @cached_property
    def uncounted(self) -> int:
        """The number of results that are right before, and under the edited schema neither right nor wrong in F1: not
        scored any more, or of weight 0. Results of weight 0 before are not among them, nor those of `regrouped`."""
        return self._moved(no_longer_counted, [one.path for one in self.regrouped]) + self._weighed_out

    @cached_property
    def reweighted(self) -> int:
        """The number of fields whose results have other weights."""
        before, after = _weights(self.run.tallies.rows), _weights(self.tallies.rows)
        return sum(before[path] != after[path] for path in before.keys() & after.keys())

    @cached_property
    def regrouped(self) -> list[Regrouped]:
        """What is compared as a whole under the edited schema instead of by its parts, or the reverse."""
        return regrouped(self._containers, self.run.tallies.rows, self.tallies.rows)

    @property
    def _weighed_out(self) -> int:
        """The number of right results of which the edit changes the weight alone, to 0."""
        rows = self.run.tallies.rows
        kept = _untouched(rows, self.touched)
        weight = self.tallies.rows.weight[: int(kept.sum())]  # as _merged puts them
        return int(((rows.status[kept] == MATCH) & (rows.weight[kept] > 0) & (weight == 0)).sum())

    def _moved(
        self, count: Callable[[Sequence[OneSide], Sequence[OneSide], int], int], without: Sequence[str] = ()
    ) -> int:
        if self._fresh is None:
            return 0
        old, new = (_with_rows(each.tallies.rows) for each in (self.run.table, self._fresh))
        # A property that is dropped becomes an entry of the map beside it: its values go on under another field.
        moves = any("*" in path for path in new) and any((path in old) is not (path in new) for path in self._paths)
        paths = [path for path in self._paths if not any(is_below(path, left_out) for left_out in without)]
        numbers = {path: 0 if moves else number for number, path in enumerate(paths)}
        before, after = (OneSide.of(each, each.tallies.rows, numbers) for each in (self.run.table, self._fresh))
        return count([before], [after], len(numbers))

    @cached_property
    def _paths(self) -> list[str]:
        """The touched fields that have results before or after."""
        fields = (*self.run.tallies.rows.fields, *self.tallies.rows.fields)
        return [path for path in numbered(fields) if _is_touched(path, self.touched)]

    def flips(self, record: int) -> list[Flip]:
        """Return the results of one record whose status or score changes, in the order of the record view."""
        before, after = _by_path(self.run.table, record, self.touched), {}
        if self._fresh is not None:
            after = _by_path(self._fresh, record, self.touched)
        flips = [Flip(record, path, before.get(path), after.get(path)) for path in dict.fromkeys((*before, *after))]
        return [flip for flip in flips if _outcome(flip.before) != _outcome(flip.after)]

    @property
    def size(self) -> int:
        """Approximate bytes of memory, without the run."""
        fresh = 0 if self._fresh is None else len(self._fresh.tallies.rows.record)
        return len(self.tallies.rows.record) * _A_ROW + fresh * _A_FRESH_ROW

    @property
    def not_judged(self) -> int:
        """The number of touched results that a judge must decide first; they are in no figure."""
        return 0 if self._fresh is None else int(self._fresh.tallies.counts[BATCH_ERROR])


def _with_rows(rows: Rows) -> frozenset[str]:
    """Return the fields that have any result."""
    return frozenset(rows.fields[field] for field in np.unique(rows.field).tolist())


class Leniency(Protocol):
    """What of a preview tells whether it is only lenient."""

    @property
    def up(self) -> Ints:
        """Places of the records whose F1 rises."""

    @property
    def down(self) -> Ints:
        """Places of the records whose F1 falls."""

    @property
    def only_lenient(self) -> bool:
        """Whether the edit only lets more count as right."""

    @property
    def become_wrong(self) -> int:
        """Results that are right before it, and wrong after it."""


def all_lenient(every: Iterable[Leniency]) -> bool:
    """Check whether more counts as right is all that changes; previews in which nothing changes do not matter."""
    changed, others = list[Leniency](), list[Leniency]()
    for preview in every:
        moves = len(preview.up) or len(preview.down) or preview.only_lenient
        (changed if moves else others).append(preview)
    if not changed or not all(preview.only_lenient for preview in changed):
        return False
    return not any(preview.become_wrong for preview in others)


def preview(
    run: RunResult, old: SchemaNode, new: SchemaNode, ask: bool = False, judge: Judging | None = None
) -> Preview:
    """Compute what `run`, scored under `old`, would be under `new`. Only fields that the edit touches are scored again.

    Paid comparators are called only with `ask`. `judge` decides fields under `semantic`: pass one that only uses stored
    verdicts to send no request. Raises InputError where `new` has another record id: then records pair differently, and
    everything must be scored.
    """
    refuse_other_id(old, new)
    touched = touched_paths(old, new)
    return _with(run, new, touched, _scored(run, new, touched, ask, judge), containers(old, new))


def preview_of_others(
    run: RunResult, tree: SchemaNode, extracted: Sequence[Record | None], touched: frozenset[str]
) -> Preview:
    """Compute what `run`, scored under `tree`, would be with other extracted records, paired as it was.

    They may differ at or below the paths `touched` only, which are scored again. Paid comparators are not called.
    """
    gold = [record.gold for record in run.records]
    return _with(run, tree, touched, score_pairs(tree, gold, extracted, touched, ask=False) if touched else None)


def refuse_other_id(old: SchemaNode, new: SchemaNode) -> None:
    """Raise InputError where the record id differs: nothing can be compared record by record."""
    if old.id_field != new.id_field:
        raise InputError("another record id pairs the records differently: apply it to see what it does", "x-eval-id")


def _scored(
    run: RunResult, new: SchemaNode, touched: frozenset[str], ask: bool, judge: Judging | None = None
) -> EngineResults | None:
    if not touched:
        return None
    gold, extracted = [record.gold for record in run.records], [record.extracted for record in run.records]
    return score_pairs(new, gold, extracted, touched, ask, judge)


def _with(
    run: RunResult,
    new: SchemaNode,
    touched: frozenset[str],
    scored: EngineResults | None,
    found: Mapping[str, tuple[Container, bool]] = MappingProxyType({}),
) -> Preview:
    """Build the preview: touched fields as they were scored again, the others as they were."""
    fresh = scored.of_fields(lambda path: _is_touched(path, touched)) if scored is not None and touched else None
    return Preview(run, touched, _merged(run, new, touched, fresh), fresh, found)


def _merged(run: RunResult, new: SchemaNode, touched: frozenset[str], fresh: EngineResults | None) -> Tallies:
    """Merge the run's untouched rows, with their weights under `new`, and the fresh rows."""
    old = run.tallies.rows
    kept = _untouched(old, touched)
    record, field = old.record[kept], old.field[kept]
    roots = [schema_of(new, scored.gold) for scored in run.records] if new.by is not None else None
    weight = weights_under(new, roots, old.fields, field, record) if len(field) else np.zeros(0)
    if fresh is None:
        return Tallies(Rows(record, field, old.status[kept], old.score[kept], weight, old.fields, old.records))
    added = fresh.tallies.rows
    code = numbered((*old.fields, *added.fields))
    renumbered = np.array([code[path] for path in added.fields], np.int32)
    return Tallies(
        Rows(
            np.concatenate([record, added.record]),
            np.concatenate([field, renumbered[added.field] if len(added.field) else added.field]),
            np.concatenate([old.status[kept], added.status]),
            np.concatenate([old.score[kept], added.score]),
            np.concatenate([weight, added.weight]),
            list(code),
            old.records,
        )
    )


def _untouched(rows: Rows, touched: frozenset[str]) -> Bools:
    """Mark the rows that are not scored again."""
    stays = np.array([not _is_touched(path, touched) for path in rows.fields], np.bool_)
    kept: Bools = stays[rows.field] if rows.fields else np.zeros(0, np.bool_)
    return kept


def _weights(rows: Rows) -> dict[str, set[float]]:
    """Return by field the weights that its results have: one for each document type."""
    weights, number = np.unique(rows.weight, return_inverse=True)
    cells = np.unique(rows.field.astype(np.int64) * max(len(weights), 1) + number)
    found: dict[str, set[float]] = {}
    for cell in cells.tolist():
        field, weight = divmod(cell, len(weights))
        found.setdefault(rows.fields[field], set()).add(float(weights[weight]))
    return found


def _figures(tallies: Tallies) -> Figures:
    return Figures(**means(tallies, record_figures(*tallies.by_record())))


def _minus_losses(tallies: Tallies, paths: Sequence[str]) -> Floats:
    """Return them as records x these fields; 0 where a field has no result."""
    rows, code = tallies.rows, {path: number for number, path in enumerate(paths)}
    number = np.array([code.get(path, _NONE) for path in rows.fields], np.int32)
    field = number[rows.field] if rows.fields else rows.field
    chosen = field != _NONE
    part = Rows(
        rows.record[chosen],
        field[chosen],
        rows.status[chosen],
        rows.score[chosen],
        rows.weight[chosen],
        list(paths),
        rows.records,
    )
    return minus_losses(Tallies(part))


def _by_path(results: Results, record: int, touched: frozenset[str]) -> dict[str, FieldResult]:
    pairs = zip(results.fields_of(record), results.field_results(record), strict=True)
    return {result.path: result for path, result in pairs if _is_touched(path, touched)}


def _outcome(result: FieldResult | None) -> tuple[str, float] | None:
    return None if result is None else (result.status, result.score)


def _is_touched(path: str, touched: frozenset[str]) -> bool:
    """Check whether results at a path may differ: at or below a touched path, or at a container around it, which gets a
    result itself where nothing inside it leads to one."""
    return any(is_below(path, touched_path) or is_below(touched_path, path) for touched_path in touched)
