"""Reports which records a comparison uses, which are left out and why, and which side produced fewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.compare.side import of_places
from evaljson.load.loaded_records import RecordId
from evaljson.results.model import RunResult
from evaljson.scoring.tallies import record_figures
from evaljson.wording.words import counted, points


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which records were compared, and which were not."""

    compared: int
    """Records that all runs scored."""
    only_a: tuple[RecordId | None, ...]
    """Records that a run of A scored, left out because another run did not score them."""
    only_b: tuple[RecordId | None, ...]
    why: tuple[str, ...]
    """Why records were left out, in sentences."""
    missing_a: int
    """Compared records that A, or one of its runs, did not produce: all of their values count as missing."""
    missing_b: int
    plain_a: float | None
    """A's mean F1 over all records that its run scored (of several runs, the mean): not comparable with B's if coverage
    differs."""
    plain_b: float | None
    produced: int
    """Compared records of gold that all runs produced."""
    produced_a: float | None
    """A's mean F1 over those."""
    produced_b: float | None
    warnings: tuple[str, ...]
    """What would mislead someone who compares the plain averages."""
    runs_a: int = 1
    """Runs of A: of several, `missing_a` counts what any of them lacks."""
    runs_b: int = 1
    strays: int = 0
    """Compared records that gold lacks, which count as invented: one side may have nothing there."""

    @property
    def which(self) -> str:
        """Say of the compared records, in a sentence, which these are."""
        return "that are compared" if self.strays else "that both scored"


@dataclass(frozen=True, slots=True)
class SideCoverage:
    """The runs of one side, and the positions of the compared records in each."""

    name: str
    runs: Sequence[RunResult]
    places: Sequence[Ints]

    def produced(self) -> Bools:
        """Return for each compared record whether all runs produced it; a stray was not to be produced."""
        produced = [[at < 0 or run.positions[at][1] is not None for at in places.tolist()]
                    for run, places in zip(self.runs, self.places, strict=True)]  # fmt: skip
        return np.all(produced, axis=0)  # type: ignore[no-any-return]

    def lacks(self) -> Bools:
        """Return for each compared record whether a run has nothing there, not even a stray."""
        lacking: Bools = np.any([places < 0 for places in self.places], axis=0)
        return ~self.produced() | lacking

    def are_of_gold(self) -> Bools:
        """Return for each compared record whether gold has it; the others are strays."""
        (run, *_), (places, *_) = self.runs, self.places
        return np.array([at >= 0 and isinstance(run.record_keys[at], int) for at in places.tolist()], np.bool_)

    def plain(self) -> float | None:
        """Return the mean of the runs' own F1; None if a run has no record."""
        f1 = [run.mean_f1 for run in self.runs]
        return None if None in f1 else float(np.mean([value for value in f1 if value is not None]))

    def mean_f1(self, selected: Bools) -> float | None:
        """Return the mean F1 over some of the compared records; None of none."""
        if not selected.any():
            return None
        runs = zip(self.runs, self.places, strict=True)
        sums = ([of_places(part, at[selected]) for part in run.tallies.by_record()] for run, at in runs)
        return float(np.mean([record_figures(*three).f1 for three in sums]))

    def sizes(self) -> str:
        """Write how many records the runs have."""
        least, most = min(len(run.records) for run in self.runs), max(len(run.records) for run in self.runs)
        return f"{least:,}" if least == most else f"{least:,} to {most:,}"

    def left_out(self) -> dict[int, RecordId | None]:
        """Return the ids of scored gold records that are not compared, by position in gold; all strays are."""
        first = self.runs[0].record_keys
        compared = {first[place] for place in self.places[0].tolist() if place >= 0}
        rest: dict[int, RecordId | None] = {}
        for run in self.runs:
            for place, key in enumerate(run.record_keys):
                if isinstance(key, int) and key not in compared and key not in rest:
                    rest[key] = run.records[place].record_id
        return dict(sorted(rest.items()))

    def labelled(self) -> list[tuple[str, RunResult]]:
        """List the runs with their names in a sentence."""
        if len(self.runs) == 1:
            return [(self.name, self.runs[0])]
        return [(f"run {number} of {self.name}", run) for number, run in enumerate(self.runs, 1)]


