"""Mail addresses, by which people who sign in are known, and domains of them."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Final

LONGEST: Final = 200
"""Characters of an address."""
_ADDRESS: Final = re.compile(r"[^@\s,*]+@[^@\s,*]+")


def tidy(address: str) -> str:
    """Return a mail address as it is compared: without spaces around it, in lower case."""
    return address.strip().lower()


def is_address(text: str) -> bool:
    """Check whether a tidy text is a mail address."""
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None


def is_domain(text: str) -> bool:
    """Check whether a tidy text stands for all addresses of a domain, such as `@example.org`."""
    return text.startswith("@") and is_address(f"x{text}")


def domain_of(address: str) -> str:
    """Return the domain of an address, such as `@example.org`."""
    return f"@{address.rpartition('@')[2]}"


def matches(address: str, scope: Set[str]) -> bool:
    """Check a mail address against addresses and domains; an empty scope has nobody in it."""
    bare = tidy(address)
    return is_address(bare) and (bare in scope or domain_of(bare) in scope)
