"""F1 and lost weight of each field in each variant."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.report.fields.containers import wholes
from evaljson.results.losses import lost
from evaljson.results.model import RunResult
from evaljson.results.ranking import lowest_first


@dataclass(frozen=True, slots=True)
class VariantFigures:
    """Fields x variants; NaN where a variant has no result that counts at a field."""

    fields: list[str]
    """Those that lose most in all variants together come first."""
    variants: list[str]
    f1: Floats
    lost: Floats
    wholes: Mapping[str, str]
    """Those of all fields that are an object or array itself; see evaljson.report.fields.containers."""

    def best(self) -> Floats:
        """Return the highest F1 of each field, NaN where no variant stands out: none has one, or all the same."""
        low, high = (_of_rows(self.f1, empty).reshape(-1) for empty in (np.inf, -np.inf))
        return np.where(high > low, high, np.nan)

    def only(self, fields: Collection[str]) -> VariantFigures:
        """Return some of the fields."""
        kept = [i for i, field in enumerate(self.fields) if field in fields]
        return VariantFigures(
            [self.fields[i] for i in kept], self.variants, self.f1[kept], self.lost[kept], self.wholes
        )

    def lowest_first(self) -> VariantFigures:
        """Return the fields by the lowest F1 that any variant has, those without one last."""
        lowest = _of_rows(self.f1, np.inf)
        order = lowest_first(dict(enumerate(np.where(np.isinf(lowest), np.nan, lowest).tolist())))
        fields = [self.fields[i] for i in order]
        return VariantFigures(fields, self.variants, self.f1[order], self.lost[order], self.wholes)

    def part(self, first: int, count: int) -> VariantFigures:
        """Return `count` of the fields, from `first` on."""
        cut = slice(first, first + count)
        return VariantFigures(self.fields[cut], self.variants, self.f1[cut], self.lost[cut], self.wholes)

    def first_of(self) -> str:
        """Say which field and variant lose most."""
        if not self.lost.size or not np.nanmax(self.lost, initial=0):
            return "No field loses anything."
        field, variant = np.unravel_index(np.nanargmax(self.lost), self.lost.shape)
        return f"{self.fields[int(field)]} of {self.variants[int(variant)]} loses most."


def _of_rows(values: Floats, empty: float) -> Floats:
    filled = np.where(np.isnan(values), empty, values)
    extremes: Floats = filled.min(axis=1, initial=np.inf) if empty > 0 else filled.max(axis=1, initial=-np.inf)
    return extremes


def variant_figures(runs: Mapping[str, RunResult]) -> VariantFigures:
    """Return the figures of all fields that any of the runs has."""
    fields = list(dict.fromkeys(field for run in runs.values() for field in run.tallies.rows.fields))
    place = {field: i for i, field in enumerate(fields)}
    f1, losses = (np.full((len(fields), len(runs)), np.nan) for _ in range(2))
    for column, run in enumerate(runs.values()):
        score, gold, extracted = run.tallies.by_field()
        whole = gold + extracted
        places = np.array([place[field] for field in run.tallies.rows.fields], np.intp)
        f1[places, column] = np.divide(2 * score, whole, out=np.full_like(score, np.nan), where=whole > 0)
        losses[places, column] = np.where(whole > 0, lost(score, gold, extracted), np.nan)
    order = np.argsort(-np.nansum(losses, axis=1), kind="stable")
    return VariantFigures([fields[i] for i in order.tolist()], list(runs), f1[order], losses[order], wholes(fields))
