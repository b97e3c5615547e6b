"""Checks the settings of a review that the store itself goes by; the others are kept as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evaljson.store.actor import Actor, checked, person
from evaljson.store.errors import NotAllowed, StoreError
from evaljson.store.names import checked_name

MAX_TEXT: Final = 20_000
"""Characters of the instructions."""
_MADE_BY: Final = ("opinions", "overlap", "audit", "order", "seed", "source", "moved", "cut_off")
"""Settings that the cards were made by."""
_DECIDERS: Final = ("owner", "anyone")


def checked_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings. Raises StoreError for people who are no list of names, and an unknown decider."""
    people = settings.get("people", [])
    if not isinstance(people, list) or not all(isinstance(one, str) for one in people):
        raise StoreError("the people of a review are a list of names; an empty one lets in whoever has the link.")
    for one in people:
        checked_name(person(one), "each of the people of a review")
    if settings.get("decider", "owner") not in _DECIDERS:
        raise StoreError(f"the decider of a review is one of {', '.join(_DECIDERS)}, not {settings['decider']!r:.50}.")
    return dict(settings)


def merged(before: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings with some of them replaced. Raises StoreError for those that the cards were made by."""
    for name in _MADE_BY:
        if name in changes and changes[name] != before.get(name):
            raise StoreError(f"the cards were made by {name!r}, which stays as it is; make another review for that.")
    return checked_settings({**before, **changes})


def checked_text(text: str) -> str:
    """Return the instructions. Raises StoreError if they are too long."""
    if len(text) > MAX_TEXT:
        raise StoreError(f"the instructions have {len(text):,} characters, at most {MAX_TEXT:,}; shorten them.")
    return text


def checked_guest(by: Actor, settings: Mapping[str, Any]) -> str:
    """Return the name of who answers. Raises NotAllowed for others than those whom the review is for."""
    who, people = checked(by, "answer"), settings.get("people") or []
    if people and who not in map(person, people):
        raise NotAllowed(f"{who} is not among the people of this review; ask whoever made it to add the name.")
    return who


def checked_decider(by: Actor, settings: Mapping[str, Any]) -> str:
    """Return the name of who settles. Raises NotAllowed."""
    if settings.get("decider", "owner") == "anyone":
        return checked_guest(by, settings)
    return checked(by, "settle")
