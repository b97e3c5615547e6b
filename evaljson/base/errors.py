"""The exception tree.

    EvaljsonError
    ├── SchemaError          (also ValueError)   an eval schema that cannot be used, with .path
    ├── GoldValidationError  (also ValueError)   gold that does not fit its schema, with .path
    ├── InputError           (also ValueError)   records that cannot be paired or scored, with .path
    ├── LoadError            (also ValueError)   a file that cannot be read at all
    ├── RegistryError        (also ValueError)   a name that cannot be registered
    ├── SettingError         (also ValueError)   an environment variable that cannot be used
    └── StoreError           stored work cannot be used; subclasses are in evaljson/store/errors.py

Each message says what is wrong, where, and what to do next.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class EvaljsonError(Exception):
    """Base of everything that evaljson raises on purpose."""


class _PathError(EvaljsonError, ValueError):
    """An error at a place: `.path` is the path, `.problem` the message without it."""

    def __init__(self, problem: str, path: str = "") -> None:
        self.problem = problem
        self.path = path
        super().__init__(f"{path}: {problem}" if path else problem)

    def __reduce__(self) -> tuple[type[_PathError], tuple[str, str]]:
        return type(self), (self.problem, self.path)


class SchemaError(_PathError):
    """The eval schema cannot be used; `.path` is the schema path of the node."""


class GoldValidationError(_PathError):
    """Gold does not fit its schema; `.path` is the instance path."""


class InputError(_PathError):
    """Records cannot be paired or scored; `.path` is where in the data."""


class LoadError(EvaljsonError, ValueError):
    """A source cannot be read at all (bad lines alone do not raise, they are reported)."""


class RegistryError(EvaljsonError, ValueError):
    """A comparator or transform cannot be registered under this name."""


class SettingError(EvaljsonError, ValueError):
    """An environment variable has a value that cannot be used."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ` Did you mean 'x'?` with a leading space, or the list of known names if none is close."""
    options = sorted(known)
    close = difflib.get_close_matches(name, options, n=1, cutoff=0.6)
    if close:
        return f" Did you mean {close[0]!r}?"
    return f" Known: {', '.join(options)}." if options else ""
