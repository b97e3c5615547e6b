"""The transforms of this package: a registry apart from evaljson's, with the six built-in ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from evaljson.base.errors import NotCallableError, RegistryError, TransformNotFoundError, did_you_mean
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
    if not isinstance(name, str) or not name:
        raise RegistryError(f"a transform's name is a non-empty string, not {name!r}")
    if not callable(fn):
        raise NotCallableError(f"transform {name!r} is not callable: pass fn(value, params)")
    if name in _REGISTRY:
        raise RegistryError(f"transform {name!r} is registered already: choose another name")
    _REGISTRY[name] = fn


def unregister(name: str) -> None:
    """Forget what was registered under `name`, for test suites. Raises TransformNotFoundError."""
    if name in BUILT_IN or _REGISTRY.pop(name, None) is None:
        raise TransformNotFoundError(f"no transform was registered as {name!r}")


def get_transform(name: str) -> Callable[..., Any]:
    """Return what was registered. Raises TransformNotFoundError, which is a KeyError."""
    if name not in _REGISTRY:
        raise TransformNotFoundError(f"there is no transform {name!r}.{did_you_mean(str(name), _REGISTRY)}")
    return _REGISTRY[name]
