"""Columns of the same records, for callers that score them again and again under schemas that differ a little."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from evaljson.base.arrays import Ints
from evaljson.scoring.columns import Columns
from evaljson.scoring.schema_parts import SchemaPart


@dataclass(frozen=True, slots=True)
class KeptColumns:
    """Only what no schema changes is kept: values by path, and numbers for them. Always pass the same records."""

    _by_block: dict[Hashable, Columns] = field(default_factory=dict)

    def of(self, part: SchemaPart, records: Ints, make: Callable[[], Columns]) -> Columns:
        """Return the columns of some records, made by `make` for the first time."""
        block = part.value, part.label, records.tobytes()
        known = self._by_block.get(block)
        if known is None:
            self._by_block[block] = known = make()
        else:
            known.forget()
        return known
