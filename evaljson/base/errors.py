"""The exception tree.

    EvaljsonError
    ├── SchemaError          (also ValueError)   an eval schema that cannot be used, with .path
    │   └── SchemaTypeError  (also TypeError)    a value of a type that is never valid there
    ├── GoldValidationError  (also ValueError)   gold that does not fit its schema, with .record_id and .path
    ├── InputError           (also ValueError)   records that cannot be paired or scored, with .path
    ├── LoadError            (also ValueError)   a file that cannot be read at all
    ├── RegistryError        (also ValueError)   a name that cannot be registered
    ├── SettingError         (also ValueError)   an environment variable that cannot be used
    │   ├── NotCallableError (also TypeError)    what is registered is no function
    │   └── ComparatorNotFoundError, TransformNotFoundError (also KeyError)   nobody registered this name
    └── StoreError           stored work cannot be used; subclasses are in evaljson/store/errors.py

Each message says what is wrong, where, and what to do next.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from evaljson.base.record_place import from_one


class EvaljsonError(Exception):
    """Base of everything that evaljson raises on purpose."""


class _PathError(EvaljsonError, ValueError):
    """An error at a place: `.path` is the path, `.problem` the message without it."""

    def __init__(self, message: str, path: str = "") -> None:
        self.problem = message
        self.path = path
        super().__init__(f"{from_one(path)}: {message}" if path else message)

    def __reduce__(self) -> tuple[type[_PathError], tuple[str, str]]:
        return type(self), (self.problem, self.path)


class SchemaError(_PathError):
    """The eval schema cannot be used; `.path` is the schema path of the node."""


class SchemaTypeError(SchemaError, TypeError):
    """A value of a type that is never valid there, such as a number where a comparator is named."""


class GoldValidationError(EvaljsonError, ValueError):
    """Gold does not fit its schema: `.record_id` is the id of the record, its index without an id field, and `.path`
    the schema path. The message names both, and the place in the record."""

    def __init__(self, message: str, record_id: str | int = "", path: str = "") -> None:
        self.record_id = record_id
        self.path = path
        super().__init__(message)

    def __reduce__(self) -> tuple[type[GoldValidationError], tuple[str, str | int, str]]:
        return type(self), (str(self), self.record_id, self.path)


class InputError(_PathError):
    """Records cannot be paired or scored; `.path` is where in the data."""


class LoadError(EvaljsonError, ValueError):
    """A source cannot be read at all (bad lines alone do not raise, they are reported)."""


class RegistryError(EvaljsonError, ValueError):
    """A comparator or transform cannot be registered under this name."""


class SettingError(EvaljsonError, ValueError):
    """An environment variable has a value that cannot be used."""


class NotCallableError(RegistryError, TypeError):
    """What is to be registered cannot be called."""


class _NameNotFoundError(RegistryError, KeyError):
    """Nothing is registered under a name."""

    # KeyError would show its message in quotes.
    __str__ = Exception.__str__


class ComparatorNotFoundError(_NameNotFoundError):
    """No comparator is registered under this name."""


class TransformNotFoundError(_NameNotFoundError):
    """No transform is registered under this name."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ` Did you mean 'x'?` with a leading space, or the list of known names if none is close."""
    options = sorted(known)
    close = difflib.get_close_matches(name, options, n=1, cutoff=0.6)
    if close:
        return f" Did you mean {close[0]!r}?"
    return f" Known: {', '.join(options)}." if options else ""
