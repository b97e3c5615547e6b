"""List the JSON values in the text of a language model: in its code blocks and between them, repaired if necessary."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from evaljson.base.errors import LoadError
from evaljson.base.limits import DEFAULTS
from evaljson.load.allowance import SourceAllowance, SourceLimitError
from evaljson.load.json.exact import ExactParser, Flaw, extent
from evaljson.load.loaded_records import excerpt
from evaljson.load.model_text.code_blocks import fenced, skip_space
from evaljson.load.model_text.json_repair_fallback import guess
from evaljson.load.model_text.repair import CUT, UnclearError, repair_json
from evaljson.load.model_text.which_object import Candidate

# What begins like an object; a brace in prose or in a template (`{name}`, `{{`) does not.
_OPENING = re.compile(r"""\{\s*["'}“]|\[\s*\{\s*["'}“]""")
_LOOSE = re.compile(r"""\{\s*(?://|/\*|[A-Za-z_$][\w$]*\s*:)""")
_PREFILLED = re.compile(r"""\s*"(?:[^"\\\n]|\\.)*"\s*:""")
_STRAY = re.compile(r"""\s*([}\]][\s}\]]*)|\s*,\s*(["'])[^"'\n]*\2\s*:""")


@dataclass(frozen=True, slots=True)
class HowRead:
    """How a text is read."""

    parser: ExactParser
    repair: bool
    allowance: SourceAllowance
    whole: str = ""
    """The text of which a part is read, and where the part begins: for messages."""
    begins: int = 0


def candidates_in(text: str, at: int, how: HowRead) -> tuple[list[Candidate], list[LoadError]]:
    """List the values from `at` on, in code blocks and between them, and why others cannot be read.

    Raises LoadError where nothing may be repaired and something is broken, and if there are too many values.
    """
    blocks = fenced(text, at)
    parts = list[tuple[int, int, int]]()  # start, end, kind of block
    for block in blocks:
        parts += [(at, block.start, 0), (block.start, block.end, 2 if block.is_json else 1)]
        at = block.end
    parts.append((at, len(text), 0))
    candidates, unreadable = list[Candidate](), list[LoadError]()
    for start, end, kind in parts:
        try:
            part = replace(how, whole=text, begins=start)
            for candidate in _values(text[start:end], part, is_block=kind > 0, is_between=bool(blocks) and not kind):
                candidates.append(
                    replace(candidate, start=start + candidate.start, end=start + candidate.end, block=kind)
                )
                if len(candidates) > DEFAULTS.text_objects:
                    break
        except SourceLimitError:
            raise
        except LoadError as error:
            if not how.repair:
                raise
            unreadable.append(error)
        if len(candidates) > DEFAULTS.text_objects:
            raise LoadError(DEFAULTS.says("text_objects"))
    return candidates, unreadable


def accept(value: Any) -> Any:
    """Return a value that is no Flaw. Raises LoadError with the reason."""
    if isinstance(value, Flaw):
        raise LoadError(f"{value.path}: {value.message}" if value.path else value.message)
    return value


def _values(text: str, how: HowRead, *, is_block: bool, is_between: bool) -> Iterator[Candidate]:
    """Yield all JSON objects and arrays of objects, first the one that begins a block.

    Between blocks, only what begins like JSON is looked at. Raises LoadError at a broken one.
    """
    first = _OPENING.search(text) if is_between else None
    opening = 0 if is_block else (first.start() if first else -1) if is_between else _opening(text, 0, how.repair)
    while opening >= 0:
        # A value inside a broken object must not be taken for the object.
        candidate = _value(text, opening, how)
        yield candidate
        after = _OPENING.search(text, candidate.end)
        opening = after.start() if after else -1


def _opening(text: str, at: int, repair: bool) -> int:
    first = _OPENING.search(text, at)
    if repair and _PREFILLED.match(text, at):  # the caller had the model go on after `{`, or the brace is lost
        return skip_space(text, at)
    start = skip_space(text, at)
    bracketed = text.startswith("[", start) and extent(text, start)[1] == len(text.rstrip())  # not a footnote: [1] …
    if repair and bracketed and not (first and first.start() == start):
        return start
    if first is None and repair:
        first = _LOOSE.search(text, at)
    return first.start() if first else -1


def _value(text: str, at: int, how: HowRead) -> Candidate:
    """Return the value that begins at `at`."""
    try:
        if text[at] == '"':
            raise json.JSONDecodeError("the opening brace is missing", text, at)
        value, end = how.parser.value_at(text, at)
        if not _STRAY.match(text, end):
            return Candidate(accept(value), at, end, None)
        error = json.JSONDecodeError("something follows the end", text, end)
    except json.JSONDecodeError as broken:
        error = broken
    if not how.repair:
        where = json.JSONDecodeError(error.msg, how.whole, how.begins + error.pos)
        place = f"line {where.lineno}, column {where.colno}"
        what = f"the object is not valid JSON at {place} ({error.msg}): {excerpt(text, error.pos)!r}"
        raise LoadError(f"{what}; correct it, or allow repair.") from error
    return _repaired(text, at, how)


def _repaired(text: str, at: int, how: HowRead) -> Candidate:
    first = tuple[str, ...]()
    if text[at] == '"':
        text, first = text[:at] + "{" + text[at:], ("the missing opening brace added",)
    try:
        repaired = repair_json(text, at)
        value, _ = how.parser.value_at(repaired.text, 0)
    except (UnclearError, json.JSONDecodeError):
        return _guessed(text, at, first, how.allowance)
    stray = _STRAY.match(text, repaired.end)
    if stray and not stray.group(1):  # closed too early: members follow
        return _guessed(text, at, first, how.allowance)
    end = stray.end() if stray else repaired.end
    extra = ("stray closing brackets left out",) if stray else ()
    steps = (*first, *repaired.steps, *extra)
    breaks_off = any(step.startswith(CUT) for step in repaired.steps)
    return Candidate(accept(value), at, end, steps, repaired.problems, breaks_off)


def _guessed(text: str, at: int, first: tuple[str, ...], allowance: SourceAllowance) -> Candidate:
    guessed = guess(text[at:], allowance)
    breaks_off = not text.rstrip().endswith(("}", "]"))
    return Candidate(guessed.value, at, len(text), (*first, *guessed.steps), guessed.problems, breaks_off)
