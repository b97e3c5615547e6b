"""Checks that runs can be compared, and finds the records they share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError
from evaljson.results.model import RunResult

Repeats = RunResult | Sequence[RunResult]
"""A run, or several of the same variant."""
_PARTS = {
    "gold": ("another gold", "score both against the same gold"),
    "schema": ("another eval schema", "score both again under the same one"),
    "engine": ("another version of evaljson", "score both again with the same one"),
    "plug_ins": ("other comparators or transforms of your own", "score both again with the same plug-ins"),
    "post_process": ("other post-processors", "score both again with the same ones"),
    "judge": ("another judge", "score both again with the same one"),
}


def listed_runs(runs: Repeats, name: str) -> list[RunResult]:
    """Return one run or several as a list. Raises InputError for none, and for anything that is not a run."""
    listed = [runs] if isinstance(runs, RunResult) else list(runs)
    if other := next((run for run in listed if not isinstance(run, RunResult)), None):
        raise InputError(f"{name!r} is not a run but holds a {type(other).__name__}: evaluate() returns runs")
    if not listed:
        raise InputError(f"{name!r} has no run: score it first")
    return listed


def refuse_unlike_runs(a: Sequence[RunResult], b: Sequence[RunResult], names: tuple[str, str] = ("A", "B")) -> None:
    """Raise InputError if any two runs cannot be compared."""
    for runs, name in ((a, names[0]), (b, names[1])):
        for at, run in enumerate(runs[1:], 2):
            refuse_unlike(runs[0], run, (f"{name}, run 1", f"{name}, run {at}"))
    refuse_unlike(a[0], b[0], names)


def refuse_unlike(a: RunResult, b: RunResult, names: tuple[str, str] = ("A", "B")) -> None:
    """Raise InputError if two runs cannot be compared. They may treat missing and left-out records differently."""
    pair = " and ".join(map(repr, names))
    if a.invented_records or b.invented_records:
        raise InputError(
            f"{pair} cannot be compared: records that gold lacks count as invented in one of them; score both with "
            'strays="report"'
        )
    for part, (what, way_out) in _PARTS.items():
        if a.signature.get(part) != b.signature.get(part):
            raise InputError(f"{pair} cannot be compared: they were scored with {what}; {way_out}")
    if a.signature["options"].get("id_field") != b.signature["options"].get("id_field") or a.paired_by != b.paired_by:
        raise InputError(
            f"{pair} cannot be compared: their records were joined differently ({a.paired_by} and {b.paired_by}); "
            "score both again with the same id field"
        )


def shared_places(runs: Sequence[RunResult], names: tuple[str, str] = ("A", "B")) -> list[Ints]:
    """Return the places in each run of the records all runs scored, in gold's order. Raises InputError for none."""
    place_by_position = [{at: place for place, (at, _) in enumerate(run.positions)} for run in runs]
    shared = sorted(set.intersection(*map(set, place_by_position)))
    if not shared:
        pair = " and ".join(map(repr, names))
        if not all(place_by_position):
            raise InputError(
                f"{pair} cannot be compared: one of their runs has no scored record; check whether its file is "
                'empty or has other ids, or score it with missing_records="omit"'
            )
        raise InputError(f"{pair} have no record in common: score both against the same records of gold")
    return [np.array([places[at] for at in shared], np.intp) for places in place_by_position]
