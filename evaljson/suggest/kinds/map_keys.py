"""Whether the keys of a map are made up, so that its entries pair up better by content."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from evaljson.base.paths import split
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.suggest.kinds.element_keys import sides_below
from evaljson.suggest.model import Level
from evaljson.suggest.proposal import share

_FEW: Final = 0.5
"""Of the keys of gold, the share that the extraction has too, up to which they say little."""
_NUMBERED: Final = re.compile(r"[^\W\d]+[\s_#.:-]*\d+|[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}|\d{1,2}", re.I)
"""`item_1`, `row 12`, `3`, a UUID; no years, which are data."""
_MOST_ARE: Final = 0.9


@dataclass(frozen=True, slots=True)
class MapKeys:
    """What the keys of a map are like, over all variants."""

    in_common: float
    """Of the keys of gold, the share that the extraction has too."""
    numbered: float
    """The share that is a word with a number, or a number."""

    def risk_by_content(self, entry: SchemaNode) -> Level | None:
        """Return the risk of leaving them out of the comparison; None where they seem to be data."""
        has_fields = bool(entry.properties) and not entry.is_unit
        if self.in_common <= _FEW:
            return "medium" if has_fields else "high"
        return "high" if has_fields and self.numbered >= _MOST_ARE else None


def keys_of(node: SchemaNode, runs: Mapping[str, RunResult]) -> MapKeys:
    """Look at the free keys of a map in all records where both sides have it."""
    keys = found = numbered = 0
    for run in runs.values():
        for record in run.records:
            level = [(record.gold, record.extracted)]
            for step in split(node.path):
                level = [pair for gold, other in level for pair in sides_below(gold, other, step)]
            for gold, other in level:
                if isinstance(gold, dict) and isinstance(other, dict):
                    free = [key for key in gold if key not in node.properties]
                    keys += len(free)
                    found += sum(key in other for key in free)
                    numbered += sum(_NUMBERED.fullmatch(key) is not None for key in free)
    return MapKeys(share(found, keys), share(numbered, keys))
