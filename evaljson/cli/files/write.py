"""Files that commands write: a path, or `-` for stdout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from evaljson.base.errors import InputError
from evaljson.base.replaced_file import replacing
from evaljson.cli.streams import put

STDOUT = "-"


def check_target(file: str, inputs: Sequence[str]) -> None:
    """Raise InputError for a file that cannot be written, before any work is done: no such folder, or an input."""
    if file == STDOUT:
        return
    path = Path(file)
    try:
        if path.is_dir():
            raise InputError(f"{file}: this is a folder; name a file in it.")
        if not path.absolute().parent.is_dir():
            raise InputError(f"{file}: there is no folder {str(path.parent)!r}; create it first.")
    except InputError:
        raise
    except (OSError, ValueError) as error:  # a name that is too long, or holds a NUL; a folder that may not be read
        raise InputError(f"{file[:80]!r} cannot be written: {_why(error)}.") from error
    if any(_is_same(path, source) for source in inputs):
        raise InputError(f"{file}: this is an input and would be overwritten; write to another file.")


def write(file: str, data: bytes) -> None:
    """Write all of the data; if that fails, leave the file as it was. Raises InputError."""
    write_pieces(file, [data])


def write_pieces(file: str, pieces: Iterable[bytes]) -> None:
    """Write data that is made piece by piece; if that fails, leave the file as it was. Raises InputError."""
    if file == STDOUT:
        for piece in pieces:
            put(piece)
        return
    try:
        with replacing(file) as stream:
            for piece in pieces:
                stream.write(piece)
    except BrokenPipeError:  # a pipe by name whose reader has gone away
        return
    except OSError as error:
        raise InputError(f"{file} cannot be written: {_why(error)}.") from error


def _is_same(path: Path, source: str) -> bool:
    """Check for one file under two names; a device is nothing that writing destroys."""
    try:
        return path.is_file() and path.samefile(source)
    except (OSError, ValueError):  # whoever reads it says what is wrong with it
        return False


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
