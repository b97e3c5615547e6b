"""Checks that runs can be compared, and finds the records they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError
from evaljson.results.model import RecordKey, RunResult, StrayId

Repeats = RunResult | Sequence[RunResult]
"""A run, or several of the same variant."""
ABSENT_HERE: Final = -1
"""The place of a stray in a run that lacks it."""
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
    if a.signature["options"].get("strays") != b.signature["options"].get("strays"):
        raise InputError(
            f"{pair} cannot be compared: records that gold lacks count as invented in one of them only; score both "
            "with the same choice for strays"
        )
    for part, (what, way_out) in _PARTS.items():
        if a.signature.get(part) != b.signature.get(part):
            raise InputError(f"{pair} cannot be compared: they were scored with {what}; {way_out}")
    same_key = a.signature["options"].get("id_field") == b.signature["options"].get("id_field")
    if not same_key or a.paired_by != b.paired_by:
        placed = names[a.paired_by == "id"]
        way_out = (
            f"give the extracted records of {placed!r} the ids of gold"
            if same_key
            else "score both again with the same id field"
        )
        raise InputError(
            f"{pair} cannot be compared: their records were joined differently ({a.paired_by} and {b.paired_by}); "
            f"{way_out}"
        )


def comparable_runs(runs: Mapping[str, RunResult]) -> tuple[dict[str, RunResult], dict[str, str]]:
    """Return the runs that can be compared with the first one, and why the others cannot."""
    first = next(iter(runs))
    ranked, refused = {first: runs[first]}, {}
    shared = _in_gold(runs[first])
    for name, run in runs.items():
        if name == first:
            continue
        try:
            refuse_unlike(runs[first], run, (first, name))
            left = shared & _in_gold(run)
            if not left:
                shared_places([*ranked.values(), run], (first, name))  # which says why
            ranked[name], shared = run, left
        except InputError as error:
            refused[name] = error.problem
    return ranked, refused


def _in_gold(run: RunResult) -> frozenset[RecordKey]:
    return frozenset(key for key in run.record_keys if isinstance(key, int))


def shared_places(runs: Sequence[RunResult], names: tuple[str, str] = ("A", "B")) -> list[Ints]:
    """Return the places in each run of the records that are compared, those of gold in its order first.

    These are the gold records that all runs scored and, where strays count as invented, the strays of any run: in a run
    without that stray its place is -1, and there is nothing wrong. Raises InputError where no gold record is shared.
    """
    alike = _all_alike(runs)
    if alike is not None:
        return [alike] * len(runs)
    places = [{key: place for place, key in enumerate(run.record_keys)} for run in runs]
    shared = shared_keys(runs)
    if not any(isinstance(key, int) for key in shared):
        pair = " and ".join(map(repr, names))
        if not all(places):
            raise InputError(
                f"{pair} cannot be compared: one of their runs has no scored record; check whether its file is "
                'empty or has other ids, or score it with missing_records="omit"'
            )
        raise InputError(f"{pair} have no record in common: score both against the same records of gold")
    return [np.array([of_run.get(key, ABSENT_HERE) for key in shared], np.intp) for of_run in places]


def _all_alike(runs: Sequence[RunResult]) -> Ints | None:
    """Return the places of all records where each run has the same ones in the order of gold, and no strays."""
    first = runs[0].record_keys
    if not first or any(run.invented_records or run.record_keys != first for run in runs):
        return None
    in_gold = np.array(first, np.intp)
    return np.arange(len(first)) if bool((in_gold[1:] > in_gold[:-1]).all()) else None


def shared_keys(runs: Sequence[RunResult]) -> list[RecordKey]:
    """Return the keys of the records that are compared, as `shared_places`."""
    keys = [run.record_keys for run in runs]
    in_gold = [{key for key in of_run if isinstance(key, int)} for of_run in keys]
    strays = dict.fromkeys(key for of_run in keys for key in of_run if isinstance(key, StrayId))
    return [*sorted(set.intersection(*in_gold)), *strays]
