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
from evaljson.load.json.ends_early import ends_early
from evaljson.load.json.exact import ExactParser, Flaw, extent
from evaljson.load.json.repeated_keys import RepeatedKeys, split_kept
from evaljson.load.loaded_records import excerpt
from evaljson.load.model_text.code_blocks import fenced, skip_space
from evaljson.load.model_text.cut_off_error import CutOffError
from evaljson.load.model_text.json_repair_fallback import guess
from evaljson.load.model_text.repair import repair_json
from evaljson.load.model_text.structure import CUT, UnclearError
from evaljson.load.model_text.which_object import Candidate

# What begins like an object; a brace in prose or in a template (`{name}`, `{{`) does not.
_OPENING = re.compile(r"""\{\s*(?:["'}“„]|\\")|\[\s*\{\s*["'}“„]""")
_LOOSE = re.compile(r"""\{\s*(?://|/\*|[A-Za-z_$][\w$ -]*+[:=]|\d+\s*:)""")
_ESCAPED = re.compile(r'\{\s*\\"')
_ESCAPE = re.compile(r"\\([\"\\/n])")
_PREFILLED = re.compile(r"""\s*"(?:[^"\\\n]|\\.)*"\s*:""")
_STRAY_BRACKETS = re.compile(r"\s*[}\]][\s}\]]*")
_STRAY = re.compile(r"""\s*[}\]]|\s*,\s*(["'])[^"'\n]*\1\s*:""")


@dataclass(frozen=True, slots=True)
class HowRead:
    """How a text is read."""

    parser: ExactParser
    repair: bool
    repeated_keys: RepeatedKeys
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


def candidate_of(value: Any, start: int, end: int, repaired: Candidate | None = None) -> Candidate:
    """Return the candidate for a value as a parser returns it, with the repairs before. Raises LoadError for a Flaw."""
    plain, kept = split_kept(accept(value))
    if kept is None and repaired is None:
        return Candidate(plain, start, end, None)
    before = repaired or Candidate(None, start, end, None)
    if kept is None:
        return replace(before, value=plain)
    return replace(
        before,
        value=plain,
        steps=(*(before.steps or ()), *kept.steps),
        problems=(*before.problems, kept.message),
        values=(*before.values, *kept.repaired),
    )


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
        strict = _OPENING.match(text, opening) is not None
        try:
            candidate = _value(text, opening, how, may_guess=strict or _OPENING.search(text, opening) is None)
        except UnclearError:  # a brace in prose, after all
            after = _OPENING.search(text, opening)
        else:
            yield candidate
            after = _first(text, candidate.end, how.repair and not is_between)
        opening = after.start() if after else -1


def _opening(text: str, at: int, repair: bool) -> int:
    first = _first(text, at, repair)
    if repair and _PREFILLED.match(text, at):  # the caller had the model go on after `{`, or the brace is lost
        return skip_space(text, at)
    start = skip_space(text, at)
    bracketed = text.startswith("[", start) and extent(text, start)[1] == len(text.rstrip())  # not a footnote: [1] …
    if repair and bracketed and not (first and first.start() == start):
        return start
    return first.start() if first else -1


def _first(text: str, at: int, repair: bool) -> re.Match[str] | None:
    """Return what first begins like an object; with a bare key or a comment, if it may be repaired or is around it."""
    first = _OPENING.search(text, at)
    loose = _LOOSE.search(text, at, first.start() if first else len(text))
    if loose and not repair and (first is None or extent(text, loose.start())[1] <= first.start()):
        loose = None
    return min((one for one in (first, loose) if one), key=lambda one: one.start(), default=None)


def _value(text: str, at: int, how: HowRead, may_guess: bool) -> Candidate:
    """Return the value that begins at `at`. Raises UnclearError where it has no single reading, and none is guessed."""
    try:
        if text[at] == '"':
            raise json.JSONDecodeError("the opening brace is missing", text, at)
        value, end = how.parser.value_at(text, at)
        if not _STRAY.match(text, end):
            return candidate_of(value, at, end)
        error = json.JSONDecodeError("something follows the end", text, end)
    except json.JSONDecodeError as broken:
        error = broken
    if not how.repair:
        where = json.JSONDecodeError(error.msg, how.whole, how.begins + error.pos)
        place = f"line {where.lineno}, column {where.colno}"
        what = f"the object is not valid JSON at {place} ({error.msg}): {excerpt(text, error.pos)!r}"
        kind = CutOffError if ends_early(how.whole, where) else LoadError
        raise kind(f"{what}; correct it, or allow repair.") from error
    return _repaired(text, at, how, may_guess)


def _repaired(text: str, at: int, how: HowRead, may_guess: bool) -> Candidate:
    first, length = tuple[str, ...](), len(text)
    if _ESCAPED.match(text, at):
        end = text.rfind("}") + 1
        plain = _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], text[at : end or length])
        candidate = _value(plain, 0, replace(how, whole=plain, begins=0), may_guess)
        steps = ("backslashes left out, with which the object was escaped as a whole", *(candidate.steps or ()))
        cut_inside = None if end and text[end:].strip() else candidate.cut_inside
        return replace(candidate, start=at, end=end or length, steps=steps, cut_inside=cut_inside)
    if text[at] == '"':
        text, first = text[:at] + "{" + text[at:], ("the missing opening brace added",)
    try:
        repaired = repair_json(text, at)
        value, _ = how.parser.value_at(repaired.text, 0)
    except (UnclearError, json.JSONDecodeError):
        if not may_guess:
            raise UnclearError from None
        return _guessed(text, at, first, how)
    stray = _STRAY_BRACKETS.match(text, repaired.end)
    end = stray.end() if stray else repaired.end
    extra = ("stray closing brackets left out",) if stray else ()
    steps = (*first, *repaired.steps, *extra)
    breaks_off = any(step.startswith(CUT) for step in repaired.steps)
    # Text after this part, such as the end of a code block, shows that the reply went on.
    is_cut = not (repaired.is_guess or how.whole[how.begins + length :].strip())
    candidate = Candidate(
        None, at, end, steps, repaired.problems, breaks_off, is_guess=repaired.is_guess, values=repaired.values,
        cut_inside=repaired.cut_inside if is_cut else None,
    )  # fmt: skip
    return candidate_of(value, at, end, candidate)


def _guessed(text: str, at: int, first: tuple[str, ...], how: HowRead) -> Candidate:
    found = guess(text[at:], how.allowance, how.repeated_keys)
    breaks_off = not text.rstrip().endswith(("}", "]"))
    steps = (*first, *found.steps)
    return Candidate(found.value, at, len(text), steps, found.problems, breaks_off, is_guess=True, values=found.values)
