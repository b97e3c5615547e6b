"""The stored runs of an evaluation as a history: which can be compared with which, and what changed between them.

Runs are put into rounds: in a round all rest on the same gold, schema, options, judge and software, and no variant has
two.
Within a variant, runs that rest on the same can be joined, also where others lie between them: only its file is
another. Figures that leave out what nobody has judged yet are no measure of those of the same variant that have it all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from evaljson.store import DATASETS, Run, SchemaVersion

_SOFTWARE: Final = ("engine", "libraries", "plug_ins", "post_process")
GOLD, SCHEMA, OPTIONS, JUDGE, SOFTWARE = "gold", "schema", "options", "judge", "software"
ANSWERS: Final = "judge's answers"
_NAMED: Final = 2
"""Variants that are named at most, of those that were added or have another file."""


@dataclass(frozen=True, slots=True)
class Point:
    """A run."""

    run: str
    variant: str
    """Its name now."""
    f1: float | None
    """0..1; None for a run without records."""
    precision: float | None
    recall: float | None
    records: int
    when: datetime
    who: str
    version: int
    """Number of the schema version."""
    basis: int
    """Runs of a variant with the same number can be compared."""
    changed: tuple[str, ...]
    """What is other than in the run of this variant before it, as in a round; empty if there is none, or if an earlier
    run can be compared with it."""
    as_on: datetime | None
    """When the last run that can be compared with it was scored, if other runs of this variant lie between."""
    is_new_file: bool
    """Whether that run, or else the run of this variant before it, was of other extracted records."""
    f1_before: float | None
    """Of that run where it is of other records and can be compared: the file alone has moved F1 since."""
    has_answers: bool
    """Whether it alone, or the run of this variant before it alone, leaves out values that nobody has judged."""
    is_current: bool
    """Whether it is what the other pages show."""
    is_reused: bool = False
    """Whether it was scored before this round, and is its result all the same; see reused.py."""


@dataclass(frozen=True, slots=True)
class Round:
    """Runs that can be compared."""

    points: tuple[Point, ...]
    """At least one; those that are reused come last."""
    changed: tuple[str, ...]
    """What is other than in the round before: of gold, schema, options, judge, software; empty: a file or nothing."""
    as_on: datetime | None = None
    """When the last round with the same gold, schema, options, judge and software began, if others lie between."""
    added: tuple[str, ...] = ()
    """Variants that no round before has."""
    other_files: tuple[str, ...] = ()
    """Variants whose file is another one than in the last round before that has them."""
    became: tuple[datetime, int] | None = None
    """When an earlier state came back and under which schema version, where nothing had to be scored for it."""

    @property
    def breaks(self) -> tuple[str, ...]:
        """What keeps points from being compared with the round before: all, or those that are judged meanwhile."""
        return (*self.changed, *([ANSWERS] if any(point.has_answers for point in self.points) else []))

    @property
    def files(self) -> tuple[str, ...]:
        """Say which variants are new, and of which the file is another one: `B added`, `file of A`."""
        many = f"{len(self.added):,} variants added", f"files of {len(self.other_files):,} variants"
        added = [f"{name} added" for name in self.added] if len(self.added) <= _NAMED else [many[0]]
        other = [f"file of {name}" for name in self.other_files] if len(self.other_files) <= _NAMED else [many[1]]
        return (*added, *other)

    @property
    def version(self) -> int:
        """The schema version of its first run."""
        return self.points[0].version if self.became is None else self.became[1]

    @property
    def when(self) -> datetime:
        """When its first run was scored."""
        return self.points[0].when if self.became is None else self.became[0]


@dataclass(frozen=True, slots=True)
class Trend:
    """The history of an evaluation."""

    rounds: tuple[Round, ...]
    """Oldest first."""
    failed: int
    """Runs without figures, since the variant could not be scored."""
    versions: Mapping[int, SchemaVersion]

    def points(self) -> list[tuple[int, Point]]:
        """(number of the round, from 0; run), oldest first."""
        return [(number, point) for number, this_round in enumerate(self.rounds) for point in this_round.points]

    def scored(self) -> list[Point]:
        """List each run once, oldest first."""
        return [point for _, point in self.points() if not point.is_reused]

    def newest_first(self) -> list[Point]:
        """List each run once, as tables of them do."""
        return self.scored()[::-1]

    def variants(self) -> list[str]:
        """List them in the order in which they first appear."""
        return list(dict.fromkeys(point.variant for _, point in self.points()))

    def lines(self, variant: str) -> list[list[tuple[int, Point]]]:
        """Return the runs of a variant, in lists of those that can be compared."""
        parts: dict[int, list[tuple[int, Point]]] = {}
        for number, point in self.points():
            if point.variant == variant:
                parts.setdefault(point.basis, []).append((number, point))
        return list(parts.values())


def trend(
    runs: Iterable[Run],
    variants: Mapping[str, str],
    versions: Iterable[SchemaVersion],
    current: Collection[str],
    new_files: Callable[[str, datetime, datetime], bool] = lambda variant, after, until: False,
) -> Trend:
    """Build the trend. `variants` are names by id; other runs are left out. `current` are the runs on other pages.

    `new_files` says whether a variant was added or got another file between two moments: that begins a round.
    """
    mine = sorted((run for run in runs if run.variant in variants), key=lambda run: (run.created, run.id))
    again = of_same_records(mine)
    current = {again.get(one, one) for one in current}
    mine = [run for run in mine if run.id not in again]
    scored = [run for run in mine if "mean_f1" in run.metrics]
    seen: dict[str, list[_ScoredRun]] = {}
    bases: list[tuple[dict[str, Any], bool]] = []
    rounds: list[Round] = []
    began: list[tuple[dict[str, Any], datetime]] = []
    for run in scored:
        basis, is_open = basis_of(run), bool(run.metrics.get("not_judged"))
        changed = changed_parts(basis, began[-1][0]) if began else ()
        name = variants[run.variant]
        is_other = changed or not rounds or any(point.variant == name for point in rounds[-1].points)
        if is_other or new_files(run.variant, rounds[-1].when, run.created):
            as_on = next((when for other, when in began[::-1] if other == basis), None) if changed else None
            rounds.append(Round((), changed, as_on))
            began.append((basis, run.created))
        if (basis, is_open) not in bases:
            bases.append((basis, is_open))
        one = _ScoredRun(run, basis, is_open, bases.index((basis, is_open)))
        earlier = seen.setdefault(run.variant, [])
        rounds[-1] = replace(rounds[-1], points=(*rounds[-1].points, _point(one, earlier, name, run.id in current)))
        earlier.append(one)
    return Trend(tuple(rounds), len(mine) - len(scored), {version.number: version for version in versions})


def of_same_records(runs: Sequence[Run]) -> dict[str, str]:
    """Return by the id of a run of other files with the same records, which names these, that of the run before it."""
    found = {}
    for run in (one for one in runs if DATASETS in one.signature):
        signed = {name: value for name, value in run.signature.items() if name != DATASETS}
        first = next((one for one in runs if one.variant == run.variant and one.signature == signed), None)
        if first is not None:
            found[run.id] = first.id
    return found


@dataclass(frozen=True, slots=True)
class _ScoredRun:
    run: Run
    basis: dict[str, Any]
    is_open: bool
    """Whether it leaves out values that nobody has judged."""
    number: int

    @property
    def file(self) -> Any:
        return self.run.signature.get("extracted", self.run.extracted)


def changed_parts(basis: Mapping[str, Any], before: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the parts of what figures rest on that are other than before."""
    return tuple(part for part in basis if basis[part] != before[part])


