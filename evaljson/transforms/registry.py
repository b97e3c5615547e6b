"""The process-wide registry of transforms."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from typing import Any

from evaljson.errors import RegistryError, did_you_mean
from evaljson.params import Param
from evaljson.transforms import convert, text
from evaljson.transforms.base import RegisteredTransform, Transform

_lock = threading.Lock()


def _built_in_transform(
    name: str, fn: Callable[[Any, dict[str, Any]], Any], params: tuple[Param, ...]
) -> RegisteredTransform:
    def none_passes(value: Any, given: dict[str, Any]) -> Any:
        return None if value is None else fn(value, given)

    return RegisteredTransform(name, none_passes, params, built_in=True, source=fn)


_built_in = {
    name: _built_in_transform(name, fn, params)
    for name, fn, params in (
        ("lowercase", text.lowercase, ()),
        ("strip", text.strip, ()),
        ("normalize_whitespace", text.normalize_whitespace, ()),
        ("sort_tokens", text.sort_tokens, ()),
        ("round_digits", convert.round_digits, convert.DIGITS),
        ("type_convert", convert.type_convert, convert.TO),
    )
}
_user: dict[str, RegisteredTransform] = {}


def register_transform(name: str, fn: Transform, overwrite: bool = False) -> None:
    """Make a transform known under `name`, for this process; built-in ones may be replaced.

    `fn(value, params)` or `fn(value)`; it is called for None too. A second registration of a name needs `overwrite`.
    Raises RegistryError.
    """
    if not isinstance(name, str) or not name:
        raise RegistryError(f"a transform's name is a non-empty string, not {name!r}")
    if not callable(fn):
        raise RegistryError(f"transform {name!r} is not callable: pass fn(value, params)")
    with _lock:
        if name in _user and not overwrite:
            raise RegistryError(f"transform {name!r} is registered already: pass overwrite=True to replace it")
        _user[name] = RegisteredTransform(
            name, _two_arguments(fn), getattr(fn, "params", None), built_in=False, source=fn
        )


def _two_arguments(fn: Transform) -> Callable[[Any, dict[str, Any]], Any]:
    try:
        inspect.signature(fn).bind(None, {})
    except TypeError:
        return lambda value, params: fn(value)
    except ValueError:  # a C function without a signature: such as str.casefold
        return lambda value, params: fn(value)
    return fn


def find_transform(name: str) -> RegisteredTransform:
    """The transform with its description. Raises RegistryError with a suggestion."""
    found = _user.get(name) or _built_in.get(name)
    if found is None:
        raise RegistryError(f"there is no transform {name!r}.{did_you_mean(name, transform_names())}")
    return found


def get_transform(name: str) -> Callable[[Any, dict[str, Any]], Any]:
    """The transform as `fn(value, params)`. Raises RegistryError with a suggestion."""
    return find_transform(name).fn


def transform_names() -> list[str]:
    """All known names, sorted."""
    return sorted(_built_in | _user)


def replaced_transforms() -> dict[str, RegisteredTransform]:
    """What users registered, by name: part of a run's signature."""
    return dict(_user)
