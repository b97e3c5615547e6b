"""What one variant would score if only a zone of the schema were edited: the work grows with the zone, not the run.

Many zones are scored at once. Each is then looked at as if it were the only one: what its fields were is taken off the
sums of the run, and what they are now is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.paths import above, is_below
from evaljson.evaluate import score_pairs
from evaljson.results.engine_results import EngineResults
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.scoring.plan import KeptPlans
from evaljson.scoring.status import BATCH_ERROR, MATCH, NAMES
from evaljson.scoring.tallies import RecordFigures, Tallies, record_figures
from evaljson.whatif.field_index import FieldIndex, Sums
from evaljson.whatif.preview import most_first, refuse_other_id
from evaljson.whatif.touched import touched_paths

_ROUNDING = 1e-12
"""Differences up to this are rounding errors, of a gain or relative to a sum."""


class ZonePreview:
    """What one variant would score; see `zone_previews`."""

    def __init__(
        self, run: RunResult, index: FieldIndex, touched: frozenset[str], scored: EngineResults, fresh: FieldIndex
    ) -> None:
        """Take the rows of the touched fields, as they were and as they are."""
        self.run = run
        self._index, self._scored = index, scored
        self._fields = list(dict.fromkeys((*index.touched(touched), *fresh.touched(touched))))
        self._old, self._new = index.part(self._fields), fresh.part(self._fields)

    @cached_property
    def figures(self) -> RecordFigures:
        """Precision, recall and F1 of each record."""
        every = zip(self.run.tallies.by_record(), self._old.by_record(), self._new.by_record(), strict=True)
        return record_figures(*(_replaced(*parts) for parts in every))

    @cached_property
    def _gain(self) -> Floats:
        return self.figures.f1 - record_figures(*self.run.tallies.by_record()).f1

    @cached_property
    def up(self) -> Ints:
        """Places of the records whose F1 rises, most first."""
        return most_first(self._gain)

    @cached_property
    def down(self) -> Ints:
        """Places of the records whose F1 falls, most first."""
        return most_first(-self._gain)

    @cached_property
    def only_lenient(self) -> bool:
        """Whether the edit only lets more count as right: no field of any record loses score."""
        gains = _losses(self._new) - _losses(self._old)
        return bool((gains > _ROUNDING).any() and (gains > -_ROUNDING).all())

    @property
    def not_judged(self) -> int:
        """The number of touched results that a judge must decide first; they are in no figure."""
        return int(self._new.counts[BATCH_ERROR])

    def pooled(self, path: str) -> Sums:
        """Return S, G and E of all results at or below a path."""
        touched = frozenset(self._fields)
        stays = self._index.sums([field for field in self._index.below(path) if field not in touched])
        mine = np.array([is_below(field, path) for field in self._fields], np.bool_)
        score, gold, extracted = (
            kept + float(part[mine].sum()) for kept, part in zip(stays, self._new.by_field(), strict=True)
        )
        return score, gold, extracted

    def gained(self, path: str) -> int:
        """Count the results at or below a path that become right, less those that no longer are."""
        mine = np.array([is_below(field, path) for field in self._fields], np.bool_)
        new, old = (int((mine[part.rows.field] & (part.rows.status == MATCH)).sum()) for part in (self._new, self._old))
        return new - old

    def becomes_right(self, record: int) -> FieldResult | None:
        """Return a result of the record that is wrong and becomes right, as it is."""
        new = self._new_results
        right = {path for path, _ in _rows_of(new, record, is_right=True)}
        if isinstance(self.run.table, EngineResults):
            old = self._old_results
            row = next((row for path, row in _rows_of(old, record, is_right=False) if path in right), None)
            return None if row is None else old.some(np.array([row]))[0]
        wanted = frozenset(self._fields)
        pairs = zip(self.run.table.fields_of(record), self.run.table.field_results(record), strict=True)
        wrong = (result for field, result in pairs if field in wanted and result.status != NAMES[MATCH])
        return next((result for result in wrong if result.path in right), None)

    @cached_property
    def _new_results(self) -> EngineResults:
        return self._scored.at(self._fields)

    @cached_property
    def _old_results(self) -> EngineResults:
        assert isinstance(self.run.table, EngineResults)
        return self.run.table.at(self._fields)


def _rows_of(results: EngineResults, record: int, *, is_right: bool) -> list[tuple[str, int]]:
    """Return instance path and row of the results of a record that are right, or are not."""
    rows = results.tallies.rows
    at = np.flatnonzero((rows.record == record) & ((rows.status == MATCH) == is_right))
    return list(zip(results.paths_at(at), at.tolist(), strict=True))


def zone_previews(
    run: RunResult,
    index: FieldIndex,
    old: SchemaNode,
    new: SchemaNode,
    zones: Sequence[str],
    kept: KeptPlans | None = None,
) -> Iterator[ZonePreview]:  # fmt: skip
    """Preview the edits of `new` in each of the zones as if they were the only ones; all are scored at once.

    `index` is of the run's tallies. Zones are schema paths from `Zones`: none is below another, and an edit in a zone
    touches nothing outside it; a single edit may also change what counts as missing, and then it is on its own. No
    weight may differ. No judge is called. For `kept` see `score_pairs`. Raises InputError as `preview`.
    """
    refuse_other_id(old, new)
    touched = touched_paths(old, new)
    gold, extracted = [record.gold for record in run.records], [record.extracted for record in run.records]
    scored = score_pairs(new, gold, extracted, touched, ask=False, kept=kept)
    fresh = FieldIndex(scored.tallies)
    parts = [touched] if len(zones) == 1 else _split(touched, zones)
    return (ZonePreview(run, index, part, scored, fresh) for part in parts)


def _split(touched: frozenset[str], zones: Sequence[str]) -> list[frozenset[str]]:
    """Return the touched paths of each zone."""
    by_zone: dict[str, set[str]] = {zone: set() for zone in zones}
    for path in touched:
        for around in above(path):
            if around in by_zone:
                by_zone[around].add(path)
    return [frozenset(by_zone[zone]) for zone in zones]


def _replaced(whole: Floats, old: Floats, new: Floats) -> Floats:
    """Return sums with a part of them replaced; what only rounding leaves is nothing."""
    sums = whole + (new - old)
    return np.where(sums <= _ROUNDING * whole, 0.0, sums)


def _losses(part: Tallies) -> Floats:
    """Return score minus the largest possible score, as records x fields."""
    score, gold, extracted = part.by_record_and_field()
    loss: Floats = 2 * score - gold - extracted
    return loss
