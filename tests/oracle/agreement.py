"""Krippendorff's alpha by its definition: every rating against every other, one pair at a time."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

Distance = Callable[[Any, Any], float | None]
"""None: the two cannot be compared."""


def alpha(units: Sequence[Sequence[Any]], distance: Distance) -> float | None:
    """Compute 1 - Do / De over the ratings of each unit, gaps left out; the mean of both directions of a distance."""
    rated = [list(unit) for unit in units if len(unit) > 1]

    def apart(a: Any, b: Any) -> float | None:
        there, back = distance(a, b), distance(b, a)
        return None if there is None or back is None else (there + back) / 2

    far = weight = 0.0
    for unit in rated:
        for a, b in permutations(unit, 2):
            if (one := apart(a, b)) is not None:
                far, weight = far + one / (len(unit) - 1), weight + 1 / (len(unit) - 1)
    everything = [value for unit in rated for value in unit]
    any_two = [one for a, b in permutations(everything, 2) if (one := apart(a, b)) is not None]
    by_chance = sum(any_two) / len(any_two) if any_two else 0.0
    return None if not weight or by_chance < 1e-12 else float(1 - (far / weight) / by_chance)


def ac1(units: Sequence[Sequence[Any]], categories: Sequence[Any]) -> float | None:
    """Compute Gwet's AC1 unit by unit."""
    rated = [unit for unit in units if len(unit) > 1]
    some = [unit for unit in units if unit]
    if not rated or len(categories) < 2:
        return None
    agreed = [sum(a == b for a, b in permutations(unit, 2)) / (len(unit) * (len(unit) - 1)) for unit in rated]
    shares = [sum(unit.count(one) / len(unit) for unit in map(list, some)) / len(some) for one in categories]
    by_chance = sum(share * (1 - share) for share in shares) / (len(categories) - 1)
    return float((sum(agreed) / len(agreed) - by_chance) / (1 - by_chance))
