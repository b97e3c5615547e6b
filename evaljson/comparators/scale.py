"""The scale of a semantic judgement: named steps, each with a score."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

BINARY: Mapping[str, float] = {"different": 0.0, "same": 1.0}
_MOST = 12


def steps_of(scale: Any) -> dict[str, float]:
    """Score by name of each step, lowest first. `scale` is "binary", names from the worst to the best (spread evenly
    over 0..1), or {"steps": {name: score}}; None is binary. It must have passed `scale_problem`."""
    if scale is None or scale == "binary":
        return dict(BINARY)
    if isinstance(scale, list):
        return {name: place / (len(scale) - 1) for place, name in enumerate(scale)}
    return dict(sorted(((name, float(score)) for name, score in scale["steps"].items()), key=lambda step: step[1]))


def scale_problem(scale: Any) -> str | None:
    """Return what is wrong with a scale, or None."""
    if scale == "binary":
        return None
    if isinstance(scale, list):
        return _names_problem(scale)
    if isinstance(scale, Mapping) and set(scale) == {"steps"} and isinstance(scale["steps"], Mapping):
        return _names_problem(list(scale["steps"])) or _scores_problem(list(scale["steps"].values()))
    return 'write "binary", ["worst", ..., "best"] or {"steps": {"name": score, ...}}'


def _names_problem(names: list[Any]) -> str | None:
    if not 2 <= len(names) <= _MOST:
        return f"a scale has 2 to {_MOST} steps, not {len(names)}"
    if not all(isinstance(name, str) and name.strip() == name and name for name in names):
        return "each step has a name: a text without spaces around it"
    if len({name.casefold() for name in names}) != len(names):
        return "two steps have the same name"
    return None


def _scores_problem(scores: list[Any]) -> str | None:
    if not all(type(score) in (int, float) and math.isfinite(score) and 0 <= score <= 1 for score in scores):
        return "each step has a score from 0 to 1"
    if len({float(score) for score in scores}) != len(scores):
        return "two steps have the same score"
    return None
