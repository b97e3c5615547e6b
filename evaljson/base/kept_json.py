"""Writes frozen dataclasses as plain JSON, and reads them back by the types of their fields: for what is kept."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

T = TypeVar("T")


def kept(value: object) -> Any:
    """Return the value as JSON; arrays of numbers and tuples become lists. Other objects stay as they are."""
    if is_dataclass(value):
        return {one.name: kept(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: kept(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [kept(member) for member in value]
    return value


def read_kept(kind: type[T], held: Any) -> T:
    """Return the value that `kept` has written, which was of this type: a dataclass, or a container of such."""
    return cast(T, _read(kind, held))


def _read(kind: Any, held: Any) -> Any:
    origin, of = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        options = [option for option in of if option is not types.NoneType]
        return held if held is None or len(options) > 1 else _read(options[0], held)  # of several, all are plain
    if isinstance(kind, type) and is_dataclass(kind):
        return kind(**{name: _read(of_field, held[name]) for name, of_field in _fields(kind).items()})
    if origin is np.ndarray:
        return np.array(held, get_args(of[1])[0])
    if origin is tuple:
        each = [of[0]] * len(held) if of[-1] is Ellipsis else of
        return tuple(_read(one, member) for one, member in zip(each, held, strict=True))
    if origin in (list, Sequence):
        return [_read(of[0], member) for member in held]
    if origin in (dict, Mapping):
        return {key: _read(of[1], member) for key, member in held.items()}
    return held


@cache
def _fields(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
