"""Elements of arrays that one side has alone: one difference each, in place of one for every value in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from evaljson.base import paths
from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.results.model import RunResult
from evaljson.review.paired_elements import At, PairedElements
from evaljson.review.placed_pairs import PlacedPair
from evaljson.review.places import Part
from evaljson.scoring.status import OMISSION


def with_whole_elements(
    run: RunResult, paired: PairedElements, rows: Ints, pairs: Sequence[PlacedPair], every: Ints
) -> list[PlacedPair]:
    """Put the differences in an element that has no partner together: gold lacks it, or the extraction does.

    `pairs` are those of `rows`, and `every` the rows of all differences: where only some of an element are chosen, such
    as those of one field, they stay apart. Elements within such an element are part of it.
    """
    lone = _LoneElements(run, paired)
    elements = lone.around(rows)
    if not any(elements):
        return list(pairs)
    known = Counter(filter(None, elements))
    whole = known if len(every) == len(rows) else Counter(filter(None, lone.around(every)))
    together: dict[At, list[PlacedPair]] = {}
    for at, pair in zip(elements, pairs, strict=True):
        if at is not None and known[at] == whole[at]:
            together.setdefault(at, []).append(pair)
    found = list[PlacedPair]()
    for at, pair in zip(elements, pairs, strict=True):
        if at is None or at not in together:
            found.append(pair)
        elif together[at]:
            found.append(_whole(run, at, together[at]))
            together[at] = []
    return found


class _LoneElements:
    """Knows which elements of a run have no partner."""

    def __init__(self, run: RunResult, paired: PairedElements) -> None:
        self._run, self._paired = run, paired

    def around(self, rows: Ints) -> list[At | None]:
        """Return for each of these rows the outermost element without a partner that it is in; None for the others."""
        records = self._run.tallies.rows.record[rows].tolist()
        omitted = (self._run.tallies.rows.status[rows] == OMISSION).tolist()
        listed = zip(records, self._run.table.paths_at(rows), omitted, strict=True)
        return [self._element(record, path, is_omitted) for record, path, is_omitted in listed]

    def _element(self, record: int, path: str, is_omitted: bool) -> At | None:
        if "[" not in path:
            return None
        for element in paths.elements_above(path):
            step = paths.split(element)[-1]
            if (isinstance(step, int) and step < 0) or (
                is_omitted and (record, element) in self._paired.without_partner
            ):
                return record, element
        return None


def _whole(run: RunResult, at: At, pairs: Sequence[PlacedPair]) -> PlacedPair:
    """Build the difference of a whole element of those in it."""
    first, (number, element) = pairs[0], at
    if first.place.path == element:
        return first  # an element that is one value
    record, depth = run.records[number], len(paths.elements_above(element)) - 1
    is_added = first.place.gold_path is None
    place = first.place
    extracted_path = paths.elements_above(place.extracted_path)[depth] if is_added and place.extracted_path else None
    parts: tuple[Part, ...] = tuple((pair.place.path, pair.place.extracted_path) for pair in pairs)
    gold: Any = ABSENT if is_added else value_at(record.gold, element)
    extracted: Any = ABSENT if extracted_path is None else value_at(record.extracted, extracted_path)
    whole = replace(
        place, path=element, gold_path=None if is_added else element, extracted_path=extracted_path,
        weight=sum(pair.place.weight for pair in pairs), lost=sum(pair.place.lost for pair in pairs), parts=parts,
    )  # fmt: skip
    return PlacedPair(paths.elements_above(first.field)[depth], gold, extracted, first.status, whole)
