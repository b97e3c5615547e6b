"""Arrays that pair by position, in which an element too many or missing shifts all behind it.

By position each of these is another value than the one beside it. Paired by what they hold, one element alone is left:
that is one difference, and what else differs in the others is a difference of its own. An element that both sides have,
at different places, is a difference of order alone: it is marked, since there is nothing in it to decide. One that is
nearly the same on both sides is marked so too, and what differs in it is a difference of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import ABSENT, strict_key, value_at
from evaljson.results.f1_lost import f1_per_weight
from evaljson.results.model import RunResult
from evaljson.review.paired_elements import At, PairedElements
from evaljson.review.placed_pairs import PlacedPair
from evaljson.review.places import CardPlace, Part
from evaljson.review.sequence_match import Pair, Step, match_in_order, moved_steps, near_at_other_places, near_pairs
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION

_LEAST: Final = 0.5
"""The share of equal values from which on two elements are taken for the same."""
_Leaves = dict[str, Any]
"""By path in the element."""
_Plain = frozenset[tuple[str, Hashable]]
"""Leaves, to be compared."""


class ShiftedArrays:
    """Finds the shifted arrays of a run, and the differences that are left in them."""

    def __init__(self, run: RunResult, paired: PairedElements) -> None:
        self._run, self._paired = run, paired

    def around(self, rows: Ints) -> list[At | None]:
        """Return for each of these rows the outermost array around it that may be shifted; None for the others."""
        records = self._run.tallies.rows.record[rows].tolist()
        return [self._array(record, path) for record, path in zip(records, self._run.table.paths_at(rows), strict=True)]

    def _array(self, record: int, path: str) -> At | None:
        if "[" not in path:
            return None
        arrays = ((record, _array_of(element)) for element in paths.elements_above(path))
        return next((at for at in arrays if at in self._paired.by_position), None)

    @cached_property
    def _weights(self) -> dict[str, float]:
        """The weight of each field that counts, by schema path."""
        rows = self._run.tallies.rows
        counting = np.flatnonzero(np.isin(rows.status, (MATCH, MISMATCH, OMISSION, HALLUCINATION)))
        codes, first = np.unique(rows.field[counting], return_index=True)
        weights = rows.weight[counting][first]
        return {rows.fields[code]: weight for code, weight in zip(codes.tolist(), weights.tolist(), strict=True)}

    @cached_property
    def _per_weight(self) -> Sequence[float]:
        per_weight: list[float] = f1_per_weight(self._run.tallies).tolist()
        return per_weight

    def unshifted(self, at: At, pairs: Sequence[PlacedPair]) -> list[PlacedPair] | None:
        """Return the differences of an array, `pairs`, with its elements paired by what they hold.

        None where pairing by position does as well, or where arrays within it would have to be paired again.
        """
        (number, array), depth = at, len(paths.elements_above(at[1]))
        there = (pair.place.extracted_path for pair in pairs if pair.place.extracted_path is not None)
        beside = next((_array_of(paths.elements_above(path)[depth]) for path in there), None)
        record = self._run.records[number]
        gold, extracted = value_at(record.gold, array), value_at(record.extracted, beside or array)
        if beside is None or not isinstance(gold, list) or not isinstance(extracted, list):
            return None
        field = paths.elements_above(pairs[0].field)[depth]
        left, right = ([dict(_leaves(one, "", field, self._weights)) for one in side] for side in (gold, extracted))
        steps = _steps(list(map(_plain, left)), list(map(_plain, right)))
        if steps is None:
            return None
        losing = {field: weight * self._per_weight[number] for field, weight in self._weights.items()}
        shifted = _Array(array, beside, field, gold, extracted, pairs, self._weights, losing)
        return shifted.differences(steps, left, right)


class _Array:
    """One array with its two sides."""

    def __init__(
        self, path: str, beside: str, field: str, gold: list[Any], extracted: list[Any],
        pairs: Sequence[PlacedPair], weights: Mapping[str, float], losing: Mapping[str, float],
    ) -> None:  # fmt: skip
        """`losing`: what mean F1 loses by a wrong value of each field in this record."""
        self._path, self._beside, self._field = path, beside, field
        self._gold, self._extracted, self._pairs = gold, extracted, pairs
        self._weights, self._losing = weights, losing

    def differences(
        self, steps: Sequence[Step], left: Sequence[_Leaves], right: Sequence[_Leaves]
    ) -> list[PlacedPair] | None:
        """Return what is different with these pairs of elements; None if arrays in them are."""
        found, alone = list[PlacedPair](), list[Step]()
        moved = moved_steps(steps, list(map(_plain, left)), list(map(_plain, right)))
        steps = list(steps)
        for at, beside in _near([step for step in steps if step not in moved], left, right):
            if at == beside:  # what is around it is in another order
                steps[steps.index((at, None))] = (at, at)
                steps.remove((None, at))
            elif (differing := self._inside(at, beside, left[at], right[beside])) is not None:
                found += differing
                moved |= {(at, None), (None, beside)}
        for i, j in steps:
            if i is None or j is None:
                alone.append((i, j))
            elif i == j:
                found += [pair for pair in self._pairs if self._index(pair) == i]
            else:
                inside = self._inside(i, j, left[i], right[j])
                if inside is None:
                    return None
                found += inside
        alone.sort(key=_either)
        parts = self._parts({i for i, j in steps if i == j and i is not None}, list(map(_either, alone)))
        added = 0
        for step, of_step in sorted(zip(alone, parts, strict=True), key=lambda one: one[0] in moved):
            added += step[0] is None
            lone = self._lone(step, of_step, added, self._place_before(steps, step))
            found.append(replace(lone, is_moved=step in moved))
        return found

    def _index(self, pair: PlacedPair) -> int:
        """Return the index of the element that a pair is in; those that only the extraction has come last."""
        depth = len(paths.elements_above(self._path))
        step = paths.split(paths.elements_above(pair.place.path)[depth])[-1]
        assert isinstance(step, int)
        return step if step >= 0 else len(self._gold) - 1 - step

    def _parts(self, kept: set[int], where: Sequence[int]) -> list[list[PlacedPair]]:
        """Give each difference by position to the lone element that shifted it: the last one in front of it."""
        parts: list[list[PlacedPair]] = [[] for _ in where]
        for pair in self._pairs:
            index = self._index(pair)
            if index not in kept:
                parts[max(0, sum(at <= index for at in where) - 1)].append(pair)
        return parts

    def _lone(self, step: Step, parts: Sequence[PlacedPair], added: int, before: int | None) -> PlacedPair:
        (i, j), first = step, self._pairs[0].place
        path = paths.element(self._path, -added if i is None else i)
        held: tuple[Part, ...] = tuple((pair.place.path, pair.place.extracted_path) for pair in parts)
        place = CardPlace(
            first.record, first.record_id, first.variant, path,
            gold_path=None if i is None else path,
            extracted_path=None if j is None else paths.element(self._beside, j),
            weight=sum(pair.place.weight for pair in parts), lost=sum(pair.place.lost for pair in parts),
            parts=held, before=before if i is None else None, is_shift=True,
        )  # fmt: skip
        gold, extracted = (ABSENT if i is None else self._gold[i]), (ABSENT if j is None else self._extracted[j])
        return PlacedPair(self._field, gold, extracted, "hallucination" if i is None else "omission", place)

    def _place_before(self, steps: Sequence[Step], step: Step) -> int:
        """Return the index in gold before which an element belongs that gold lacks."""
        behind = steps[steps.index(step) + 1 :]
        return next((i for i, _ in behind if i is not None), len(self._gold))

    def _inside(self, i: int, j: int, left: _Leaves, right: _Leaves) -> list[PlacedPair] | None:
        """Return what differs in two elements that belong together; None if arrays in them do."""
        found, first = list[PlacedPair](), self._pairs[0].place
        for path in _differing(left, right):
            gold, extracted = left.get(path, ABSENT), right.get(path, ABSENT)
            field = paths.inside(self._field, path)
            weight = self._weights.get(field)
            if weight is None:
                return None
            status = "hallucination" if gold is ABSENT else "omission" if extracted is ABSENT else "mismatch"
            at = paths.inside(paths.element(self._path, i), path)
            beside = None if extracted is ABSENT else paths.inside(paths.element(self._beside, j), path)
            lost = self._losing[field] * (1 if status == "mismatch" else 0.5)
            place = replace(
                first, path=at, gold_path=at, extracted_path=beside, weight=weight, lost=lost, parts=(), is_shift=True
            )
            found.append(PlacedPair(field, gold, extracted, status, place))
        return found


def shifts_undone(
    shifted: ShiftedArrays, rows: Ints, pairs: Sequence[PlacedPair], every: Ints
) -> tuple[list[PlacedPair], list[bool]]:
    """Return the differences that are left in shifted arrays, and which of `pairs` they stand for.

    `pairs` are those of `rows`, and `every` the rows of all differences: arrays of which only some are chosen are left.
    """
    arrays = shifted.around(rows)
    if not any(arrays):
        return [], [False] * len(pairs)
    known = Counter(filter(None, arrays))
    whole = known if len(every) == len(rows) else Counter(filter(None, shifted.around(every)))
    of_array: dict[At, list[PlacedPair]] = {}
    for at, pair in zip(arrays, pairs, strict=True):
        if at is not None and known[at] == whole[at]:
            of_array.setdefault(at, []).append(pair)
    found, undone = list[PlacedPair](), set[At]()
    for at, some in of_array.items():
        left = shifted.unshifted(at, some)
        if left is not None:
            found += left
            undone.add(at)
    return found, [at in undone for at in arrays]


def is_displaced(gold: list[Any], extracted: list[Any], step: Step, field: str, counting: Container[str]) -> bool:
    """Check whether two elements that pair by position, `step`, do not if they pair by what they hold.

    `field` is the schema path of an element, and `counting` those of the fields in it that count.
    """
    steps = _steps(_all_plain(gold, field, counting), _all_plain(extracted, field, counting))
    return steps is not None and step not in steps


def _steps(left: Sequence[_Plain], right: Sequence[_Plain]) -> list[Step] | None:
    """Pair the elements of two arrays by what they hold; None where pairing by position does as well."""
    return match_in_order(left, right, _common) or near_at_other_places(left, right, _common)


def _near(steps: Sequence[Step], left: Sequence[_Leaves], right: Sequence[_Leaves]) -> list[Pair]:
    """Pair what has no partner in these steps, where two are nearly the same."""
    return near_pairs(
        {i: _plain(left[i]) for i, j in steps if i is not None and j is None},
        {j: _plain(right[j]) for i, j in steps if j is not None and i is None},
        _common,
    )


def near_elements(gold: list[Any], extracted: list[Any], field: str, counting: Container[str]) -> dict[Pair, list[str]]:
    """Pair elements of which neither has a partner, where two are nearly the same, and name what differs in them."""
    left, right = ([dict(_leaves(one, "", field, counting)) for one in side] for side in (gold, extracted))
    steps: list[Step] = [*((i, None) for i in range(len(left))), *((None, j) for j in range(len(right)))]
    return {(i, j): _differing(left[i], right[j]) for i, j in _near(steps, left, right)}


def _differing(left: _Leaves, right: _Leaves) -> list[str]:
    """Return the paths in two elements at which they differ."""
    every = dict.fromkeys((*left, *right))
    return [path for path in every if _same(left.get(path, ABSENT)) != _same(right.get(path, ABSENT))]


def equal_elements(element: Any, of: list[Any], field: str, counting: Container[str]) -> list[int]:
    """Return the indexes of the elements that hold the same as one of the other side, or of the same side."""
    held = _plain(dict(_leaves(element, "", field, counting)))
    return [at for at, one in enumerate(_all_plain(of, field, counting)) if one == held]


def _all_plain(elements: list[Any], field: str, counting: Container[str]) -> list[_Plain]:
    return [_plain(dict(_leaves(one, "", field, counting))) for one in elements]


def _leaves(value: Any, path: str, field: str, counting: Container[str]) -> Iterator[tuple[str, Any]]:
    """Yield what counts in an element; arrays in it are one value."""
    if isinstance(value, dict) and field not in counting:
        for key, inner in value.items():
            yield from _leaves(inner, paths.child(path, key), paths.child(field, key), counting)
    elif field in counting or isinstance(value, list):
        yield path, value


def _array_of(element: str) -> str:
    return element[: element.rindex("[")]


def _either(step: Step) -> int:
    i, j = step
    at = j if i is None else i
    assert at is not None
    return at


def _plain(leaves: _Leaves) -> _Plain:
    return frozenset((path, _same(value)) for path, value in leaves.items())


def _common(left: _Plain, right: _Plain) -> tuple[float, bool]:
    """Count the equal values of two elements, and say whether they are half of those that either has."""
    equal, every = len(left & right), len({path for path, _ in left | right})
    return float(equal), equal >= _LEAST * every


def _same(value: Any) -> Hashable:
    """Return a key that is equal for values that hardly anyone calls different: other case, spaces, 1 and 1.0."""
    if value is ABSENT or value is None:
        return None
    if isinstance(value, str):
        return " ".join(value.split()).casefold()
    if isinstance(value, float) and value.is_integer():
        return strict_key(int(value))
    return strict_key(value)