def basis_of(run: Run) -> dict[str, Any]:
    """Return all that figures depend on except extracted records, by content: the same upload again is no change."""
    signature = run.signature
    return {
        GOLD: signature.get("gold", run.gold),
        SCHEMA: signature.get("schema", run.schema_number),
        OPTIONS: signature.get("settings"),
        JUDGE: signature.get("judge"),
        SOFTWARE: [signature.get(part) for part in _SOFTWARE],
    }


def _point(one: _ScoredRun, earlier: Sequence[_ScoredRun], name: str, is_current: bool) -> Point:
    run, figures = one.run, one.run.metrics
    last = earlier[-1] if earlier else None
    alike = next((other for other in earlier[::-1] if other.number == one.number), None)
    before = alike or last
    has_answers = last is not None and last.basis == one.basis and last.is_open != one.is_open
    changed: tuple[str, ...] = ()
    if alike is None and last is not None:
        changed = (*changed_parts(one.basis, last.basis), *([ANSWERS] if has_answers else []))
    return Point(
        run.id, name, figures["mean_f1"], figures.get("mean_precision"), figures.get("mean_recall"),
        figures.get("total_records", 0), run.created, run.created_by, run.schema_number, one.number, changed,
        alike.run.created if alike is not None and alike is not last else None,
        before is not None and before.file != one.file,
        alike.run.metrics["mean_f1"] if alike is not None and alike.file != one.file else None,
        has_answers, is_current,
    )  # fmt: skip


def changed_in_words(version: int, parts: Iterable[str]) -> str:
    """`schema version 3, gold`: what makes figures before and after this version no measure of each other."""
    return ", ".join(f"schema version {version}" if part == SCHEMA else part for part in parts)
