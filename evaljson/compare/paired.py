"""Two sides over the records that all their runs scored, and the sums that figures are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.compare.clusters import ClusterBy, make_clusters
from evaljson.compare.estimate import Ratios
from evaljson.compare.repeats import Parts, between_repeats, joined
from evaljson.compare.shared_records import Repeats, listed_runs, refuse_unlike_runs, shared_places
from evaljson.compare.side import Sides, make_sides
from evaljson.results.clusters import Clustered
from evaljson.results.model import RunResult
from evaljson.stats.repeat_variance import Between


@dataclass(frozen=True, slots=True)
class Paired:
    """The runs of both sides, where the shared records are in each, and their sums."""

    of_a: list[RunResult]
    of_b: list[RunResult]
    at_a: list[Ints]
    at_b: list[Ints]
    clustered: Clustered | None
    sides: Sides


def paired(a: Repeats, b: Repeats, names: tuple[str, str], cluster: ClusterBy) -> Paired:
    """Pair the records of two runs, or of their repeats. Raises InputError for runs that cannot be compared."""
    of_a, of_b = listed_runs(a, names[0]), listed_runs(b, names[1])
    refuse_unlike_runs(of_a, of_b, names)
    places = shared_places([*of_a, *of_b], names)
    at_a, at_b = places[: len(of_a)], places[len(of_a) :]
    clustered = make_clusters(of_a[0], at_a[0].tolist(), cluster)
    sides = make_sides(of_a, of_b, at_a, at_b, None if clustered is None else clustered.numbers)
    return Paired(of_a, of_b, at_a, at_b, clustered, sides)


def ratios_of(sides: Sides, kinds: Sequence[Parts]) -> tuple[Ratios, Between]:
    """Return the columns of some kinds of figures beside each other, and their variance between repeats."""
    of_a, of_b = (map(np.hstack, zip(*(parts(side) for parts in kinds), strict=True)) for side in (sides.a, sides.b))
    return Ratios(*of_a, *of_b), joined([between_repeats(sides.singles, parts) for parts in kinds])
