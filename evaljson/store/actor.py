"""Says who does something in a review: a name, how it was proved, and what its role allows."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

from evaljson.store.errors import NotAllowed
from evaljson.store.names import checked_name

Proof = Literal["typed", "oidc", "proxy", "cli", "import"]
Role = Literal["owner", "editor", "reviewer", "viewer"]
Deed = Literal["answer", "settle", "make", "delete", "apply"]

RANKS: Final[dict[str, int]] = {"viewer": 0, "reviewer": 1, "editor": 2, "owner": 3}
"""Lowest first: whoever has a role may do what those below it may."""
_NEEDED: Final[dict[Deed, Role]] = {
    "answer": "reviewer", "settle": "editor", "make": "editor", "delete": "owner", "apply": "owner"
}  # fmt: skip
_IN_WORDS: Final[dict[Deed, str]] = {
    "answer": "answer in a review",
    "settle": "settle answers that differ",
    "make": "make or change a review",
    "delete": "delete a review",
    "apply": "put corrected gold in place",
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Someone who does something."""

    name: str
    proof: Proof = "typed"
    """How the name was proved: typed is not at all, oidc and proxy by signing in; cli and import say where from."""
    role: Role = "owner"

    @property
    def person(self) -> str:
        """The name that answers are kept under: the same however it was typed."""
        return person(self.name)


def person(name: str) -> str:
    """Return a name without spaces around it, and with every accent written in one way."""
    return unicodedata.normalize("NFC", name).strip()


def checked(by: Actor, deed: Deed) -> str:
    """Return the name of who does it. Raises NotAllowed if the role does not allow it, StoreError without a name."""
    name = checked_name(by.person, "who works on a review")
    needed = _NEEDED[deed]
    if RANKS.get(by.role, -1) < RANKS[needed]:
        raise NotAllowed(f"{name} is {by.role} here and may not {_IN_WORDS[deed]}; that takes at least: {needed}.")
    return name
