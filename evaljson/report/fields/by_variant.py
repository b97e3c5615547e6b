"""Each field in each variant: its F1, and what mean F1 loses by it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.report.fields.containers import wholes
from evaljson.results.f1_lost import Tallied, f1_lost_by_field, rounded
from evaljson.results.losses import records_by_field
from evaljson.results.ranking import lowest_first


@dataclass(frozen=True, slots=True)
class VariantFigures:
    """Fields x variants; NaN where a variant has no result that counts at a field."""

    fields: list[str]
    """Those that cost mean F1 most in all variants together come first."""
    variants: list[str]
    f1: Floats
    f1_lost: Floats
    """What the mean F1 of the variant loses by the field, 0..1."""
    affected: Floats
    """Records in which the field is wrong, missing or invented."""
    wholes: Mapping[str, str]
    """Those of all fields that are an object or array itself, see evaljson.report.fields.containers, and rows that
    stand for several fields: in words, what they are."""

    def best(self) -> Floats:
        """Return the highest F1 of each field, NaN where no variant stands out: none has one, or all the same."""
        low, high = (_of_rows(self.f1, empty).reshape(-1) for empty in (np.inf, -np.inf))
        return np.where(high > low, high, np.nan)

    def only(self, fields: Collection[str]) -> VariantFigures:
        """Return some of the fields."""
        kept = [i for i, field in enumerate(self.fields) if field in fields]
        return self._in_order(kept)

    def lowest_first(self) -> VariantFigures:
        """Return the fields by the lowest F1 that any variant has, those without one last."""
        lowest = _of_rows(self.f1, np.inf)
        order = lowest_first(dict(enumerate(np.where(np.isinf(lowest), np.nan, lowest).tolist())))
        return self._in_order(list(order))

    def part(self, first: int, count: int) -> VariantFigures:
        """Return `count` of the fields, from `first` on."""
        return self._in_order(list(range(len(self.fields))[first : first + count]))

    def _in_order(self, kept: Sequence[int]) -> VariantFigures:
        fields, rows = [self.fields[i] for i in kept], np.array(kept, np.intp)
        return VariantFigures(
            fields, self.variants, self.f1[rows], self.f1_lost[rows], self.affected[rows], self.wholes
        )

    def first_of(self) -> str:
        """Say which field costs which variant most."""
        if not self.f1_lost.size or not np.nanmax(self.f1_lost, initial=0):
            return "No field loses anything."
        field, variant = np.unravel_index(np.nanargmax(self.f1_lost), self.f1_lost.shape)
        tied = int((rounded(self.f1_lost) == rounded(self.f1_lost)[field, variant]).sum()) - 1
        costs = f" and {tied:,} more cost F1 most, each as much" if tied else " costs F1 most"
        return f"{self.fields[int(field)]} of {self.variants[int(variant)]}{costs}."


def _of_rows(values: Floats, empty: float) -> Floats:
    filled = np.where(np.isnan(values), empty, values)
    extremes: Floats = filled.min(axis=1, initial=np.inf) if empty > 0 else filled.max(axis=1, initial=-np.inf)
    return extremes


def variant_figures(runs: Mapping[str, Tallied], groups: Mapping[str, str] | None = None) -> VariantFigures:
    """Return the figures of all fields that any of the runs has; `groups` say what rows of several fields are."""
    fields = list(dict.fromkeys(field for run in runs.values() for field in run.tallies.rows.fields))
    place = {field: i for i, field in enumerate(fields)}
    f1, losses, affected = (np.full((len(fields), len(runs)), np.nan) for _ in range(3))
    for column, run in enumerate(runs.values()):
        score, gold, extracted = run.tallies.by_field()
        whole = gold + extracted
        places = np.array([place[field] for field in run.tallies.rows.fields], np.intp)
        f1[places, column] = np.divide(2 * score, whole, out=np.full_like(score, np.nan), where=whole > 0)
        losses[places, column] = np.where(whole > 0, f1_lost_by_field(run.tallies), np.nan)
        affected[places, column] = records_by_field(run.tallies.rows, faulty=True)
    order = np.argsort(-rounded(np.nansum(losses, axis=1)), kind="stable")
    names = [fields[i] for i in order.tolist()]
    whole_names = {**wholes(fields), **(groups or {})}
    return VariantFigures(names, list(runs), f1[order], losses[order], affected[order], whole_names)
