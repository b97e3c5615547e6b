"""Gold records that repeat another one exactly, except for their id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.base.jsontypes import strict_key
from evaljson.leaks.facts import Known


def copies_in(gold: Sequence[Mapping[str, Any] | None], id_field: str | None) -> dict[int, int]:
    """Return by place of each copy the place of the first record with the same values.

    Records that share a single value, or only what many records have, such as a country, are no copies of each other.
    """
    first: dict[Any, int] = {}
    copies: dict[int, int] = {}
    looks = [_looks(record, id_field) for record in gold]
    seen = Counter(looks)
    for place, record in enumerate(gold):
        if seen[looks[place]] < 2:
            continue
        values = {} if record is None else {key: value for key, value in record.items() if key != id_field}
        if values and (same := first.setdefault(strict_key(values), place)) != place:
            copies[place] = same
    if not copies:
        return copies
    known = Known.of(gold, id_field)
    return {
        place: same
        for place, same in copies.items()
        if len(known.facts[place]) > 1 and same in known.shared_with(known.facts[place])
    }


def _looks(record: Mapping[str, Any] | None, id_field: str | None) -> int:
    """Return a number that is the same for records with the same values: most records have one that no other has."""
    texts = () if record is None else ((key, value) for key, value in record.items() if key != id_field)
    return hash(frozenset((key, value) for key, value in texts if type(value) is str))
