"""Which records a comparison rests on: those both sides scored, what was left out and why, and who produced less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.load.loaded_records import RecordId
from evaljson.results.model import RunResult
from evaljson.scoring.tallies import record_figures
from evaljson.wording.words import counted, points


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was compared, and what was not."""

    compared: int
    """Records that all runs scored."""
    only_a: tuple[RecordId | None, ...]
    """Records that a run of A scored and that are left out, because another run did not score them."""
    only_b: tuple[RecordId | None, ...]
    why: tuple[str, ...]
    """Why records were left out, in sentences."""
    missing_a: int
    """Of those compared, records that A, or one of its runs, did not produce: they count as omitted."""
    missing_b: int
    plain_a: float | None
    """A's mean F1 as its own run has it (of several, the mean), over all that it scored: not to be held against B's
    where coverage differs."""
    plain_b: float | None
    produced: int
    """Of those compared, records that all runs produced."""
    produced_a: float | None
    """A's mean F1 over those."""
    produced_b: float | None
    warnings: tuple[str, ...]
    """What would mislead somebody who holds the plain averages against each other."""


@dataclass(frozen=True, slots=True)
class SideCoverage:
    """The runs of one side, and where the records compared stand in each."""

    name: str
    runs: Sequence[RunResult]
    places: Sequence[Ints]

    def produced(self) -> Bools:
        """Of each record compared, whether all runs produced it."""
        made = [[run.positions[at][1] is not None for at in own.tolist()]
                for run, own in zip(self.runs, self.places, strict=True)]  # fmt: skip
        return np.all(made, axis=0)  # type: ignore[no-any-return]

    def plain(self) -> float | None:
        """The mean of the runs' own F1; None where one has no record."""
        own = [run.mean_f1 for run in self.runs]
        return None if None in own else float(np.mean([one for one in own if one is not None]))

    def mean_f1(self, kept: Bools) -> float | None:
        """Over some of the records compared; None of nothing."""
        if not kept.any():
            return None
        every = [record_figures(*run.tallies.by_record()).f1 for run in self.runs]
        return float(np.mean([f1[own[kept]] for f1, own in zip(every, self.places, strict=True)]))

    def sizes(self) -> str:
        """How many records the runs have."""
        least, most = min(len(run.records) for run in self.runs), max(len(run.records) for run in self.runs)
        return f"{least:,}" if least == most else f"{least:,} to {most:,}"

    def left(self) -> dict[int, RecordId | None]:
        """Records that a run scored and that are not compared, by position in gold."""
        first = self.runs[0].positions
        compared = {first[place][0] for place in self.places[0].tolist()}
        found: dict[int, RecordId | None] = {}
        for run in self.runs:
            for place, (at, _) in enumerate(run.positions):
                if at not in compared and at not in found:
                    found[at] = run.records[place].record_id
        return dict(sorted(found.items()))

    def labelled(self) -> list[tuple[str, RunResult]]:
        """Each run with what it is called in a sentence."""
        if len(self.runs) == 1:
            return [(self.name, self.runs[0])]
        return [(f"run {number} of {self.name}", run) for number, run in enumerate(self.runs, 1)]


def make_coverage(a: SideCoverage, b: SideCoverage) -> Coverage:
    """What the comparison of both rests on."""
    made_a, made_b = a.produced(), b.produced()
    both, rest_a, rest_b = made_a & made_b, a.left(), b.left()
    found = Coverage(
        compared=len(both),
        only_a=tuple(rest_a.values()),
        only_b=tuple(rest_b.values()),
        why=(
            *_why(a.name, rest_a, [*b.labelled(), *a.labelled()]),
            *_why(b.name, rest_b, [*a.labelled(), *b.labelled()]),
        ),
        missing_a=int((~made_a).sum()),
        missing_b=int((~made_b).sum()),
        plain_a=a.plain(),
        plain_b=b.plain(),
        produced=int(both.sum()),
        produced_a=a.mean_f1(both),
        produced_b=b.mean_f1(both),
        warnings=(),
    )
    return replace(found, warnings=(*_averages(found, a, b), *_unequal(found, a, b)))


def _why(name: str, left: Mapping[int, RecordId | None], runs: Sequence[tuple[str, RunResult]]) -> list[str]:
    """Why records are not compared: the first of `runs` that lacks one is the reason."""
    reasons: dict[str, int] = {}
    known = [(label, {at for at, _ in run.positions}, _reasons(label, run)) for label, run in runs] if left else []
    for at, record in left.items():
        label, told = next((label, told) for label, scored, told in known if at not in scored)
        reason = told.get(record, f"they are not among the records of {label}")
        reasons[reason] = reasons.get(reason, 0) + 1
    return [f"{counted(count, 'record')} of {name} left out: {reason}." for reason, count in reasons.items()]


def _reasons(label: str, run: RunResult) -> dict[RecordId | None, str]:
    """Why the run left out records of its own, by record."""
    found: dict[RecordId | None, str] = dict.fromkeys(run.left_out, f"what {label} produced could not be read")
    if run.missing_records == "exclude":
        found |= dict.fromkeys(run.missing, f"{label} did not produce them, and leaves such records out")
    return found


def _averages(found: Coverage, a: SideCoverage, b: SideCoverage) -> Iterator[str]:
    """How the plain averages mislead."""
    if not (found.only_a or found.only_b):
        return
    every = np.ones(found.compared, np.bool_)
    plain, paired = (
        f"{a.name} {points(of_a)}, {b.name} {points(of_b)}"
        for of_a, of_b in ((found.plain_a, found.plain_b), (a.mean_f1(every), b.mean_f1(every)))
    )
    misled = "The plain averages mislead: they" if plain != paired else "The plain averages"
    word = "record" if a.sizes() == "1" else "records"
    yield (
        f"{misled} are over {a.sizes()} {word} of {a.name} and {b.sizes()} of {b.name} ({plain}). "
        f"Over the {found.compared:,} that both scored: {paired}."
    )


def _unequal(found: Coverage, a: SideCoverage, b: SideCoverage) -> Iterator[str]:
    """Where one side produced less, and that counts against it."""
    if found.missing_a == found.missing_b:
        return
    own = (
        f"Over the {found.produced:,} that both produced: {a.name} {points(found.produced_a)}, "
        f"{b.name} {points(found.produced_b)}."
        if found.produced
        else "There is no record that both produced."
    )
    yield (
        f"Coverage is unequal: of {counted(found.compared, 'record')}, {a.name} produced "
        f"{found.compared - found.missing_a:,} and {b.name} {found.compared - found.missing_b:,}; what is "
        f"missing counts as omitted. {own}"
    )
