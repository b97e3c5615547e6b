"""Standard output and standard error of all commands: what is written arrives, or the command ends with a sentence.

A reader that goes away, such as `head`, is no error: what it would have got is dropped, and the command ends with the
code that it would have had.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console

from evaljson.base.errors import InputError


def put(data: str | bytes) -> None:
    """Write to stdout, with all that was written before. Raises InputError if it cannot be written."""
    stream = sys.stdout
    if stream is None:  # >&-
        if not data:
            return
        raise InputError("stdout is closed, so there is nowhere to write to; name a file for the output.")
    try:
        if isinstance(data, str):
            stream.write(data)
        else:
            stream.flush()
            stream.buffer.write(data)
        stream.flush()
    except BrokenPipeError:
        discard(stream)
    except OSError as error:
        discard(stream)
        raise InputError(f"the output cannot be written to stdout: {error.strerror or error}.") from error


def put_json(document: Any) -> None:
    """Write a document to stdout as JSON."""
    put(f"{json.dumps(document, ensure_ascii=False, indent=2)}\n")


def reader_has_left() -> bool:
    """Check whether the reader of stdout has gone away, after a write to some pipe failed."""
    if sys.stdout is None:
        return False
    try:
        sys.stdout.flush()  # what could not be written is still there, unless python runs unbuffered
        left = _has_error(sys.stdout)
    except BrokenPipeError:
        left = True
    if left:
        discard(sys.stdout)
    return left


def _has_error(stream: TextIO) -> bool:
    """Ask the system for the state of a stream; False where it cannot say."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # no poll on Windows
        asked = select.poll()
        asked.register(stream.fileno(), 0)
        return any(state & select.POLLERR for _, state in asked.poll(0))
    return False


def discard(stream: TextIO) -> None:
    """Lead a stream to nowhere: Python would try again at its end, and exit with a code of its own."""
    with contextlib.suppress(OSError, ValueError):  # a stream without a file, as in tests
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


@contextmanager
def stderr_may_fail() -> Iterator[None]:
    """Print to stderr in the block; what cannot be written there is dropped, since nothing is left to say so on."""
    try:
        yield
    except OSError:
        discard(sys.stderr)


class Collected(io.StringIO):
    """What is meant for stdout, in the form that stdout would get: with colour on a terminal."""

    def isatty(self) -> bool:
        """Say what stdout says."""
        return sys.stdout is not None and sys.stdout.isatty()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Name the encoding of stdout."""
        return getattr(sys.stdout, "encoding", None) or "utf-8"


def stderr_console() -> Console:
    """Return a console on stderr that prints text as it is; what cannot be written there is dropped."""
    return _StderrConsole(stderr=True, highlight=False, markup=False, emoji=False)


class _StderrConsole(Console):
    def print(self, *objects: Any, **options: Any) -> None:
        with stderr_may_fail():
            super().print(*objects, **options)

    def on_broken_pipe(self) -> None:
        """Go on without it, where rich would exit with 1."""
        self.quiet = True
        discard(sys.stderr)
