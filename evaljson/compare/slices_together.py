"""Adjusts the groups of several variants together: one family over all groups of all variants, as runs are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from evaljson.compare.slices import Slice, Slices
from evaljson.compare.verdict import verdict_of
from evaljson.stats.multiple_tests import holm

_Key = TypeVar("_Key")


def slices_together(by_variant: Mapping[_Key, Slices], confidence: float = 0.95) -> dict[_Key, Slices]:
    """Return the groups of each variant with verdicts that are adjusted for the groups of all variants."""
    p = [1.0 if group.estimate.p is None else group.estimate.p for one in by_variant.values() for group in one.slices]
    adjusted = iter(holm(p).tolist())
    together = len(by_variant)
    same = f"{'both' if together == 2 else f'all {together:,}'} variants compared with the same baseline"
    note = (f"Verdicts on groups are adjusted for those of {same}.",) if together > 1 else ()
    return {
        name: replace(
            one,
            slices=tuple(_adjusted(group, next(adjusted), confidence) for group in one.slices),
            tested=len(p),
            notes=(*one.notes, *(line for line in note if line not in one.notes)),
        )
        for name, one in by_variant.items()
    }


def _adjusted(group: Slice, p: float, confidence: float) -> Slice:
    return replace(group, p_adjusted=p, verdict=verdict_of(group.estimate.difference, p, confidence))
