"""Arrays for which a key is suggested though pairing by content brings more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evaljson.suggest.beyond_key import gain_beyond, more_than
from evaljson.suggest.model import Suggestion
from evaljson.suggest.suggestions import Suggestions


@dataclass(frozen=True, slots=True)
class MoreByContent:
    """An array for which a key is suggested, though content brings more."""

    path: str
    key: str
    variant: str
    """For which it brings most."""
    by: str
    """How many points of mean F1, as shown."""
    gain: float
    """The same as it is, 0..1."""


def more_by_content(found: Suggestions) -> list[MoreByContent]:
    """List the arrays for which a key is proposed, those first for which content brings most beyond it."""
    return sorted(_more(found), key=lambda one: -one.gain)


def _more(found: Suggestions) -> Iterator[MoreByContent]:
    for one in found:
        content = next((other for other in found.alternatives_to(one) if other.kind == "hungarian"), None)
        if one.kind != "key" or content is None or one.effect is None or content.effect is None:
            continue
        more = more_than(one.effect, content.effect)
        if more is not None:
            yield MoreByContent(one.path, _key(one), *more, gain_beyond(one.effect, content.effect, more[0]))


def _key(one: Suggestion) -> str:
    return str((one.edit.align or {}).get("key", ""))
