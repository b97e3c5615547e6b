"""What a history shows beside its runs: results that were known by then, and what files had to do with it.

Going back to an earlier state scores nothing again where its runs are stored. So a round of scoring alone would show
some variants and not others, whose figures moved just as much.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from evaljson.report.history.trend import SCHEMA, Point, Round, Trend, basis_of, changed_parts, of_same_records
from evaljson.store import Event, Run

_THERE: Final = {"added variant": True, "undeleted variant": True, "deleted variant": False}


class FilesOverTime:
    """Which file each variant had, and whether it was there, from what happened to it."""

    def __init__(self, events: Iterable[Event], files: Mapping[str, str]) -> None:
        """Take the history of an evaluation, and the dataset that each variant has now, by its id."""
        self._files = files
        self._changes: dict[str, list[tuple[datetime, str]]] = {}
        self._there: dict[str, list[tuple[datetime, bool]]] = {}
        for event in sorted(events, key=lambda one: one.moment):
            variant = event.detail.get("variant")
            if variant is not None and event.what in _THERE:
                self._there.setdefault(variant, []).append((event.moment, _THERE[event.what]))
            is_of_file = event.detail.get("file") or event.detail.get("ids")
            if event.what == "changed variant" and variant is not None and is_of_file:
                self._changes.setdefault(variant, []).append((event.moment, event.detail["before"][1]))

    def changed(self, variant: str, after: datetime, until: datetime) -> bool:
        """Check whether it was added or got another file between two moments."""
        came = [moment for moment, is_there in self._there.get(variant, ()) if is_there]
        return any(after < moment <= until for moment in (*came, *(one for one, _ in self._changes.get(variant, ()))))

    def at(self, variant: str, moment: datetime) -> str | None:
        """Return the dataset that it had; None where it was not there."""
        there = self._there.get(variant, [])
        states = [is_there for when, is_there in there if when <= moment]
        if not (states[-1] if states else not there):
            return None
        return next((before for when, before in self._changes.get(variant, ()) if when > moment), self._files[variant])


@dataclass(slots=True)
class _State:
    """A round as it is built."""

    when: datetime
    version: int
    basis: dict[str, Any]
    points: list[Point] = field(default_factory=list)
    is_scored: bool = True


def with_reused(
    of: Trend,
    runs: Iterable[Run],
    variants: Mapping[str, str],
    current: Collection[str],
    files: FilesOverTime,
    latest: datetime | None,
) -> Trend:
    """Add to each round the results that were known by then, and rounds in which all of them were.

    `variants`, `runs` and `current` are those of the trend; `latest` is when something happened last.
    """
    points, every = {point.run: point for point in of.scored()}, sorted(runs, key=lambda run: (run.created, run.id))
    stored, again = [run for run in every if run.id in points], of_same_records(every)
    by_id = {run.id: run for run in stored}
    states = [_State(one.when, one.version, basis_of(by_id[one.points[0].run]), list(one.points)) for one in of.rounds]
    known = _Known.of(stored, {run.extracted: _file(run) for run in every if "extracted" in run.signature})
    states = sorted([*states, *_of_versions(of, stored, states)], key=lambda state: state.when)
    for state in states:
        _fill(state, known, points, variants, files)
    states = [state for state in states if state.points]
    shown = [by_id[run] for run in (again.get(one, one) for one in current) if run in by_id]
    if latest is not None and states and latest > states[-1].when:
        states += _as_now(shown, states[-1], points, latest)
    return replace(of, rounds=tuple(_rounds(states, by_id)))


def _of_versions(of: Trend, stored: Sequence[Run], states: Sequence[_State]) -> list[_State]:
    """Return a state for each version of the schema under which nothing was scored, since it was all known."""
    scored, found = {run.schema_number for run in stored}, list[_State]()
    for number, version in of.versions.items():
        known = [run for run in stored if run.created < version.created and _means(of, run) == version.meaning]
        # Those found so far among them: after two ways back, the last one scored is none of what was before.
        before = [state for state in (*states, *found) if state.when <= version.created]
        if number in scored or not known or not before:
            continue
        last = max(before, key=lambda state: state.when).basis
        basis = {**last, SCHEMA: basis_of(known[-1])[SCHEMA]}
        if basis != last:
            found.append(_State(version.created, number, basis, is_scored=False))
    return found


def _means(of: Trend, run: Run) -> str | None:
    version = of.versions.get(run.schema_number)
    return None if version is None else version.meaning


@dataclass(frozen=True, slots=True)
class _Known:
    """Runs by variant, oldest first, and what each rests on, by its id."""

    by_variant: Mapping[str, Sequence[Run]]
    basis: Mapping[str, dict[str, Any]]
    records: Mapping[str, Any]
    """By the id of a dataset, what tells its records: two files may hold the same ones."""

    @classmethod
    def of(cls, stored: Sequence[Run], records: Mapping[str, Any]) -> _Known:
        by_variant = dict[str, list[Run]]()
        for run in stored:
            by_variant.setdefault(run.variant, []).append(run)
        return cls(by_variant, {run.id: basis_of(run) for run in stored}, records)

    def last(self, variant: str, state: _State, file: str | None) -> Run | None:
        """Return the last run of a variant before a state that rests on the same, over this file."""
        runs = reversed(self.by_variant.get(variant, ()))
        of_file = None if file is None else self.records.get(file, file)
        before = (run for run in runs if run.created < state.when and _file(run) == of_file)
        return next((run for run in before if self.basis[run.id] == state.basis), None)


def _fill(
    state: _State, known: _Known, points: Mapping[str, Point], variants: Mapping[str, str], files: FilesOverTime
) -> None:
    """Add the variants whose result was known."""
    there = {point.variant for point in state.points}
    for variant in (one for one, name in variants.items() if name not in there):
        run = known.last(variant, state, files.at(variant, state.when))
        if run is not None:
            state.points.append(_reused(points[run.id]))


def _reused(point: Point) -> Point:
    return replace(point, changed=(), as_on=point.when, is_new_file=False, has_answers=False, is_reused=True)


def _as_now(shown: Sequence[Run], last: _State, points: Mapping[str, Point], latest: datetime) -> list[_State]:
    """Return what is shown now where the last state is another one: options were taken back, or a file."""
    there = {point.run for point in last.points}
    bases = [basis_of(run) for run in shown]
    if not shown or all(run.id in there for run in shown) or any(basis != bases[0] for basis in bases):
        return []
    version = max(run.schema_number for run in shown) if bases[0][SCHEMA] != last.basis[SCHEMA] else last.version
    return [_State(latest, version, bases[0], [_reused(points[run.id]) for run in shown], is_scored=False)]


def _rounds(states: Sequence[_State], by_id: Mapping[str, Run]) -> list[Round]:
    rounds, had = list[Round](), dict[str, Any]()
    for number, state in enumerate(states):
        before = states[:number]
        changed = changed_parts(state.basis, before[-1].basis) if before else ()
        as_on = next((one.when for one in before[::-1] if one.basis == state.basis), None) if changed else None
        now = {point.variant: _file(by_id[point.run]) for point in state.points}
        added = tuple(name for name in now if before and name not in had)
        other = tuple(name for name, file in now.items() if name in had and had[name] != file)
        became = None if state.is_scored else (state.when, state.version)
        rounds.append(Round(tuple(state.points), changed, as_on, added, other, became))
        had.update(now)
    return rounds


def _file(run: Run) -> Any:
    return run.signature.get("extracted", run.extracted)
