"""Writes frozen dataclasses as plain JSON, and reads them back by the types of their fields: for what is kept."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, partial
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
    of: Any = kind
    read = _reader(of)
    return cast(T, held if read is None else read(held))


_Read = Callable[[Any], Any]


@cache
def _reader(kind: Any) -> _Read | None:
    """Return what reads a value of this type; None where it stays as JSON has it."""
    origin, of = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        options = [option for option in of if option is not types.NoneType]
        if len(options) == 1:
            return _or_none(_reader(options[0]))
        return _or_none(_by_fields(options)) if all(map(is_dataclass, options)) else None  # otherwise all are plain
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind)
    if origin is np.ndarray:
        return partial(np.array, dtype=get_args(of[1])[0])
    if origin is tuple and of[-1] is not Ellipsis:
        return _fixed([_reader(one) for one in of])
    if origin in (tuple, list, Sequence):
        each, make = _reader(of[0]), tuple if origin is tuple else list
        return make if each is None else lambda held: make(map(each, held))
    if origin in (dict, Mapping):
        member = _reader(of[1])
        return None if member is None else lambda held: {key: member(one) for key, one in held.items()}
    return None


def _or_none(read: _Read | None) -> _Read | None:
    return None if read is None else lambda held: None if held is None else read(held)


def _by_fields(kinds: Sequence[type]) -> _Read:
    """Return what reads one of several dataclasses, which differ in the names of their fields."""
    readers = {frozenset(one.name for one in fields(kind)): _dataclass(kind) for kind in kinds}
    return lambda held: readers[frozenset(held)](held)


def _dataclass(kind: type) -> _Read:
    hints = get_type_hints(kind)
    reads = {one.name: read for one in fields(kind) if (read := _reader(hints[one.name])) is not None}
    return lambda held: kind(**{**held, **{name: read(held[name]) for name, read in reads.items() if name in held}})


def _fixed(reads: Sequence[_Read | None]) -> _Read:
    return lambda held: tuple(one if read is None else read(one) for read, one in zip(reads, held, strict=True))
