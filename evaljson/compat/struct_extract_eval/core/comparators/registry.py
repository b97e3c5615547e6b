"""The comparators of this package: a registry apart from evaljson's, with `exact`, `numeric` and `oneof`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from evaljson.base.errors import ComparatorNotFoundError, RegistryError
from evaljson.comparators.base import says
from evaljson.comparators.exact import exact
from evaljson.comparators.number.numeric import numeric
from evaljson.comparators.oneof import oneof
from evaljson.compat.struct_extract_eval.core.registered import check_registration, forget, registered

__all__ = ["ComparatorNotFoundError", "get_comparator", "is_batch", "register", "unregister"]
BUILT_IN: Final[dict[str, Callable[..., Any]]] = {"exact": exact, "numeric": numeric, "oneof": oneof}
_REGISTRY: dict[str, Callable[..., Any]] = dict(BUILT_IN)


def register(name: str, fn: Callable[..., Any], *, overwrite: bool = False) -> None:
    """Make a comparator known under `name`. Raises ValueError where the name is taken, TypeError for no function.

    `overwrite` replaces any but the three built-in ones.
    """
    check_registration("comparator", name, fn, "fn(gold, extracted, params)")
    if name in BUILT_IN:
        raise RegistryError(f"{name!r} is built in and cannot be replaced: register yours under another name")
    if name in _REGISTRY and not overwrite:
        raise RegistryError(f"comparator {name!r} is registered already: pass overwrite=True to replace it")
    _REGISTRY[name] = fn


def unregister(name: str) -> None:
    """Forget what was registered under `name`, for test suites. Raises ComparatorNotFoundError."""
    forget("comparator", name, _REGISTRY, BUILT_IN, ComparatorNotFoundError)


def get_comparator(name: str) -> Callable[..., Any]:
    """Return what was registered. Raises ComparatorNotFoundError, which is a KeyError."""
    return registered("comparator", name, _REGISTRY, ComparatorNotFoundError)


def is_batch(fn: Any) -> bool:
    """Check whether a comparator takes many fields at once: its `is_batch` is True."""
    return says(fn, "is_batch")
