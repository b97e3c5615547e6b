"""Users' own modules, which register comparators and transforms when imported. Never from an upload."""

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
"""Names the plug-ins of the app and of its workers, with os.pathsep between them."""


def load_plugins(plugins: Sequence[str]) -> None:
    """Import each module or file. Raises InputError where one cannot be, RegistryError where it registers wrongly."""
    for plugin in plugins:
        load_plugin(plugin)


def load_plugins_of_environment() -> None:
    """Import those that the environment names: the app and all of its workers have the same. Raises as load_plugins."""
    load_plugins([name for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name])


def load_plugin(plugin: str) -> ModuleType:
    """Import one, once. Raises InputError, RegistryError."""
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
