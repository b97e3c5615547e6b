"""Which errors are shifted by a missing or an invented element, array by array: the plain way.

Every array of every record is looked at by itself, with loops over what the record view says of it.
"""

import json
from collections import Counter, defaultdict
from typing import Any

from evaljson import FieldResult, RecordResult, RunResult

from .paths import elements_on, steps_of

ERRORS = ("mismatch", "omission", "hallucination")
Cell = tuple[int, str]
"""Index of an element, and the path below it."""
Tie = tuple[int, int, int]
"""Index in gold, in the extraction, and how many values the two elements share."""


class Array:
    """What both sides have in one array, and the results whose path leads through it."""

    def __init__(self) -> None:
        self.gold: dict[Cell, str] = {}
        self.extracted: dict[Cell, str] = {}
        self.telling: set[str] = set()
        self.results: list[tuple[FieldResult, Cell, Cell]] = []
        self.by_position = True
        self.alone: list[int] = []


def shifted_in(run: RunResult, record: int) -> dict[str, str]:
    """The pattern of each shifted error of a record, by its path."""
    whole = run.records[record]
    found: dict[str, str] = {}
    for path, array in _arrays(whole).items():
        gold, extracted = _at(whole.gold, path), _at(whole.extracted, path)
        if not array.by_position or not isinstance(gold, list) or not isinstance(extracted, list):
            continue
        if any(other < len(gold) for other in array.alone):  # by position, it would have a partner
            continue
        sign = (len(extracted) > len(gold)) - (len(extracted) < len(gold))
        every = _ties(array)
        ties = [one for one in every if not any(_cross(one, other) for other in every)]
        shifts = [one for one in ties if (one[1] - one[0]) * sign > 0]
        if sum(values for _, _, values in shifts) < 2:
            continue
        for result, mine, its in array.results:
            if result.status in ERRORS and _is_shifted(array, ties, shifts, result.status, mine, its):
                name = "shifted_missing" if sign < 0 else "shifted_invented"
                found[result.path] = max(name, found.get(result.path, ""))  # "shifted_missing" where it is both
    return found


def _arrays(whole: RecordResult) -> dict[str, Array]:
    arrays: dict[str, Array] = defaultdict(Array)
    for result in whole.field_results:
        if result.status not in ("match", *ERRORS):
            continue
        mine, its = elements_on(result.path), elements_on(result.extracted_path or result.path)
        for (path, at, below), (_, other, other_below) in zip(mine, its, strict=False):
            array = arrays[path]
            array.by_position &= at < 0 or at == other
            array.alone += [other] if at < 0 else []
            array.results.append((result, (at, below), (other, other_below)))
            if result.status != "hallucination":
                array.gold[at, below] = _put(array, result.gold_compared)
            if result.status != "omission":
                array.extracted[other, other_below] = _put(array, result.extracted_compared)
    return arrays


def _put(array: Array, value: Any) -> str:
    """A text that is the same for equal values: numbers by value, all else strictly."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    is_whole = is_number and (isinstance(value, int) or value.is_integer())
    text = str(int(value)) if is_whole else json.dumps(value, sort_keys=True)
    says = value not in (0, 1) if is_number else isinstance(value, str) and len(value.strip()) > 1
    if says:
        array.telling.add(text)
    return text


def _ties(array: Array) -> list[Tie]:
    once = [
        {one for one, times in Counter((below, value) for (_, below), value in side.items()).items() if times == 1}
        for side in (array.gold, array.extracted)
    ]
    shared = Counter(
        (at, other)
        for (at, below), value in array.gold.items()
        for (other, its), theirs in array.extracted.items()
        if (below, value) == (its, theirs) and value in array.telling and (below, value) in once[0] & once[1]
    )
    return [
        (at, other, values)
        for (at, other), values in shared.items()
        if all(values > more for (i, j), more in shared.items() if (i == at) != (j == other))
    ]


def _cross(one: Tie, other: Tie) -> bool:
    return (one[0] < other[0]) != (one[1] < other[1]) and one != other


def _is_shifted(array: Array, ties: list[Tie], shifts: list[Tie], status: str, mine: Cell, its: Cell) -> bool:
    return (status != "hallucination" and _is_further(array.gold, array.extracted, ties, shifts, mine, 0)) or (
        status != "omission" and _is_further(array.extracted, array.gold, ties, shifts, its, 1)
    )


def _is_further(
    here: dict[Cell, str], there: dict[Cell, str], ties: list[Tie], shifts: list[Tie], cell: Cell, side: int
) -> bool:
    """Whether the value is as far away as the last tie before it, or the first after it, if that is a shift."""
    at, below = cell
    before = [one for one in ties if one[side] <= at]
    after = [one for one in ties if one[side] >= at]
    near = {*([max(before)] if before else []), *([min(after)] if after else [])} & set(shifts)
    return any(there.get((at + one[1 - side] - one[side], below)) == here[cell] for one in near)


def _at(value: Any, path: str) -> Any:
    for step, _ in steps_of(path):
        is_key = isinstance(value, dict) and step in value
        is_place = isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)
        value = value[step] if is_key or is_place else None
    return value
