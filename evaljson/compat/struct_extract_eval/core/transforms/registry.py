"""The transforms of this package: a registry apart from evaljson's, with the six built-in ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from evaljson.base.errors import RegistryError, TransformNotFoundError
from evaljson.compat.struct_extract_eval.core.registered import check_registration, forget, registered
from evaljson.transforms import convert, text
from evaljson.transforms.base import NonePasses

__all__ = ["TransformNotFoundError", "get_transform", "register", "unregister"]


def round_digits(value: Any, params: dict[str, Any]) -> int | float:
    """Round to `digits`; a boolean is the number that it is in Python."""
    return convert.round_digits(int(value) if isinstance(value, bool) else value, params)


BUILT_IN: Final[dict[str, Callable[..., Any]]] = {
    "lowercase": NonePasses(text.lowercase),
    "strip": NonePasses(text.strip),
    "normalize_whitespace": NonePasses(text.normalize_whitespace),
    "sort_tokens": NonePasses(text.sort_tokens),
    "round_digits": NonePasses(round_digits),
    "type_convert": NonePasses(convert.type_convert),
}
_REGISTRY: dict[str, Callable[..., Any]] = dict(BUILT_IN)


def register(name: str, fn: Callable[..., Any]) -> None:
    """Make a transform known under `name`. Raises ValueError where the name is taken, TypeError for no function."""
    check_registration("transform", name, fn, "fn(value, params)")
    if name in _REGISTRY:
        raise RegistryError(f"transform {name!r} is registered already: choose another name")
    _REGISTRY[name] = fn


def unregister(name: str) -> None:
    """Forget what was registered under `name`, for test suites. Raises TransformNotFoundError."""
    forget("transform", name, _REGISTRY, BUILT_IN, TransformNotFoundError)


def get_transform(name: str) -> Callable[..., Any]:
    """Return what was registered. Raises TransformNotFoundError, which is a KeyError."""
    return registered("transform", name, _REGISTRY, TransformNotFoundError)
