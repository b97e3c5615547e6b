"""Whom the provider of the browser tests knows."""

from typing import Final

ANN, CAT, EVE = "ann", "cat", "eve"
USERS: Final[list[dict[str, object]]] = [
    {"sub": ANN, "email": "Ann@example.org"},
    {"sub": CAT, "email": "cat@example.org", "email_verified": False},
    {"sub": EVE, "email": "eve@evil.example"},
]
