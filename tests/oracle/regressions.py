"""Which fields one variant has fully right and another wrong, the plain ways, to check the columns against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evaljson import FieldResult, RunResult

from .values import MISSING, strictly_equal

Cell = tuple[Any, str | None]
"""A record, and the schema path of a field; None for a record that is missing altogether."""
_WRONG = ("mismatch", "omission", "hallucination")


def regressions_by_results(a: RunResult, b: RunResult) -> set[Cell]:
    """Go through all results of both runs."""
    of_a, of_b = _wrong(a), _wrong(b)
    missing_in_a, missing_in_b = (set(run.missing) for run in (a, b))
    found: set[Cell] = set()
    for record in of_a.keys() & of_b.keys() - missing_in_a:
        for field in of_b[record]:
            if all(_leaves_alone(field, other, results) for other, results in of_a[record].items()):
                found.add((record, None if record in missing_in_b else field))
    return found


def _wrong(run: RunResult) -> dict[Any, dict[str, list[FieldResult]]]:
    """What costs anything, by record and field."""
    every = run.table.in_order()
    by_record: dict[Any, dict[str, list[FieldResult]]] = {record.record_id: {} for record in run.records}
    for place, field, result in zip(every.records, every.fields, every.results, strict=True):
        if result.status in _WRONG and result.weight > 0:
            by_record[run.records[place].record_id].setdefault(field, []).append(result)
    return by_record


def _leaves_alone(field: str, wrong_field: str, results: list[FieldResult]) -> bool:
    """Whether a field may be right where another one is wrong: not the same, not inside, not around with anything."""
    if wrong_field == field or _is_inside(wrong_field, field):
        return False
    if not _is_inside(field, wrong_field):
        return True
    return all(one.status == "omission" or not (_has(one.gold_value) or _has(one.extracted_value)) for one in results)


def _is_inside(inner: str, outer: str) -> bool:
    return inner.startswith((f"{outer}.", f"{outer}["))


def _has(value: Any) -> bool:
    return not (value is None or value in ("", [], {}))


def is_right(schema: Mapping[str, Any], path: str, gold: Any, extracted: Any) -> bool:
    """Whether values agree at a schema path, of elements that are paired by position: nothing of a run is asked."""
    steps = path.replace("[]", ".[]").split(".")
    return all(strictly_equal(*both) for both in _at(schema, [step for step in steps if step], gold, extracted))


def _at(schema: Mapping[str, Any], steps: list[str], gold: Any, extracted: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of values at a path. Null, no key and an empty container have nothing inside; another kind of value stands
    in place of whatever is inside, unless both sides have nothing, or what was extracted is null or no key: then it is
    missing itself, as nothing inside is."""
    if not steps:
        yield gold, extracted
        return
    step, kind = steps[0], dict if "properties" in schema else list
    sides = [None if side is MISSING else side for side in (gold, extracted)]
    if any(map(_has, sides)) and not all(side is None or isinstance(side, kind) for side in sides):
        if sides[1] is not None:
            yield gold, extracted
        return
    left, right = (side if isinstance(side, kind) else kind() for side in sides)
    if isinstance(left, dict) and isinstance(right, dict):
        yield from _at(schema["properties"][step], steps[1:], left.get(step, MISSING), right.get(step, MISSING))
        return
    for place in range(max(len(left), len(right))):
        both = (side[place] if place < len(side) else MISSING for side in (left, right))
        yield from _at(schema["items"], steps[1:], *both)
