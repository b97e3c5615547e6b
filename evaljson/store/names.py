"""Makes ids that nobody can guess, and checks names that people give."""

from __future__ import annotations

import secrets
from typing import Final

from evaljson.store.errors import StoreError
from evaljson.store.tables import ID

MAX_NAME: Final = 200
"""Characters: an index of PostgreSQL holds no row of more than 2,700 bytes."""
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """Make an id for URLs: 16 characters, none that look alike, 79 random bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(ID))


def is_id(text: str) -> bool:
    """Check whether `new_id` could have made it."""
    return len(text) == ID and set(text) <= set(_ALPHABET)


def checked_name(name: str, what: str) -> str:
    """Return the name unchanged. Raises StoreError if it is empty or too long; `what` says what it names."""
    if not name.strip():
        raise StoreError(f"{what} needs a name; give it one.")
    if len(name) > MAX_NAME:
        raise StoreError(f"the name of {what} has {len(name):,} characters, at most {MAX_NAME}; shorten it.")
    return name
