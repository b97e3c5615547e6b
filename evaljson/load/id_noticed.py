"""Notices where records that are paired by position have ids that pair them otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from evaljson.load.id_names import sounds_like_id
from evaljson.load.loaded_records import Record

_ID_TYPES: Final = (str, int)


def ids_not_used(gold: Sequence[Record], extracted: Sequence[Record | None]) -> str | None:
    """Say which key has other ids on both sides of some pairs, and what to do; None where no key has.

    For records paired by position because no id field is set. A key counts that is called an id, that all records of
    both sides have, that hardly repeats in gold, and half of whose gold ids were extracted too. A pair counts whose
    extracted id is that of another gold record; one alone may be a wrong value.
    """
    pairs = [(left, right) for left, right in zip(gold, extracted, strict=True) if isinstance(right, dict)]
    if not pairs:
        return None
    named = sorted(
        (key for key in pairs[0][0] if isinstance(key, str) and sounds_like_id(key)), key=sounds_like_id, reverse=True
    )
    for key in named:
        if not all(_is_usable(left.get(key)) and _is_usable(right.get(key)) for left, right in pairs):
            continue
        ids = [(left[key], right[key]) for left, right in pairs]
        here, there = ({_typed(pair[side]) for pair in ids} for side in (0, 1))
        if len(ids) - len(here) > max(1, len(ids) // 10) or len(here & there) * 2 < len(here):
            continue  # a field with few values, or one that was extracted wrong
        moved = sum(_typed(left) != _typed(right) and _typed(right) in here for left, right in ids)
        if moved > 1:
            first = "" if len(here) == len(ids) else "give each gold record its own id, and "
            differing = f"paired by position, but {moved:,} pairs have two different {key!r}"
            return f"{differing}: {first}set {key!r} as the id field"
    return None


def _is_usable(value: Any) -> bool:
    return type(value) in _ID_TYPES


def _typed(value: Any) -> tuple[type, Any]:
    return type(value), value
