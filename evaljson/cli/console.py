"""Output of all commands: results go to stdout, messages to stderr.

This is neither a command nor an option: every room of the command line prints with it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager as Context
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from evaljson.cli.streams import Collected, put, stderr_console

_UNLIMITED = 100_000


def width() -> int:
    """Return the columns available: those of the terminal or $COLUMNS; in a file or pipe there is no limit."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return Console().width if is_terminal or os.environ.get("COLUMNS") else _UNLIMITED


def show(result: RenderableType) -> None:
    """Print a result to stdout without wrapping or cutting it: numbers stay whole in the narrowest window."""
    collected = Collected()  # written by `put`: rich would exit with 1 where the reader of stdout has gone away
    Console(file=collected, width=_UNLIMITED, highlight=False, markup=False, emoji=False).print(result)
    put(collected.getvalue())


def show_text(text: str) -> None:
    """Print a line of text to stdout, its control characters escaped."""
    show(Text(printable(text)))


def plugin_output_to_stderr() -> Context[Any]:
    """Send to stderr what plug-ins print, so that stdout holds nothing but results."""
    return contextlib.redirect_stdout(sys.stderr)


def print_message(kind: str, text: str, style: str, console: Console | None = None) -> None:
    """Print one line to stderr, such as `Error: …`; above the progress bar if `console` is the one that shows it."""
    line = Text.assemble((f"{kind}: ", style), printable(" ".join(text.split())))
    (console or stderr_console()).print(line, soft_wrap=True)


def printable(text: str) -> str:
    """Escape control characters, bidi marks and lone surrogates: keys and values come from other people's files."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shorten(text: str, cells: int) -> str:
    """Cut the text down to `cells` columns by leaving out its middle."""
    if cell_len(text) <= cells:
        return text
    tail = _fitting(text[::-1], cells // 2)[::-1]
    return _fitting(text, cells - 1 - cell_len(tail)) + "…" + tail


def _fitting(text: str, cells: int) -> str:
    used = 0
    for at, character in enumerate(text):
        used += cell_len(character)
        if used > cells:
            return text[:at]
    return text


@dataclass(frozen=True, slots=True)
class Messages:
    """What a command prints on stderr besides errors."""

    quiet: bool = False
    """Whether notes and warnings are left out."""
    progress: bool = True
    """Whether long work may show a progress bar; it does so on a terminal only."""
    console: Console = field(default_factory=stderr_console)

    def note(self, text: str) -> None:
        """Print a decision that the command made."""
        if not self.quiet:
            print_message("Note", text, "bold blue", self.console)

    def warn(self, text: str) -> None:
        """Print a problem that did not stop the work."""
        if not self.quiet:
            print_message("Warning", text, "bold yellow", self.console)

    def steps(self, total: int) -> Context[Steps]:
        """Show a progress bar over `total` steps."""
        # isatty() rather than rich's own check: FORCE_COLOR makes rich treat any file as a terminal.
        if self.quiet or not self.progress or sys.stderr is None or not sys.stderr.isatty():
            return nullcontext(Steps())
        return _bar(self.console, total)


@dataclass(frozen=True, slots=True)
class UniqueMessages(Messages):
    """Messages that are printed once each: every variant is scored against the same gold."""

    printed: set[str] = field(default_factory=set)

    def note(self, text: str) -> None:
        """Print a decision that the command made, unless it was printed before."""
        if self._is_new(text):
            Messages.note(self, text)

    def warn(self, text: str) -> None:
        """Print a problem that did not stop the work, unless it was printed before."""
        if self._is_new(text):
            Messages.warn(self, text)

    def _is_new(self, text: str) -> bool:
        new = text not in self.printed
        self.printed.add(text)
        return new


class Steps:
    """Progress that is not shown."""

    def begin(self, what: str) -> None:
        """Start the next step."""

    def at(self, what: str, share: float) -> None:
        """Show how far the work is, from 0 to 1, in place of steps."""

    def paused(self) -> Context[Any]:
        """Hide the bar while the block runs, so that the user can be asked something."""
        return nullcontext()


class _ShownSteps(Steps):
    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=total)
        self._total = total
        self._begun = 0

    def begin(self, what: str) -> None:
        self._progress.update(self._task, description=what, completed=self._begun)
        self._begun += 1

    def at(self, what: str, share: float) -> None:
        self._progress.update(self._task, description=what, completed=share * self._total)

    @contextmanager
    def paused(self) -> Iterator[None]:
        self._progress.stop()
        try:
            yield
        finally:
            self._progress.start()


@contextmanager
def _bar(console: Console, total: int) -> Iterator[Steps]:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield _ShownSteps(progress, total)
