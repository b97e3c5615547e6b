"""The process-wide registry of transforms."""

from __future__ import annotations

import inspect
import threading
import types
from collections.abc import Callable
from typing import Any

from evaljson.base.entry_points import installed_names, load_installed
from evaljson.base.errors import NotCallableError, RegistryError, TransformNotFoundError, did_you_mean
from evaljson.base.params import params_of, short
from evaljson.transforms import (
    convert,
    lists,
    mapping,
    parse_date,
    parse_number,
    regex_replace,
    text,
    text_folding,
    width,
)
from evaljson.transforms.base import NonePasses, OneArgument, RegisteredTransform, Transform

_POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)
_WRITTEN_IN_C = (
    types.BuiltinFunctionType,
    types.ClassMethodDescriptorType,
    types.MethodDescriptorType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
)
GROUP = "evaljson.transforms"
"""The entry points of installed packages."""
_lock = threading.Lock()


_built_in = {
    name: RegisteredTransform(name, NonePasses(fn), params, source=fn)
    for name, fn, params in (
        ("lowercase", text.lowercase, ()),
        ("strip", text.strip, ()),
        ("normalize_whitespace", text.normalize_whitespace, ()),
        ("sort_tokens", text.sort_tokens, ()),
        ("round_digits", convert.round_digits, convert.DIGITS),
        ("type_convert", convert.type_convert, convert.TO),
        ("casefold", text_folding.casefold, ()),
        ("strip_accents", text_folding.strip_accents, ()),
        ("strip_punctuation", text_folding.strip_punctuation, ()),
        ("normalize_width", width.normalize_width, ()),
        ("regex_replace", regex_replace.regex_replace, regex_replace.PARAMS),
        ("map_values", mapping.map_values, mapping.MAP),
        ("null_if", mapping.null_if, mapping.NULL),
        ("split", lists.split, lists.SEPARATOR),
        ("sort_list", lists.sort_list, ()),
        ("unique", lists.unique, ()),
        ("parse_number", parse_number.parse_number, parse_number.PARAMS),
        ("parse_date", parse_date.parse_date, parse_date.PARAMS),
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
        raise NotCallableError(f"transform {name!r} is not callable: pass fn(value, params)")
    with _lock:
        if name in _user and not overwrite:
            raise RegistryError(f"transform {name!r} is registered already: pass overwrite=True to replace it")
        _user[name] = RegisteredTransform(name, with_two_arguments(fn), params_of(fn), source=fn)


def unregister_transform(name: str) -> None:
    """Forget what was registered under `name`; a built-in transform of that name is back.

    Raises TransformNotFoundError if nothing was registered under it.
    """
    with _lock:
        if _user.pop(name, None) is None:
            raise TransformNotFoundError(f"no transform was registered as {name!r}.{did_you_mean(name, _user)}")


def with_two_arguments(fn: Transform) -> Callable[[Any, dict[str, Any]], Any]:
    """Return the function as `fn(value, params)`, if it takes the value alone."""
    return fn if _takes_params(fn) else OneArgument(fn)


def _takes_params(fn: Transform) -> bool:
    """Check whether it takes two positional arguments: the second one is for parameters, whatever its name.

    Functions written in C, such as str.strip, have a second one for something else.
    """
    if isinstance(fn, _WRITTEN_IN_C):
        return False
    try:
        arguments = [p.kind for p in inspect.signature(fn).parameters.values() if p.kind in _POSITIONAL]
    except ValueError:  # a class written in C, which does not tell
        return False
    return inspect.Parameter.VAR_POSITIONAL in arguments or len(arguments) > 1


def find_transform(name: str) -> RegisteredTransform:
    """Find a transform with its description. Raises TransformNotFoundError with a suggestion."""
    transform = _user.get(name) or _built_in.get(name) or _from_package(name)
    if transform is None:
        raise TransformNotFoundError(f"there is no transform {short(name)}.{did_you_mean(name, transform_names())}")
    return transform


def _from_package(name: str) -> RegisteredTransform | None:
    """Load a transform of an installed package; it never replaces a built-in one."""
    fn = load_installed(GROUP, name)
    if fn is None:
        return None
    registered = RegisteredTransform(name, with_two_arguments(fn), params_of(fn), source=fn)
    with _lock:
        return _user.setdefault(name, registered)


def get_transform(name: str) -> Callable[[Any, dict[str, Any]], Any]:
    """Return the transform as `fn(value, params)`. Raises TransformNotFoundError with a suggestion."""
    return find_transform(name).fn


def transform_names() -> list[str]:
    """List all known names, sorted."""
    return sorted({*_built_in, *_user, *installed_names(GROUP)})


def replaced_transforms() -> dict[str, RegisteredTransform]:
    """Return what users registered, by name: part of a run's signature."""
    return dict(_user)
