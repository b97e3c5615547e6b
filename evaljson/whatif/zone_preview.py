"""What one variant would score if only a zone of the schema were edited: the work grows with the zone, not the run.

Many zones are scored at once. Each is then looked at as if it were the only one: what its fields were is taken off the
sums of the run, and what they are now is added.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.paths import above, is_below
from evaljson.evaluate import score_pairs
from evaljson.results.engine_results import EngineResults
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.scoring.kept_columns import KeptColumns
from evaljson.scoring.plan import KeptPlans
from evaljson.scoring.status import MATCH, NAMES
from evaljson.scoring.tallies import RecordFigures, Rows, Tallies, record_figures
from evaljson.whatif.field_index import FieldIndex, Sums
from evaljson.whatif.flipped import OneSide, become_wrong
from evaljson.whatif.gains import RecordGains, is_only_lenient, minus_losses
from evaljson.whatif.preview import refuse_other_id
from evaljson.whatif.touched import touched_paths
from evaljson.whatif.zone_sums import ZoneSums, figures_by_zone

_Seen = TypeVar("_Seen")
_CELLS = 1 << 18
"""Records times fields of the zones whose sums are made together, to bound memory."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """Results of several runs, and which rows of them are those of one run."""

    results: EngineResults
    index: FieldIndex
    """Of the rows of the run, its records numbered from 0."""
    at: Ints | None = None
    """The row of each among all; None: all of them."""


class _Zones:
    """Some zones of one run, before and after."""

    def __init__(self, run: RunResult, index: FieldIndex, scored: _Scored, fields: Sequence[Sequence[str]]) -> None:
        self.run, self.index, self.scored, self.fields = run, index, scored, fields
        self.old, self.new = ZoneSums(index, fields), ZoneSums(scored.index, fields)

    @cached_property
    def figures(self) -> RecordFigures:
        return figures_by_zone(self.run.tallies, self.old, self.new)

    @cached_property
    def gain(self) -> Floats:
        return self.figures.f1 - record_figures(*self.run.tallies.by_record()).f1


@dataclass(frozen=True, slots=True)
class WasWrong:
    """A result that is wrong and becomes right, as it is; without a reason, which takes longer than the rest."""

    path: str
    """Its instance path."""
    status: str
    gold_value: Any
    extracted_value: Any


class ZonePreview(RecordGains):
    """What one variant would score; see `zone_previews`."""

    def __init__(self, zones: _Zones, number: int) -> None:
        """Show one of the zones."""
        self.run = zones.run
        self._zones, self._number = zones, number
        self._fields = zones.fields[number]

    @cached_property
    def figures(self) -> RecordFigures:
        """Precision, recall and F1 of each record."""
        every, number = self._zones.figures, self._number
        return RecordFigures(every.precision[number], every.recall[number], every.f1[number])

    @cached_property
    def gain(self) -> Floats:
        """The F1 of each record under the edited schema, minus that before."""
        gain: Floats = self._zones.gain[self._number]
        return gain

    @cached_property
    def only_lenient(self) -> bool:
        """Whether the edit only lets more count as right: no field of any record loses score, and no result does."""
        zones, number = self._zones, self._number
        is_lenient = is_only_lenient(zones.new.minus_losses(number), zones.old.minus_losses(number))
        return is_lenient and not self.become_wrong

    @cached_property
    def become_wrong(self) -> int:
        """The number of results that are right before, and wrong under the edited schema."""
        return self.flipped(become_wrong)

    @property
    def not_judged(self) -> int:
        """The number of touched results that a judge must decide first; they are in no figure."""
        return self._zones.new.not_judged(self._number)

    def pooled(self, path: str) -> Sums:
        """Return S, G and E of all results at or below a path."""
        touched, index = frozenset(self._fields), self._zones.index
        stays = index.sums([field for field in index.below(path) if field not in touched])
        mine = np.array([is_below(field, path) for field in self._fields], np.bool_)
        score, gold, extracted = (
            kept + float(part[mine].sum())
            for kept, part in zip(stays, self._zones.new.by_field(self._number), strict=True)
        )
        return score, gold, extracted

    def gained(self, path: str) -> int:
        """Count the results at or below a path that become right, less those that no longer are."""
        mine = np.array([is_below(field, path) for field in self._fields], np.bool_)
        zones, number = self._zones, self._number
        return int((zones.new.matches(number) - zones.old.matches(number))[mine].sum())

    @cached_property
    def right_and_wrong(self) -> tuple[Ints, Ints]:
        """By record, how many more results are right, and how many more are wrong; fewer where negative."""
        zones, number = self._zones, self._number
        after, before = zones.new.right_and_wrong(number), zones.old.right_and_wrong(number)
        return after[0] - before[0], after[1] - before[1]

    def only_lenient_over(self, other: ZonePreview) -> bool:
        """Check the same as `only_lenient` against another preview of the run instead of the run itself."""
        fields = list(dict.fromkeys((*self._fields, *other._fields)))
        is_lenient = is_only_lenient(self._minus_losses_of(fields), other._minus_losses_of(fields))
        return is_lenient and not self.flipped(become_wrong, over=other)

    def flipped(
        self,
        look: Callable[[Sequence[OneSide], Sequence[OneSide], int], _Seen],
        path: str = "",
        over: ZonePreview | None = None,
    ) -> _Seen:
        """Look at the results at or below a path with a function of `flipped`, such as `become_right`: against the run,
        or against another preview of it."""
        fields = dict.fromkeys((*self._fields, *(() if over is None else over._fields)))
        below = [field for field in fields if is_below(field, path)]
        before = [self._of_run(below, below)] if over is None else over._parts(below)
        return look(before, self._parts(below), len(below))

    def _parts(self, fields: Sequence[str]) -> list[OneSide]:
        """Return the results of some fields under the edited schema."""
        numbers, scored = _numbered(fields), self._zones.scored
        touched = frozenset(self._fields)
        mine = self._zones.new.part(self._number, scored.results, scored.at, numbers)
        return [mine, self._of_run([field for field in fields if field not in touched], fields)]

    def _of_run(self, wanted: Sequence[str], fields: Sequence[str]) -> OneSide:
        """Return the results of the run at the `wanted` ones of some fields."""
        tallies, at = self._zones.index.part(wanted)
        return OneSide.of(self.run.table, tallies.rows, _numbered(fields), at)

    def _minus_losses_of(self, fields: Sequence[str]) -> Floats:
        """Return score minus the largest possible score of some fields under the edited schema, as records x fields."""
        touched = {field: place for place, field in enumerate(self._fields)}
        stays = [field for field in fields if field not in touched]
        mine, others = self._zones.new.minus_losses(self._number), minus_losses(self._zones.index.part(stays)[0])
        kept = {field: place for place, field in enumerate(stays)}
        columns = [mine[:, touched[field]] if field in touched else others[:, kept[field]] for field in fields]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self.run.records), 0))

    def become_right(self, records: Sequence[int]) -> dict[int, WasWrong]:
        """Return by record a result that is wrong and becomes right; records without one are left out."""
        right = self._right(records)
        if not right:
            return {}
        if not isinstance(self.run.table, EngineResults):
            every = {record: self._stored_one(record, right) for record in records}
            return {record: result for record, result in every.items() if result is not None}
        rows, of = self._zones.old.rows(self._number, records, is_right=False)
        first: dict[int, tuple[str, int]] = {}
        for record, path, row in zip(of, self.run.table.paths_at(rows), rows.tolist(), strict=True):
            if (record, path) in right:
                first.setdefault(record, (path, row))
        found = [record for record in records if record in first]
        values = self.run.table.values_at(np.array([first[record][1] for record in found], np.intp))
        return {record: WasWrong(first[record][0], *one) for record, one in zip(found, values, strict=True)}

    def _right(self, records: Sequence[int]) -> set[tuple[int, str]]:
        """Return record and instance path of the results that are right under the edited schema."""
        scored = self._zones.scored
        rows, of = self._zones.new.rows(self._number, records, is_right=True)
        return set(zip(of, scored.results.paths_at(rows if scored.at is None else scored.at[rows]), strict=True))

    def _stored_one(self, record: int, right: Container[tuple[int, str]]) -> WasWrong | None:
        wanted = frozenset(self._fields)
        pairs = zip(self.run.table.fields_of(record), self.run.table.field_results(record), strict=True)
        wrong = (result for field, result in pairs if field in wanted and result.status != NAMES[MATCH])
        first = next((result for result in wrong if (record, result.path) in right), None)
        return None if first is None else WasWrong(first.path, first.status, first.gold_value, first.extracted_value)


def _numbered(fields: Sequence[str]) -> dict[str, int]:
    """Number fields: all alike where there is a map, since the values of a property that becomes an entry of it go on
    under another field."""
    moves = any("*" in field for field in fields)
    return {field: 0 if moves else number for number, field in enumerate(fields)}


def zone_previews(
    runs: Sequence[tuple[RunResult, FieldIndex]],
    old: SchemaNode,
    new: SchemaNode,
    zones: Sequence[str],
    kept: KeptPlans | None = None,
    columns: KeptColumns | None = None,
) -> list[Iterator[ZonePreview]]:
    """Preview the edits of `new` in each of the zones as if they were the only ones; all are scored at once.

    Gives for each run the previews in the order of the zones. `runs` come with the index of their tallies; records of
    all of them are scored together, since small batches cost almost as much as large ones. Zones are schema paths from
    `Zones`: none is below another, and an edit in a zone touches nothing outside it; a single edit may also change what
    counts as missing, and then it is on its own. No weight may differ. No judge is called. For `kept`
    and `columns` see `score_pairs`. Raises InputError as `preview`.
    """
    refuse_other_id(old, new)
    touched = touched_paths(old, new)
    records = [record for run, _ in runs for record in run.records]
    gold, extracted = [record.gold for record in records], [record.extracted for record in records]
    scored = score_pairs(new, gold, extracted, touched, ask=False, kept=kept, columns=columns)
    parts = [touched] if len(zones) == 1 else _split(touched, zones)
    previews, first = [], 0
    for run, index in runs:
        mine = _of_records(scored, first, len(run.records))
        previews.append(_of_run(run, index, parts, mine))
        first += len(run.records)
    return previews


def _of_run(
    run: RunResult, index: FieldIndex, parts: Sequence[frozenset[str]], scored: _Scored
) -> Iterator[ZonePreview]:
    fields = [list(dict.fromkeys((*index.touched(part), *scored.index.touched(part)))) for part in parts]
    for some in _together(fields, len(run.records)):
        zones = _Zones(run, index, scored, some)
        yield from (ZonePreview(zones, number) for number in range(len(some)))


def _together(fields: Sequence[list[str]], records: int) -> Iterator[list[list[str]]]:
    """Yield the fields of zones whose sums are made together, in their order."""
    some: list[list[str]] = []
    cells = 0
    for zone in fields:
        cells += records * len(zone)
        if some and cells > _CELLS:
            yield some
            some, cells = [], records * len(zone)
        some.append(zone)
    yield some


def _of_records(results: EngineResults, first: int, count: int) -> _Scored:
    """Return the rows of some records, numbered from 0."""
    rows = results.tallies.rows
    if count == rows.records:
        return _Scored(results, FieldIndex(results.tallies))
    at = np.flatnonzero((rows.record >= first) & (rows.record < first + count))
    mine = Rows(
        rows.record[at] - first, rows.field[at], rows.status[at], rows.score[at], rows.weight[at], rows.fields, count
    )
    return _Scored(results, FieldIndex(Tallies(mine)), at)


def _split(touched: frozenset[str], zones: Sequence[str]) -> list[frozenset[str]]:
    """Return the touched paths of each zone."""
    by_zone: dict[str, set[str]] = {zone: set() for zone in zones}
    for path in touched:
        for around in above(path):
            if around in by_zone:
                by_zone[around].add(path)
    return [frozenset(by_zone[zone]) for zone in zones]
