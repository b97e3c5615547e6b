"""Regular expressions from eval schemas, held so that a hostile one can neither hang nor fill the machine.

    pattern  at most 5,000 characters, and repetition counts that multiply to little: they are spelled out when compiled
    text     at most 100,000 characters, and fewer for a long pattern; a longer one is refused
    time     one second for a text; a pattern that took longer three times is refused for a minute
    result   at most 1,000,000 characters

The clock of the regex package is looked at between steps. One step may look for all of a long pattern in all of a long
text, so their product is limited too: of 60 kinds of pathological patterns, none then took more than 1.4 seconds.

The syntax is that of the regex package, which takes everything that Python's own takes.
"""

from __future__ import annotations

import re
import threading
import time
from functools import lru_cache
from typing import Any

import regex  # type: ignore[import-not-found, import-untyped, unused-ignore]

from evaljson.base.limits import DEFAULTS

SECONDS = 1.0
LONGEST_TEXT = DEFAULTS.pattern_text
_LONGEST_REPLACEMENT = 1_000
_LONGEST_RESULT = 1_000_000
_MOST_REPEATED = 200_000
_STRIKES, _REST = 3, 60.0
_COUNT = re.compile(r"(?P<before>.?)\{\s*(?P<least>\d+)", re.S)
_VERBOSE = re.compile(r"\(\?[a-zA-Z0-9]*x")


class PatternError(ValueError):
    """A pattern, or what it was to do with a text, is refused; the message says why and what to do."""


class GuardedPattern:
    """A compiled pattern with a clock. Its methods raise PatternError."""

    def __init__(self, source: str) -> None:
        problem = _too_much(source)
        if problem:
            raise PatternError(problem)
        try:
            self._compiled: Any = regex.compile(source)
        except (regex.error, ValueError, OverflowError, IndexError, KeyError) as error:
            raise PatternError(f"{_shown(source)} is not a regular expression: {error}") from error
        except (RecursionError, MemoryError) as error:
            raise PatternError(f"{_shown(source)} is too complicated: make it simpler") from error
        self.source = source
        self._lock = threading.Lock()
        self._timed_out: list[float] = []

    def fullmatch(self, text: str) -> tuple[str | None, ...] | None:
        """Return the captured groups, or the whole text if the pattern has none; None if it does not match."""
        self._admit(text)
        start = time.monotonic()
        try:
            match = self._compiled.fullmatch(text, timeout=SECONDS, concurrent=True)
        except (TimeoutError, MemoryError) as error:
            raise self._took_too_long() from error
        self._note_time(start)
        if match is None:
            return None
        groups: tuple[str | None, ...] = match.groups() or (text,)
        return groups

    def is_in(self, text: str) -> bool:
        """Check whether the pattern matches anywhere in the text."""
        self._admit(text)
        start = time.monotonic()
        try:
            match = self._compiled.search(text, timeout=SECONDS, concurrent=True)
        except (TimeoutError, MemoryError) as error:
            raise self._took_too_long() from error
        self._note_time(start)
        return match is not None

    def replace(self, text: str, replacement: str) -> str:
        r"""Replace every match; \1 and \g<name> in the replacement are groups, empty if they did not match."""
        self._admit(text)
        pieces, end, size = [], 0, 0
        start = time.monotonic()
        try:
            for match in self._compiled.finditer(text, timeout=SECONDS, concurrent=True):
                pieces += [text[end : match.start()], match.expand(replacement)]
                end = match.end()
                size += len(pieces[-1]) + len(pieces[-2])
                if size > _LONGEST_RESULT:
                    raise PatternError(f"the result has more than {_LONGEST_RESULT:,} characters")
        except (TimeoutError, MemoryError) as error:
            raise self._took_too_long() from error
        except (regex.error, IndexError, KeyError) as error:
            raise PatternError(f"the replacement {_shown(replacement)} does not suit the pattern: {error}") from error
        self._note_time(start)
        return "".join([*pieces, text[end:]])

    def _admit(self, text: str) -> None:
        if len(text) > LONGEST_TEXT:
            raise PatternError(DEFAULTS.says("pattern_text"))
        if len(text) * len(self.source) > DEFAULTS.pattern_work:
            raise PatternError(DEFAULTS.says("pattern_work", pattern=len(self.source), text=len(text)))
        with self._lock:
            if len(self._timed_out) >= _STRIKES and time.monotonic() - self._timed_out[-1] < _REST:
                raise PatternError(f"{_shown(self.source)} took too long on {_STRIKES} texts: make it simpler")

    def _took_too_long(self) -> PatternError:
        self._remember_slow()
        return PatternError(f"{_shown(self.source)} takes more than {SECONDS:g} s on this text: make it simpler")

    def _note_time(self, start: float) -> None:
        """Remember a match that outran the clock, too: it is kept, but the pattern is as slow as one that failed."""
        if time.monotonic() - start > 2 * SECONDS:
            self._remember_slow()

    def _remember_slow(self) -> None:
        with self._lock:
            self._timed_out = [*self._timed_out, time.monotonic()][-_STRIKES:]


@lru_cache(maxsize=256)
def guarded(source: str) -> GuardedPattern:
    """Compile the pattern, once. Raises PatternError."""
    return GuardedPattern(source)


def pattern_problem(source: str) -> str | None:
    """Return why a pattern is refused, or None; for parameters."""
    try:
        guarded(source)
    except PatternError as error:
        return str(error)
    return None


def replacement_problem(replacement: str) -> str | None:
    """Return why a replacement is refused for any pattern, or None; for parameters."""
    if len(replacement) > _LONGEST_REPLACEMENT:
        return f"a replacement has at most {_LONGEST_REPLACEMENT:,} characters"
    try:
        groups: Any = regex.match("()" * 99, "")
        groups.expand(replacement)
    except regex.error as error:
        return f"{_shown(replacement)} is not a replacement: {error}"
    except (IndexError, KeyError):  # a group that this pattern lacks
        pass
    return None


def _too_much(source: str) -> str | None:
    if len(source) > DEFAULTS.pattern_characters:
        return DEFAULTS.says("pattern_characters")
    # Counts behind a group or a count may multiply, all others add up. In verbose mode a space may stand before them.
    verbose = _VERBOSE.search(source) is not None
    product, total = 1, len(source)
    for match in _COUNT.finditer(source):
        # A number of 20 digits is too large whatever it is; longer ones take time to read.
        count = int(match["least"][:20])
        if verbose or match["before"] in ")}?*+":
            product *= max(count, 1)
        else:
            total += count
    if product * total <= _MOST_REPEATED:
        return None
    return f"{_shown(source)} repeats too much: use smaller counts"


def _shown(text: str) -> str:
    return repr(text) if len(text) <= 60 else f"{text[:57]!r}..."
