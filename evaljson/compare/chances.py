"""The p of a comparison that nobody looks at: what those made together with it are adjusted for.

Intervals, sentences and notes take most of the time of a comparison. Of all variants but the one that is shown, only p
counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.estimate import FIGURES, Method, chances_of_ratios, of_fields, of_figures, of_losses
from evaljson.compare.fields import chances_of_fields
from evaljson.compare.paired import paired, ratios_of
from evaljson.compare.shared_records import Repeats
from evaljson.compare.side import Sides


@dataclass(frozen=True, slots=True)
class Chances:
    """Two-sided p of one comparison, not adjusted."""

    whole: float
    """Of the figure of the verdict; 1 where there was nothing to score."""
    declared: Floats
    """Of each tested field of the eval schema."""
    undeclared: Floats
    """Of each tested key that it lacks."""


def chances_of_runs(
    a: Repeats,
    b: Repeats,
    *,
    names: tuple[str, str] = ("A", "B"),
    figure: str = "f1",
    cluster: ClusterBy = None,
    resamples: int = 10_000,
    seed: int = 0,
) -> Chances:
    """Return the p that `compare_runs` with the same options would find. Raises InputError as it does."""
    sides = paired(a, b, names, cluster).sides
    method = Method(0.95, resamples, seed)  # no p depends on the confidence
    of_repeats = None
    if sides.repeated:
        both = chances_of_ratios(*ratios_of(sides, (of_fields, of_losses)), sides.clusters)
        of_repeats = _filled(both).reshape(2, -1)
    tested, p = chances_of_fields(sides, of_repeats, method)
    return Chances(_of_whole(sides, figure), p[tested & sides.declared], p[tested & ~sides.declared])


def p_of_whole(a: Repeats, b: Repeats, names: tuple[str, str], figure: str = "f1", cluster: ClusterBy = None) -> float:
    """Return the p of one figure alone. Raises InputError as `compare_runs` does."""
    return _of_whole(paired(a, b, names, cluster).sides, figure)


def _of_whole(sides: Sides, figure: str) -> float:
    place = FIGURES.index(figure)
    return float(_filled(chances_of_ratios(*ratios_of(sides, (of_figures,)), sides.clusters, only=[place])[place]))


def _filled(p: Floats | np.float64) -> Floats:
    filled: Floats = np.nan_to_num(np.asarray(p), nan=1.0)
    return filled
