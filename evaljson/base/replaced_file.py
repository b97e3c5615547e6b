"""Write a file as a whole: it is replaced once everything is on disk, or stays as it was."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

PRIVATE: Final = 0o600
"""Only the user may read the file: for what holds the records of everyone."""
_USUAL: Final = 0o666
"""Less what the user's umask takes away."""


@contextmanager
def replacing(file: str | os.PathLike[str], *, private: bool = False) -> Iterator[IO[bytes]]:
    """Open a file in which `file` is written; if anything fails, or the block raises, an existing one stays unchanged.

    Devices and pipes are written to, and never replaced. A link stays, and what it leads to is replaced. A file that
    exists keeps its mode, unless `private` makes it the user's own. Raises OSError.
    """
    target, mode = _resolved(file)
    if mode is not None and not stat.S_ISREG(mode):
        with target.open("wb") as stream:
            yield stream
        return
    # A short name: one made of the target's could be too long for the file system.
    part = target.with_name(f".evaljson-{secrets.token_hex(8)}.partial")
    allowed = PRIVATE if private else _USUAL if mode is None else stat.S_IMODE(mode)
    try:
        with open(part, "xb", opener=lambda path, flags: os.open(path, flags, allowed)) as stream:
            if mode is not None and not private:
                os.chmod(part, allowed)  # the umask is not asked again
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _resolved(file: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """Return what the name leads to, and the mode of what is there. Raises OSError."""
    try:
        target = Path(os.path.realpath(file))
        return target, target.stat().st_mode
    except FileNotFoundError:
        return target, None
    except ValueError as error:  # a NUL
        raise OSError(errno.EINVAL, "no file can have this name", os.fspath(file)) from error
