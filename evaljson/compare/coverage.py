"""Which records a comparison rests on: those both sides scored, what was left out and why, and who produced less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evaljson.compare.side import IntArray
from evaljson.errors import InputError
from evaljson.load.result import RecordId
from evaljson.report.words import counted, points
from evaljson.results.model import RunResult

_PARTS = {
    "gold": ("another gold", "score both against the same gold"),
    "schema": ("another eval schema", "score both again under the same one"),
    "engine": ("another version of evaljson", "score both again with the same one"),
    "plug_ins": ("other comparators or transforms of your own", "score both again with the same plug-ins"),
    "post_process": ("other post-processors", "score both again with the same ones"),
    "judge": ("another judge", "score both again with the same one"),
}


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was compared, and what was not. Of a variant that was run several times, its first run is told of."""

    compared: int
    """Records that all runs scored."""
    only_a: tuple[RecordId | None, ...]
    """Records that A scored and B did not, left out."""
    only_b: tuple[RecordId | None, ...]
    why: tuple[str, ...]
    """Why records were left out, in sentences."""
    missing_a: int
    """Of those compared, records that A did not produce: they count as omitted."""
    missing_b: int
    plain_a: float | None
    """A's mean F1 as its own run has it, over all that it scored: not to be held against B's where coverage differs."""
    plain_b: float | None
    produced: int
    """Of those compared, records that both produced."""
    produced_a: float | None
    """A's mean F1 over the records that both produced."""
    produced_b: float | None
    warnings: tuple[str, ...]
    """What would mislead somebody who holds the plain averages against each other."""


def refuse_unlike(a: RunResult, b: RunResult, names: tuple[str, str] = ("A", "B")) -> None:
    """Raise InputError where two runs cannot be compared. Missing and left-out records may be treated differently."""
    pair = " and ".join(map(repr, names))
    for part, (what, way_out) in _PARTS.items():
        if a.signature.get(part) != b.signature.get(part):
            raise InputError(f"{pair} cannot be compared: they were scored with {what}; {way_out}")
    if a.signature["options"].get("id_field") != b.signature["options"].get("id_field") or a.paired_by != b.paired_by:
        raise InputError(
            f"{pair} cannot be compared: their records were joined differently ({a.paired_by} and {b.paired_by}); "
            "score both again with the same id field"
        )


def shared_places(runs: Sequence[RunResult], names: tuple[str, str] = ("A", "B")) -> list[IntArray]:
    """Where the records that all runs scored stand in each, in gold's order. Raises InputError where there are none."""
    known = [{at: place for place, (at, _) in enumerate(run.positions)} for run in runs]
    shared = sorted(set.intersection(*(set(own) for own in known)))
    if not shared:
        pair = " and ".join(map(repr, names))
        if not all(known):
            raise InputError(
                f"{pair} cannot be compared: a run of theirs has no record that was scored; see whether its file is "
                'empty or its ids are others, or score it with missing_records="omit"'
            )
        raise InputError(f"{pair} have no record in common: score both against the same records of gold")
    return [np.array([own[at] for at in shared], np.intp) for own in known]


def make_coverage(a: RunResult, b: RunResult, places: tuple[IntArray, IntArray], names: tuple[str, str]) -> Coverage:
    """`places` are those of the records compared in each run."""
    made = [
        np.array([run.positions[at][1] is not None for at in own.tolist()])
        for run, own in zip((a, b), places, strict=True)
    ]
    both = np.flatnonzero(made[0] & made[1])
    produced = [_mean_f1(run, own[both]) for run, own in zip((a, b), places, strict=True)]
    rest_a, rest_b = (_rest(run, own) for run, own in zip((a, b), places, strict=True))
    missing_a, missing_b = (int((~one).sum()) for one in made)
    why = tuple(
        line
        for name, left, other, run in ((names[0], rest_a, names[1], b), (names[1], rest_b, names[0], a))
        for line in _why(name, left, other, run)
    )
    found = Coverage(
        len(places[0]), rest_a, rest_b, why, missing_a, missing_b, a.mean_f1, b.mean_f1, len(both),
        produced[0], produced[1], (),
    )  # fmt: skip
    return replace(found, warnings=_warnings(found, a, b, places, names))


def _rest(run: RunResult, places: IntArray) -> tuple[RecordId | None, ...]:
    kept = set(places.tolist())
    return tuple(run.records[place].record_id for place in range(len(run.records)) if place not in kept)


def _mean_f1(run: RunResult, places: IntArray) -> float | None:
    return float(np.mean([run.records[place].f1 for place in places.tolist()])) if len(places) else None


def _why(name: str, left: tuple[RecordId | None, ...], other: str, run: RunResult) -> list[str]:
    """Why records that one side scored are not among the other's."""
    if not left:
        return []
    reasons: dict[str, int] = {}
    absent = set(run.missing) if run.missing_records == "exclude" else set()
    for one in left:
        reason = (
            f"{other} did not produce them, and leaves such records out" if one in absent
            else f"what {other} produced could not be read" if one in set(run.left_out)
            else f"they are not among the records of {other}"
        )  # fmt: skip
        reasons[reason] = reasons.get(reason, 0) + 1
    return [f"{counted(count, 'record')} of {name} left out: {reason}." for reason, count in reasons.items()]


def _warnings(
    found: Coverage, a: RunResult, b: RunResult, places: tuple[IntArray, IntArray], names: tuple[str, str]
) -> tuple[str, ...]:
    told = []
    if found.only_a or found.only_b:
        over = [_mean_f1(run, own) for run, own in zip((a, b), places, strict=True)]
        plain, paired = (
            f"{names[0]} {points(own[0])}, {names[1]} {points(own[1])}"
            for own in ((found.plain_a, found.plain_b), (over[0], over[1]))
        )
        misled = "The plain averages mislead: they" if plain != paired else "The plain averages"
        told.append(
            f"{misled} are over {counted(len(a.records), 'record')} of {names[0]} and "
            f"{len(b.records):,} of {names[1]} ({plain}). Over the {found.compared:,} that both scored: {paired}."
        )
    if found.missing_a != found.missing_b:
        own = (
            f" Over the {found.produced:,} that both produced: {names[0]} {points(found.produced_a)}, "
            f"{names[1]} {points(found.produced_b)}."
            if found.produced
            else " There is no record that both produced."
        )
        told.append(
            f"Coverage is unequal: of {counted(found.compared, 'record')}, {names[0]} produced "
            f"{found.compared - found.missing_a:,} and {names[1]} {found.compared - found.missing_b:,}; what is "
            f"missing counts as omitted.{own}"
        )
    return tuple(told)
