"""Equality of exact numbers within a tolerance, as `numeric` has it, in exact arithmetic: 0.3 is 0.1 off 0.2."""

from __future__ import annotations

from fractions import Fraction

from evaljson.base.params import LARGEST, Param
from evaljson.comparators.base import Params
from evaljson.transforms.number_text import number_text

TOLERANCE = Param(
    "tolerance",
    "object",
    "How far extracted may be from gold; both must hold where both are given.",
    fields=(
        Param(
            "rel",
            "number",
            "Share of gold: 0.01 is 1%; of 1 where gold is 0.",
            minimum=0,
            maximum=LARGEST,
            null_is_unset=True,
        ),
        Param("abs", "number", "In the field's own unit.", minimum=0, maximum=LARGEST, null_is_unset=True),
    ),
    null_is_unset=True,
)


def within(gold: Fraction, extracted: Fraction, params: Params) -> tuple[bool, str | None]:
    """Check whether two numbers are equal or close enough, and say how far apart they are if they are not equal."""
    if gold == extracted:
        return True, None
    tolerance = params.get("tolerance") or {}
    rel, absolute = tolerance.get("rel"), tolerance.get("abs")
    off = abs(gold - extracted)
    allowed = [
        *([exact(rel) * (abs(gold) or 1)] if rel is not None else []),
        *([exact(absolute)] if absolute is not None else []),
    ]
    close = bool(allowed) and off <= min(allowed)
    limit = f", allowed {number_text(min(allowed))}" if allowed else ""
    return close, f"off by {number_text(off)}{limit}"


def exact(number: int | float) -> Fraction:
    """Return a parameter exactly as written: 0.1 is one tenth."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))
