"""Sibling fields judged as one, by subclasses with `compare(self, gold, extracted)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.nested import compound


class CompoundComparator(compound.CompoundComparator):
    """Judges the fields `fields` of one object; the result is at `primary`, the others are skipped.

    Where `compare` raises, all fields of this comparator in the record are `batch_error`.
    """

    failure_is_unjudged = True

    def __init__(self, fields: Sequence[str], primary: str, name: str = "compound") -> None:
        super().__init__(fields, primary, name)
        self.fields = fields  # type: ignore[assignment]  # the very list, which a program may hold too

    def compare(self, gold: Mapping[str, Any], extracted: Mapping[str, Any]) -> float:  # type: ignore[override]
        """Score how alike the two objects are, 0 to 1; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} defines no compare(self, gold, extracted)")

    def judge(self, gold: Mapping[str, Any], extracted: Mapping[str, Any], params: Params) -> ComparatorResult:
        """Answer with `compare`, which gets all declared fields: None for one that neither side has.

        A field that only one side has is a mismatch. Raises what `compare` raises, and for what is no number.
        """
        one_sided = sorted(set(gold) ^ set(extracted))
        if one_sided:
            return ComparatorResult(0.0, self.name, f"only one side has {', '.join(one_sided)}")
        whole = ({field: side.get(field) for field in self.fields} for side in (gold, extracted))
        return ComparatorResult(float(self.compare(*whole)), self.name)
