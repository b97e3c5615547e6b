"""Post-processors by name."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from evaljson import FieldResult
from evaljson.base.errors import EvaljsonError, InputError, did_you_mean
from evaljson.base.plugins import load_plugin

PostProcess = Callable[[list[FieldResult]], Any]


def load_post_process(name: str) -> PostProcess:
    """The function that `module:function` or `file.py:function` names; what it raises becomes InputError."""
    where, _, function = name.rpartition(":")
    if not where or not function:
        raise InputError(f"--post-process {name}: write module:function or file.py:function.")
    module = load_plugin(where)
    found = getattr(module, function, None)
    if not callable(found):
        names = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise InputError(f"--post-process {name}: {where} has no function {function!r}.{did_you_mean(function, names)}")
    return _guarded(found, name)


def _guarded(fn: Any, name: str) -> PostProcess:
    @functools.wraps(fn)
    def call(results: list[FieldResult]) -> Any:
        try:
            return fn(results)
        except EvaljsonError:
            raise
        except Exception as error:
            raise InputError(f"the post-processor {name} raised {type(error).__name__}: {error}") from error

    if not hasattr(fn, "__qualname__"):  # an object with __call__: the run's signature hashes the source of its class
        call.__wrapped__ = type(fn)
    return call
