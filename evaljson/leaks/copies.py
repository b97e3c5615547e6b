"""Gold records that repeat another one exactly, except for their id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.base.jsontypes import strict_key


def copies_in(gold: Sequence[Mapping[str, Any] | None], id_field: str | None) -> dict[int, int]:
    """Return by place of each copy the place of the first record with the same values; empty records are none."""
    first: dict[Any, int] = {}
    copies: dict[int, int] = {}
    for place, record in enumerate(gold):
        values = {} if record is None else {key: value for key, value in record.items() if key != id_field}
        if values and (same := first.setdefault(strict_key(values), place)) != place:
            copies[place] = same
    return copies
