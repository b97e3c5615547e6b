"""Comparators and transforms inside a comparator's parameters: checked when a schema is parsed, found when called."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from evaljson.base.errors import RegistryError, SchemaError
from evaljson.base.limits import DEFAULTS
from evaljson.base.params import Param, is_deeper, params_of, parse_xeval_entry, read_entry, short
from evaljson.comparators.base import ComparatorResult, PairScorer, Registered, as_result, column_scorer, says
from evaljson.comparators.registry import find_comparator
from evaljson.transforms.registry import find_transform

_DEEPEST = 50
EXAMPLE = '["exact", {"date": {}}]'
"""Comparators as a list."""


def check_comparator(entry: Any) -> str | None:
    """Return why an entry cannot be used inside another comparator, or None."""
    if is_deeper(entry, _DEEPEST):
        return f"comparators inside comparators are nested deeper than {_DEEPEST} levels"
    try:
        read_entry(entry, _find, "comparator")
    except SchemaError as error:
        return str(error)
    return None


def check_comparators(entries: list[Any]) -> str | None:
    """Return why a list of entries cannot be used inside another comparator, or None."""
    if not entries:
        return f"list at least one comparator, such as {EXAMPLE}"
    problems = (problem for problem in map(check_comparator, entries) if problem)
    first_problem = next(problems, None)
    if first_problem is None or EXAMPLE in first_problem:
        return first_problem
    return f"{first_problem.removesuffix('.')}. Write them such as {EXAMPLE}"


def check_each(entries: list[Any]) -> str | None:
    """Return why a list of transforms cannot be used, or None."""
    try:
        for entry in entries:
            read_entry(entry, find_transform, "transform")
    except SchemaError as error:
        return str(error)
    return None


TRANSFORM = Param(
    "transform",
    "array",
    "Transforms of each element, as in x-eval-transform.",
    longest=DEFAULTS.transforms,
    check=check_each,
)


def _find(name: str) -> Registered:
    comparator = find_comparator(name)
    if says(comparator.fn, "is_batch") or name == "compound":
        raise SchemaError(f"{short(name)} judges many fields at once: it cannot stand inside another comparator")
    return comparator


def is_inner(name: str) -> bool:
    """Check whether a comparator may be used inside another one."""
    try:
        _find(name)
    except (RegistryError, SchemaError):
        return False
    return True


def compare_by(entry: Any, gold: Any, extracted: Any) -> ComparatorResult:
    """Compare by the entry's comparator.

    What it raises is not caught, and an answer that is none from 0 to 1 raises ValueError: the engine reports both.
    """
    name, params = parse_xeval_entry(entry)
    answer = _find(name).fn(gold, extracted, params)
    result = as_result(answer, name)
    if result is None or isinstance(answer, bool):
        raise ValueError(f"comparator {name!r} scored {answer!r}, which is not from 0 to 1")
    if not result.skip and (type(result.score) is bool or not _in_range(result.score)):
        raise ValueError(f"comparator {name!r} scored {result.score!r}, which is not from 0 to 1")
    return result


def scorer_by(entry: Any, values: Sequence[Any]) -> PairScorer | None:
    """Return what the entry's comparator scores columns of these values with; None where it only compares pairs."""
    name, params = parse_xeval_entry(entry)
    vectorise = column_scorer(_find(name).fn)
    scorer: PairScorer | None = None if vectorise is None else vectorise(values, params)
    return scorer


def is_cacheable(fn: Any, params: Mapping[str, Any]) -> bool:
    """Check whether a comparator and those in its parameters may be called once per distinct pair."""
    return getattr(fn, "cacheable", True) is not False and all(is_cacheable(*one) for one in _inside(fn, params))


def scores_columns(fn: Any, params: Mapping[str, Any]) -> bool:
    """Check whether a comparator and those in its parameters score whole columns."""
    return column_scorer(fn) is not None and all(scores_columns(*one) for one in _inside(fn, params))


def _inside(fn: Any, params: Mapping[str, Any]) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    for entry in itertools.chain.from_iterable(_entries_inside(fn, params).values()):
        name, own = parse_xeval_entry(entry)
        yield _find(name).fn, own


def with_listed(name: str, params: Mapping[str, Any], transform: Callable[[Any], Any]) -> dict[str, Any]:
    """Apply `transform`, and the transforms on the way, to the values listed by each `oneof` inside the parameters."""
    if name == "oneof":
        return {**params, "values": [transform(value) for value in params["values"]]}
    fn = _find(name).fn
    steps = transforms_of(params.get("transform")) if TRANSFORM in (params_of(fn) or ()) else None
    changed = dict(params)
    for key, entries in _entries_inside(fn, params).items():
        new = []
        for inner_name, inner_params in map(parse_xeval_entry, entries):
            new.append(
                {
                    inner_name: with_listed(
                        inner_name, inner_params, (lambda value: steps(transform(value))[0]) if steps else transform
                    )
                }
            )
        changed[key] = new if isinstance(params.get(key), list) else new[0]
    return changed


def _entries_inside(fn: Any, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the comparator entries inside the parameters, by parameter; omitted parameters are not included."""
    entries: dict[str, list[Any]] = {}
    for param in params_of(fn) or ():
        if param.name in params and param.check in (check_comparator, check_comparators):
            value = params[param.name]
            entries[param.name] = value if param.check is check_comparators else [value]
    return entries


def _in_range(score: Any) -> bool:
    try:
        return bool(0 <= score <= 1)
    except TypeError:
        return False


def transforms_of(entries: list[Any] | None) -> Callable[[Any], tuple[Any, str | None]]:
    """Join transforms into one function: (transformed value, None), or (the original value, why it was refused)."""
    steps = [(name, find_transform(name).fn, params) for name, params in map(parse_xeval_entry, entries or [])]

    def apply(value: Any) -> tuple[Any, str | None]:
        done = value
        for name, fn, params in steps:
            try:
                done = fn(done, params)
            except Exception as error:  # a user's transform may raise anything; the reason is in the result
                return value, str(error) or f"{name} raised {type(error).__name__}"
        return done, None

    return apply
