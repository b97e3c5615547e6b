"""What the commands say: results on stdout, everything else on stderr, as plain text where nobody looks at it."""

from __future__ import annotations

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

_ENDLESS = 100_000


def width() -> int:
    """Columns to fit: those of the terminal or of $COLUMNS; in a file or a pipe as many as it takes, and nothing is
    cut."""
    return Console().width if sys.stdout.isatty() or os.environ.get("COLUMNS") else _ENDLESS


def show(what: RenderableType) -> None:
    """Print a result to stdout. Nothing is wrapped or cut: figures stay whole in the narrowest window."""
    Console(width=_ENDLESS, highlight=False, markup=False, emoji=False).print(what)


def errors() -> Console:
    """A console on stderr that takes text as it is."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def say(kind: str, text: str, style: str, console: Console | None = None) -> None:
    """Print one line to stderr: `Error: …`; above the progress bar where the console is the one that shows it."""
    line = Text.assemble((f"{kind}: ", style), printable(" ".join(text.split())))
    (console or errors()).print(line, soft_wrap=True)


def printable(text: str) -> str:
    """The text with control characters, bidi marks and lone surrogates escaped: keys are other people's."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shorten(text: str, cells: int) -> str:
    """The text in at most `cells` columns: what does not fit goes from the middle."""
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
class Voice:
    """How much a command says on stderr."""

    quiet: bool = False
    """Errors and failed gates only."""
    progress: bool = True
    """Whether long work may show a bar; it does so on a terminal only."""
    console: Console = field(default_factory=errors)

    def note(self, text: str) -> None:
        """Something that was decided on the way."""
        if not self.quiet:
            say("Note", text, "bold blue", self.console)

    def warn(self, text: str) -> None:
        """Something that went wrong without stopping the work."""
        if not self.quiet:
            say("Warning", text, "bold yellow", self.console)

    def steps(self, total: int) -> Context[Steps]:
        """A progress bar over `total` steps."""
        # Not the console's own opinion: FORCE_COLOR makes it take any file for a terminal.
        if self.quiet or not self.progress or not sys.stderr.isatty():
            return nullcontext(Steps())
        return _bar(self.console, total)


class Steps:
    """Progress that nobody sees."""

    def begin(self, what: str) -> None:
        """The next step starts."""

    def paused(self) -> Context[Any]:
        """No bar as long as the block runs, so that somebody can be asked something."""
        return nullcontext()


class _ShownSteps(Steps):
    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=total)
        self._begun = 0

    def begin(self, what: str) -> None:
        self._progress.update(self._task, description=what, completed=self._begun)
        self._begun += 1

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
