"""Counts what got better or worse beyond chance: fields of the eval schema, and apart from them keys that it lacks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evaljson.compare.fields import FieldComparison
from evaljson.compare.verdict import Verdict


@dataclass(frozen=True, slots=True)
class DetectablyMoved:
    """How many of each."""

    fields: int
    """Of the eval schema."""
    keys: int
    """That it lacks."""
    spared: int = 0
    """Of `fields`, those that `FieldComparison.is_spared` says."""


def moved(fields: Iterable[FieldComparison], verdict: Verdict) -> DetectablyMoved:
    """Count those with a verdict."""
    having = [field for field in fields if field.verdict == verdict]
    declared = [field for field in having if field.declared]
    return DetectablyMoved(len(declared), len(having) - len(declared), sum(field.is_spared for field in declared))
