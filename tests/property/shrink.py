"""Making a failing case small enough to read."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

LIMIT = 1500
"""Trials; each runs the engine once, on ever smaller cases."""


def shrunk(case: list[Any], fails: Callable[[list[Any]], bool]) -> list[Any]:
    """`case` with everything taken out that the failure does not need, one key or element at a time."""
    trials, smaller = 0, True
    while smaller and trials < LIMIT:
        smaller = False
        for candidate in cuts(case):
            trials += 1
            if still_fails(candidate, fails):
                case, smaller = candidate, True
                break
            if trials >= LIMIT:
                break
    return case


def still_fails(candidate: list[Any], fails: Callable[[list[Any]], bool]) -> bool:
    try:
        return fails(candidate)
    except Exception:  # what was cut out has made it another failure, or no valid schema
        return False


def cuts(case: list[Any]) -> Iterator[list[Any]]:
    """The case without one key or element, large parts first; the case itself keeps its length.

    A type stays, for a schema without it is another question.
    """
    for steps, value in sorted(places(case), key=lambda place: len(place[0])):
        if len(steps) > 1 and (steps[-1] != "type" or isinstance(value, dict)):
            candidate = copy.deepcopy(case)
            parent: Any = candidate
            for step in steps[:-1]:
                parent = parent[step]
            del parent[steps[-1]]
            yield candidate


def places(value: Any, steps: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in below:
        yield (*steps, step), inner
        yield from places(inner, (*steps, step))
