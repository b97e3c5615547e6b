"""Someone who is signed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evaljson.base.mail_address import domain_of, is_address
from evaljson.store.actor import Proof

EVERYONE: Final = "*"
"""In the place of an address: whoever is signed in."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Someone who is signed in."""

    address: str
    """A tidy mail address; anything else may do nothing."""
    proof: Proof
    is_admin: bool = False

    @property
    def scopes(self) -> tuple[str, ...]:
        """What a role may be given to so that this person has it: nothing for what is no address."""
        return (self.address, domain_of(self.address), EVERYONE) if is_address(self.address) else ()
