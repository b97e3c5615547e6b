"""What pairing the elements of an array by content brings beyond a key: who extracts the key wrong loses by it."""

from __future__ import annotations

from evaljson.suggest.model import SEEN, Effect
from evaljson.wording.differences import in_points


def more_than(key: Effect, content: Effect) -> tuple[str, str] | None:
    """Return the variant whose mean F1 content raises most beyond a key, and by how many points; None if by none."""
    name = max(key.variants, key=lambda one: gain_beyond(key, content, one), default=None)
    if name is None or gain_beyond(key, content, name) < SEEN:
        return None
    shown = in_points(key.variants[name].after.f1 or 0.0, content.variants[name].after.f1 or 0.0)[2]
    return name, shown.lstrip("+")


def gain_beyond(key: Effect, content: Effect, name: str) -> float:
    """Return by how much content raises mean F1 of a variant beyond a key, from -1 to 1."""
    return (content.variants[name].after.f1 or 0.0) - (key.variants[name].after.f1 or 0.0)
