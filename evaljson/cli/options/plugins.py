"""`--plugin` and `--post-process`: Python code of the user's own."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evaljson import FieldResult
from evaljson.base.errors import EvaljsonError, InputError, did_you_mean
from evaljson.base.plugins import load_plugin, load_plugins
from evaljson.cli.options.from_click import option

PostProcess = Callable[[list[FieldResult]], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginOptions:
    """Modules that register comparators or transforms."""

    plugins: tuple[str, ...] = option(
        "--plugin", multiple=True, metavar="MODULE_OR_FILE",
        help="Module, or Python file, that registers comparators or transforms on import. May be repeated.",
    )  # fmt: skip

    def load(self) -> None:
        """Import them. Raises InputError, RegistryError."""
        load_plugins(self.plugins)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostProcessOptions:
    """Functions that may change results."""

    post_process: tuple[str, ...] = option(
        "--post-process", multiple=True, metavar="MODULE:FUNCTION",
        help="Function (or file.py:FUNCTION) that may change results. May be repeated.",
    )  # fmt: skip

    def load(self) -> list[PostProcess]:
        """Return the functions. Raises InputError."""
        return [load_post_process(name) for name in self.post_process]


def load_post_process(name: str) -> PostProcess:
    """Return the function named by `module:function` or `file.py:function`; what it raises becomes InputError."""
    where, _, function_name = name.rpartition(":")
    if not where or not function_name:
        raise InputError(f"--post-process {name}: write module:function or file.py:function.")
    module = load_plugin(where)
    function = getattr(module, function_name, None)
    if not callable(function):
        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        hint = did_you_mean(function_name, known)
        raise InputError(f"--post-process {name}: {where} has no function {function_name!r}.{hint}")
    return _guarded(function, name)


def _guarded(function: Any, name: str) -> PostProcess:
    @functools.wraps(function)
    def call(results: list[FieldResult]) -> Any:
        try:
            return function(results)
        except EvaljsonError:
            raise
        except Exception as error:
            raise InputError(f"the post-processor {name} raised {type(error).__name__}: {error}") from error

    if not hasattr(function, "__qualname__"):  # a callable object: the run's signature hashes the source of its class
        call.__wrapped__ = type(function)
    return call
