"""What the registries of comparators and transforms have in common: names, functions, and errors about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from evaljson.base.errors import EvaljsonError, NotCallableError, RegistryError, did_you_mean

Function = Callable[..., Any]


def check_registration(kind: str, name: Any, fn: Any, example: str) -> None:
    """Raise RegistryError for a name that is none, NotCallableError for no function; `example` is one that fits."""
    if not isinstance(name, str) or not name:
        raise RegistryError(f"a {kind}'s name is a non-empty string, not {name!r}")
    if not callable(fn):
        raise NotCallableError(f"{kind} {name!r} is not callable: pass {example}")


def forget(
    kind: str, name: str, registry: dict[str, Function], built_in: Mapping[str, Function], error: type[EvaljsonError]
) -> None:
    """Take a function out of a registry. Raises `error` where none was registered under the name."""
    if name in built_in or registry.pop(name, None) is None:
        raise error(f"no {kind} was registered as {name!r}")


def registered(kind: str, name: str, registry: Mapping[str, Function], error: type[EvaljsonError]) -> Function:
    """Return the function under a name. Raises `error` where there is none."""
    if name not in registry:
        raise error(f"there is no {kind} {name!r}.{did_you_mean(str(name), registry)}")
    return registry[name]
