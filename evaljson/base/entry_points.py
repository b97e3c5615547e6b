"""Find comparators and transforms of installed packages by entry points, and load them on first use.

A package offers them in its metadata, under the groups `evaljson.comparators` and `evaljson.transforms`:

    [project.entry-points."evaljson.comparators"]
    iban = "my_package.comparators:iban"
"""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any

from evaljson.base.errors import RegistryError


def installed_names(group: str) -> list[str]:
    """List the names that installed packages offer in a group."""
    return list(_names(group, tuple(sys.path)))


@lru_cache(maxsize=8)
def _names(group: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """List the names, once per import path: reading the metadata of all packages is slow."""
    return tuple(sorted(entry.name for entry in entry_points(group=group)))


def load_installed(group: str, name: str) -> Any | None:
    """Return what an installed package offers under a name, or None. Raises RegistryError if it cannot be loaded."""
    for entry in entry_points(group=group, name=name):
        try:
            return entry.load()
        except Exception as error:  # importing another package may raise anything
            package = entry.dist.name if entry.dist else "an installed package"
            raise RegistryError(
                f"{name!r} of {package} ({entry.value}) cannot be loaded: {type(error).__name__}: {error}"
            ) from error
    return None
