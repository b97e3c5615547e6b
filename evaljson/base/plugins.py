"""Import users' modules, which register comparators and transforms. Never from an upload."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Final

from evaljson.base.errors import EvaljsonError, InputError

VARIABLE: Final = "EVALJSON_PLUGINS"
"""The variable that names the plug-ins of the app and its workers, separated by os.pathsep."""


def load_plugins(plugins: Sequence[str]) -> None:
    """Import each module or file. Raises InputError if one cannot be imported, RegistryError for a bad registration."""
    for plugin in plugins:
        load_plugin(plugin)


def load_plugins_of_environment() -> None:
    """Import the plug-ins that the environment names, for the app and its workers. Raises as load_plugins."""
    load_plugins([name for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name])


def load_plugin(plugin: str) -> ModuleType:
    """Import one module or file, only once. Raises InputError, RegistryError."""
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
    """Put the current folder last on the import path, so that its modules can be named but replace no real package."""
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        yield
    finally:
        # The last one: where the current folder stands on the path already, it keeps its place.
        del sys.path[len(sys.path) - 1 - sys.path[::-1].index(here)]


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
        raise InputError(f"plug-in {file}: this is not a Python file.")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
