"""What one variant would score if only a zone of the schema were edited: the work grows with the zone, not the run.

Many zones are scored at once. Each is then looked at as if it were the only one: what its fields were is taken off the
sums of the run, and what they are now is added.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.base.paths import above, is_below
from evaljson.evaluate import score_pairs
from evaljson.results.engine_results import EngineResults
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.scoring.plan import KeptPlans
from evaljson.scoring.status import BATCH_ERROR, MATCH, NAMES
from evaljson.scoring.tallies import RecordFigures, Rows, Tallies, record_figures
from evaljson.whatif.field_index import FieldIndex, Sums
from evaljson.whatif.gains import ROUNDING, RecordGains, is_only_lenient, minus_losses
from evaljson.whatif.preview import refuse_other_id
from evaljson.whatif.touched import touched_paths


@dataclass(frozen=True, slots=True)
class _Scored:
    """Results of several runs, and where the records of one of them begin."""

    results: EngineResults
    first: int = 0


class ZonePreview(RecordGains):
    """What one variant would score; see `zone_previews`."""

    def __init__(
        self, run: RunResult, index: FieldIndex, touched: frozenset[str], scored: _Scored, fresh: FieldIndex
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
    def gain(self) -> Floats:
        """The F1 of each record under the edited schema, minus that before."""
        return self.figures.f1 - record_figures(*self.run.tallies.by_record()).f1

    @cached_property
    def only_lenient(self) -> bool:
        """Whether the edit only lets more count as right: no field of any record loses score."""
        return is_only_lenient(minus_losses(self._new), minus_losses(self._old))

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

    def become_right(self, records: Sequence[int]) -> dict[int, FieldResult]:
        """Return by record a result that is wrong and becomes right, as it is; records without one are left out."""
        right = {place for place, _ in _rows_of(self._new_results, records, self._scored.first, is_right=True)}
        if isinstance(self.run.table, EngineResults):
            first: dict[int, int] = {}
            for place, row in _rows_of(self._old_results, records, 0, is_right=False):
                if place in right:
                    first.setdefault(place[0], row)
            found = [record for record in records if record in first]
            results = self._old_results.some(np.array([first[record] for record in found], np.intp))
            return dict(zip(found, results, strict=True))
        every = {record: self._stored_one(record, right) for record in records}
        return {record: result for record, result in every.items() if result is not None}

    def _stored_one(self, record: int, right: Container[tuple[int, str]]) -> FieldResult | None:
        wanted = frozenset(self._fields)
        pairs = zip(self.run.table.fields_of(record), self.run.table.field_results(record), strict=True)
        wrong = (result for field, result in pairs if field in wanted and result.status != NAMES[MATCH])
        return next((result for result in wrong if (record, result.path) in right), None)

    @cached_property
    def _new_results(self) -> EngineResults:
        return self._scored.results.at(self._fields)

    @cached_property
    def _old_results(self) -> EngineResults:
        assert isinstance(self.run.table, EngineResults)
        return self.run.table.at(self._fields)


def _rows_of(
    results: EngineResults, records: Sequence[int], first: int, *, is_right: bool
) -> list[tuple[tuple[int, str], int]]:
    """Return (record, instance path) and row of the results of some records that are right, or are not; those of the
    run begin at the record `first`."""
    rows = results.tallies.rows
    wanted = np.isin(rows.record, np.asarray(records, np.intp) + first)
    at = np.flatnonzero(wanted & ((rows.status == MATCH) == is_right))
    places = zip((rows.record[at] - first).tolist(), results.paths_at(at), strict=True)
    return list(zip(places, at.tolist(), strict=True))


def zone_previews(
    runs: Sequence[tuple[RunResult, FieldIndex]],
    old: SchemaNode,
    new: SchemaNode,
    zones: Sequence[str],
    kept: KeptPlans | None = None,
) -> list[Iterator[ZonePreview]]:
    """Preview the edits of `new` in each of the zones as if they were the only ones; all are scored at once.

    Gives for each run the previews in the order of the zones. `runs` come with the index of their tallies; records of
    all of them are scored together, since small batches cost almost as much as large ones. Zones are schema paths from
    `Zones`: none is below another, and an edit in a zone touches nothing outside it; a single edit may also change what
    counts as missing, and then it is on its own. No weight may differ. No judge is called. For `kept` see
    `score_pairs`. Raises InputError as `preview`.
    """
    refuse_other_id(old, new)
    touched = touched_paths(old, new)
    records = [record for run, _ in runs for record in run.records]
    gold, extracted = [record.gold for record in records], [record.extracted for record in records]
    scored = score_pairs(new, gold, extracted, touched, ask=False, kept=kept)
    parts = [touched] if len(zones) == 1 else _split(touched, zones)
    previews, first = [], 0
    for run, index in runs:
        fresh = FieldIndex(_of_records(scored.tallies, first, len(run.records)))
        previews.append(_of_run(run, index, parts, _Scored(scored, first), fresh))
        first += len(run.records)
    return previews


def _of_run(
    run: RunResult, index: FieldIndex, parts: Sequence[frozenset[str]], scored: _Scored, fresh: FieldIndex
) -> Iterator[ZonePreview]:
    return (ZonePreview(run, index, part, scored, fresh) for part in parts)


def _of_records(tallies: Tallies, first: int, count: int) -> Tallies:
    """Return the rows of some records, numbered from 0."""
    rows = tallies.rows
    if count == rows.records:
        return tallies
    at = np.flatnonzero((rows.record >= first) & (rows.record < first + count))
    return Tallies(
        Rows(
            rows.record[at] - first,
            rows.field[at],
            rows.status[at],
            rows.score[at],
            rows.weight[at],
            rows.fields,
            count,
        )
    )


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
    return np.where(sums <= ROUNDING * whole, 0.0, sums)
