"""Arrays whose name says that their elements have an order: pairing them otherwise is a high risk, wherever offered."""

from __future__ import annotations

import re
from typing import Final

from evaljson.base.paths import split

_ORDERED: Final = re.compile(
    r"(?<![^\W_])(steps?|instructions?|procedures?|directions|sequence|stages|phases|route|itinerary|stops|waypoints"
    r"|timeline|rankings?|ranked|ordered|priorities|agenda|schritte|ablauf|etapes|pasos)(?![^\W_])", re.I,
)  # fmt: skip


def names_an_order(path: str) -> bool:
    """Check whether the name of an array, by its path, says so: steps, a route, a ranking."""
    names = [step for step in split(path) if isinstance(step, str)]
    return bool(names) and _ORDERED.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", names[-1])) is not None