def make_coverage(a: SideCoverage, b: SideCoverage) -> Coverage:
    """Report the coverage of both sides."""
    produced_a, produced_b = a.produced(), b.produced()
    of_gold, rest_a, rest_b = a.are_of_gold(), a.left_out(), b.left_out()
    both = produced_a & produced_b & of_gold
    coverage = Coverage(
        compared=len(of_gold),
        only_a=tuple(rest_a.values()),
        only_b=tuple(rest_b.values()),
        why=(
            *_why(a.name, rest_a, [*b.labelled(), *a.labelled()]),
            *_why(b.name, rest_b, [*a.labelled(), *b.labelled()]),
        ),
        missing_a=int((~produced_a).sum()),
        missing_b=int((~produced_b).sum()),
        plain_a=a.plain(),
        plain_b=b.plain(),
        produced=int(both.sum()),
        produced_a=a.mean_f1(both),
        produced_b=b.mean_f1(both),
        warnings=(),
        runs_a=len(a.runs),
        runs_b=len(b.runs),
        strays=int((~of_gold).sum()),
    )
    return replace(coverage, warnings=(*_averages(coverage, a, b), *_unequal(coverage, a, b)))


def _why(name: str, left_out: Mapping[int, RecordId | None], runs: Sequence[tuple[str, RunResult]]) -> list[str]:
    """Explain why records are not compared: the reason is the first of `runs` without the record."""
    counts: dict[str, int] = {}
    known = [(label, {at for at, _ in run.positions}, _reasons(label, run)) for label, run in runs] if left_out else []
    for at, record in left_out.items():
        label, reasons = next((label, reasons) for label, scored, reasons in known if at not in scored)
        reason = reasons.get(record, f"they are not among the records of {label}")
        counts[reason] = counts.get(reason, 0) + 1
    return [f"{counted(count, 'record')} of {name} left out: {reason}." for reason, count in counts.items()]


def _reasons(label: str, run: RunResult) -> dict[RecordId | None, str]:
    """Return by record why the run itself left it out."""
    reasons: dict[RecordId | None, str] = dict.fromkeys(run.left_out, f"what {label} produced could not be read")
    if run.missing_records == "exclude":
        reasons |= dict.fromkeys(run.missing, f"nothing was extracted by {label}, which leaves such records out")
    return reasons


def _averages(coverage: Coverage, a: SideCoverage, b: SideCoverage) -> Iterator[str]:
    """Warn of plain averages over different records."""
    if not (coverage.only_a or coverage.only_b):
        return
    every = np.ones(coverage.compared, np.bool_)
    plain, paired = (
        f"{a.name} {points(of_a)}, {b.name} {points(of_b)}"
        for of_a, of_b in ((coverage.plain_a, coverage.plain_b), (a.mean_f1(every), b.mean_f1(every)))
    )
    subject = "The plain averages mislead: they" if plain != paired else "The plain averages"
    word = "record" if a.sizes() == "1" else "records"
    yield (
        f"{subject} are over {a.sizes()} {word} of {a.name} and {b.sizes()} of {b.name} ({plain}). "
        f"Over the {coverage.compared:,} {coverage.which}: {paired}."
    )


def _unequal(coverage: Coverage, a: SideCoverage, b: SideCoverage) -> Iterator[str]:
    """Warn if one side produced fewer records, which counts against it."""
    if coverage.missing_a == coverage.missing_b:
        return
    figures = (
        f"Over the {coverage.produced:,} that both produced: {a.name} {points(coverage.produced_a)}, "
        f"{b.name} {points(coverage.produced_b)}."
        if coverage.produced
        else "There is no record that both produced."
    )
    of_gold = coverage.compared - coverage.strays
    among = f"{counted(of_gold, 'record')}{' of gold' if coverage.strays else ''}"
    yield (
        f"Coverage is unequal: of {among}, {a.name} produced {of_gold - coverage.missing_a:,} and {b.name} "
        f"{of_gold - coverage.missing_b:,}; all values of the others count as missing. {figures}"
    )
