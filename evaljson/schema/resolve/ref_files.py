"""The files that a schema refers to: relative to the file that names them, and all below one folder."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote, urlsplit

from evaljson.base.errors import SchemaError
from evaljson.schema.limits import MAX_FILE_BYTES, TOO_LARGE


@dataclass(frozen=True, slots=True)
class RefFile:
    """A file that was read."""

    path: Path
    contents: Any


@dataclass(slots=True)
class RefFiles:
    """Reads each file once. `top` is the folder that no reference leads out of, resolved."""

    top: Path
    opened: dict[Path, RefFile] = field(default_factory=dict)
    left: int = field(default_factory=lambda: MAX_FILE_BYTES)
    """Bytes that may still be read."""

    def open(self, ref: str, name: str, folder: Path, path: str) -> RefFile:
        """Resolve the file `name` (of `ref`, without its fragment) from a folder. Raises SchemaError with the path."""
        named = folder / unquote(name)
        try:
            target = named.resolve()
            there = target.is_relative_to(self.top) and target.is_file()
        except (OSError, ValueError, RuntimeError):  # NUL, a name that is too long, symlinks in a circle
            _refuse(f'"$ref" {ref!r} is not a name of a file', path)
        if not target.is_relative_to(self.top):
            _refuse(f'"$ref" {ref!r} leads out of the folder of the schema: put the file into it', path)
        if not there:
            _refuse(f'"$ref" {ref!r} names a file that is not there: looked for {_shown(target, self.top)!r}', path)
        if target not in self.opened:
            self.opened[target] = RefFile(target, self._read(target, ref, path))
        return self.opened[target]

    def _read(self, file: Path, ref: str, path: str) -> Any:
        shown = _shown(file, self.top)
        try:
            with file.open("rb") as stream:
                data = stream.read(self.left + 1)
            self.left -= len(data)
            if self.left < 0:
                _refuse(f'"$ref" {ref!r}: {TOO_LARGE}', path)
            return json.loads(data, object_pairs_hook=_unique, parse_constant=_no_constant)
        except OSError as error:
            _refuse(f'"$ref" {ref!r}: {shown!r} cannot be read: {error.strerror}', path)
        except RecursionError:
            _refuse(f'"$ref" {ref!r}: {shown!r} is nested too deeply', path)
        except SchemaError:
            raise
        except ValueError as error:  # no JSON, no UTF-8, a key that stands twice
            _refuse(f'"$ref" {ref!r}: {shown!r} is not JSON: {error}', path)


def file_name(ref: str) -> str | None:
    """Return the file that a reference names; None if it names none, is absolute, or is an address."""
    try:
        parts = urlsplit(ref)
    except ValueError:
        return None
    if parts.scheme or parts.netloc or parts.query or not parts.path or unquote(parts.path)[0] in "/\\":
        return None
    return parts.path


def _shown(file: Path, top: Path) -> str:
    """Name a file relative to the folder, without revealing the machine's paths."""
    return file.relative_to(top).as_posix()


def _refuse(problem: str, path: str) -> NoReturn:
    raise SchemaError(problem, path)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f"the key {key!r} stands twice in one object")
        members[key] = value
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")
