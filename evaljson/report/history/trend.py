"""The stored runs of an evaluation as a history: which can be compared with which, and what changed between them.

Runs are put into rounds: in a round all rest on the same gold, schema, options, judge and software, and no variant has
two.
Within a variant, runs of rounds between which none of that changed can be joined: only its file is another. Figures
that leave out what nobody has judged yet are no measure of those of the same variant that have it all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from evaljson.store import Run, SchemaVersion

_SOFTWARE: Final = ("engine", "libraries", "plug_ins", "post_process")
GOLD, SCHEMA, OPTIONS, JUDGE, SOFTWARE = "gold", "schema", "options", "judge", "software"
ANSWERS: Final = "judge's answers"


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
    is_new_file: bool
    """Whether the run of this variant before it was of other extracted records."""
    has_answers: bool
    """Whether it alone, or the run of this variant before it alone, leaves out values that nobody has judged."""
    is_current: bool
    """Whether it is what the other pages show."""


@dataclass(frozen=True, slots=True)
class Round:
    """Runs that can be compared."""

    points: tuple[Point, ...]
    changed: tuple[str, ...]
    """What is other than in the round before: of gold, schema, options, judge, software; empty: a file or nothing."""

    @property
    def breaks(self) -> tuple[str, ...]:
        """What makes lines of variants break here: all of them, or those of points that are judged meanwhile."""
        return (*self.changed, *([ANSWERS] if any(point.has_answers for point in self.points) else []))

    @property
    def version(self) -> int:
        """The schema version of its first run."""
        return self.points[0].version

    @property
    def when(self) -> datetime:
        """When its first run was scored."""
        return self.points[0].when


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

    def variants(self) -> list[str]:
        """List them in the order in which they first appear."""
        return list(dict.fromkeys(point.variant for _, point in self.points()))

    def lines(self, variant: str) -> list[list[tuple[int, Point]]]:
        """Return the runs of a variant, cut where any of that changed."""
        parts: list[list[tuple[int, Point]]] = []
        last = -1
        for number, point in self.points():
            if point.variant != variant:
                continue
            broken = any(self.rounds[between].changed for between in range(last + 1, number + 1))
            if broken or point.has_answers or not parts:
                parts.append([])
            parts[-1].append((number, point))
            last = number
        return parts


def trend(
    runs: Iterable[Run], variants: Mapping[str, str], versions: Iterable[SchemaVersion], current: Collection[str]
) -> Trend:
    """Build the trend. `variants` are names by id; other runs are left out. `current` are the runs on other pages."""
    mine = sorted((run for run in runs if run.variant in variants), key=lambda run: (run.created, run.id))
    scored = [run for run in mine if "mean_f1" in run.metrics]
    files: dict[str, Any] = {}
    judged: dict[str, tuple[dict[str, Any], bool]] = {}
    rounds: list[list[Point]] = []
    changes: list[tuple[str, ...]] = []
    before: dict[str, Any] = {}
    for run in scored:
        basis = _basis(run)
        changed = tuple(part for part in basis if before and basis[part] != before[part])
        name, file = variants[run.variant], run.signature.get("extracted", run.extracted)
        if changed or not rounds or any(point.variant == name for point in rounds[-1]):
            rounds.append([])
            changes.append(changed)
        is_new_file = run.variant in files and files[run.variant] != file
        is_open = bool(run.metrics.get("not_judged"))
        has_answers = judged.get(run.variant) == (basis, not is_open)
        rounds[-1].append(_point(run, name, is_new_file, has_answers, run.id in current))
        files[run.variant], judged[run.variant], before = file, (basis, is_open), basis
    listed = tuple(Round(tuple(points), changed) for points, changed in zip(rounds, changes, strict=True))
    return Trend(listed, len(mine) - len(scored), {version.number: version for version in versions})


def _basis(run: Run) -> dict[str, Any]:
    """Return all that figures depend on except extracted records, by content: the same upload again is no change."""
    signature = run.signature
    return {
        GOLD: signature.get("gold", run.gold),
        SCHEMA: signature.get("schema", run.schema_number),
        OPTIONS: signature.get("settings"),
        JUDGE: signature.get("judge"),
        SOFTWARE: [signature.get(part) for part in _SOFTWARE],
    }


def _point(run: Run, name: str, is_new_file: bool, has_answers: bool, is_current: bool) -> Point:
    figures = run.metrics
    return Point(
        run.id, name, figures["mean_f1"], figures.get("mean_precision"), figures.get("mean_recall"),
        figures.get("total_records", 0), run.created, run.created_by, run.schema_number, is_new_file,
        has_answers, is_current,
    )  # fmt: skip


def changed_in_words(this_round: Round, parts: Iterable[str]) -> str:
    """`schema version 3, gold`: what makes figures before and after this round no measure of each other."""
    return ", ".join(f"schema version {this_round.version}" if part == SCHEMA else part for part in parts)
