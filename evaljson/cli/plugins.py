"""Users' own code: modules that register comparators and transforms, and post-processors by name."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from evaljson import FieldResult
from evaljson.errors import EvaljsonError, InputError, did_you_mean

PostProcess = Callable[[list[FieldResult]], Any]


def load_plugins(plugins: Sequence[str]) -> None:
    """Import each module or file. Raises InputError where one cannot be, RegistryError where it registers wrongly."""
    for plugin in plugins:
        _load(plugin)


def load_post_process(name: str) -> PostProcess:
    """The function that `module:function` or `file.py:function` names; what it raises becomes InputError."""
    where, _, function = name.rpartition(":")
    if not where or not function:
        raise InputError(f"--post-process {name}: write module:function or file.py:function.")
    module = _load(where)
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


def _load(plugin: str) -> ModuleType:
    try:
        with _current_folder():
            return _from_file(Path(plugin)) if plugin.endswith(".py") else importlib.import_module(plugin)
    except EvaljsonError:
        raise
    except ModuleNotFoundError as error:
        raise InputError(
            f"plug-in {plugin}: there is no module {error.name!r}; install it, or name a .py file."
        ) from error
    except (Exception, SystemExit) as error:  # a module may do anything when imported
        raise InputError(f"plug-in {plugin} cannot be imported: {type(error).__name__}: {error}") from error


@contextmanager
def _current_folder() -> Iterator[None]:
    """Modules of the current folder can be named too; last in line, so that none can stand in for a real package."""
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        yield
    finally:
        sys.path.remove(here)


def _from_file(file: Path) -> ModuleType:
    if not file.is_file():
        raise InputError(f"plug-in {file}: no such file; check the name.")
    whole = str(file.resolve())
    # A name of its own, or two files of one name would be one module; the same file is imported once.
    name = f"evaljson_plugin_{file.stem}_{hashlib.sha256(whole.encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, whole)
    if spec is None or spec.loader is None:
        raise InputError(f"plug-in {file}: this is no Python file.")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
