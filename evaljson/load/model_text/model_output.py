"""Read the JSON value in the text of a language model: strictly, and repaired only if that fails.

Which JSON counts: the whole text, if it is JSON. Else, after the reasoning, the last code block labelled as JSON; the
last other code block that begins like JSON; the one JSON object (or array of objects) in the prose. The same value
twice is one; values in the prose that differ are an error, since nothing says which one is meant.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import strict_equal
from evaljson.base.limits import DEFAULTS
from evaljson.base.trail import Trail, path_of
from evaljson.load.allowance import SourceAllowance
from evaljson.load.json.exact import ExactParser, Flaw, extent
from evaljson.load.loaded_records import excerpt
from evaljson.load.model_text.code_blocks import chosen, fenced, skip_reasoning, skip_space
from evaljson.load.model_text.json_repair_fallback import guess
from evaljson.load.model_text.repair import MOST_PLACES, UnclearError, repair_json
from evaljson.load.model_text.string_literals import looks_like_latex

# What begins like an object; a brace in prose or in a template (`{name}`, `{{`) does not.
_OPENING = re.compile(r"""\{\s*["'}“]|\[\s*\{\s*["'}“]""")
_LOOSE = re.compile(r"""\{\s*(?://|/\*|[A-Za-z_$][\w$]*\s*:)""")
_PREFILLED = re.compile(r"""\s*"(?:[^"\\\n]|\\.)*"\s*:""")
_STRAY = re.compile(r"""\s*([}\]][\s}\]]*)|\s*,\s*(["'])[^"'\n]*\2\s*:""")


@dataclass(frozen=True, slots=True)
class ModelOutput:
    """The JSON value in a model's text."""

    value: Any
    how: Literal["strict", "repaired"]
    """"repaired" if the value itself was not JSON; leaving out text around it is not a repair."""
    steps: tuple[str, ...]
    """What was done, in words."""
    problems: tuple[str, ...]
    """What the user should check: text that breaks off, losses of a repair, which of several blocks counts."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    value: Any
    end: int
    steps: tuple[str, ...] | None
    """None if nothing was repaired."""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _HowRead:
    """How a text is read."""

    parser: ExactParser
    repair: bool
    allowance: SourceAllowance


def parse_model_output(text: str, *, repair: bool = True, allowance: SourceAllowance | None = None) -> ModelOutput:
    """Return the JSON value in a model's text, by the loader's rules (no repeated key, all digits, bounded depth).

    `allowance` is what may still be repaired by guessing in the source of the text; without it, the limit of one text.

    Raises LoadError, with the reason, if there is no JSON, if several values differ, if the JSON is broken and `repair`
    is off or would have to make something up, and if a file with it would be refused.
    """
    start = skip_space(text, 0)
    if start == len(text):
        raise LoadError("the text holds no JSON object: ''")
    parser = ExactParser()
    try:
        value, end = parser.value_at(text, start)
    except json.JSONDecodeError:
        pass  # not JSON as a whole: the usual case
    else:
        if skip_space(text, end) == len(text):
            return _output(_Candidate(_accept(value), end, None), [], [])
    return _inside(text, _HowRead(parser, repair, allowance or SourceAllowance()))


def _inside(text: str, how: _HowRead) -> ModelOutput:
    steps, problems = list[str](), list[str]()
    start, end = skip_reasoning(text), len(text)
    if start:
        steps.append("reasoning left out")
    blocks = fenced(text, start)
    if blocks:
        block, word = chosen(text, blocks)
        start, end = block.start, block.end
        steps.append("taken from a code block")
        problems.extend([word] if word else [])
    answer = _one_of(_values(text[:end], start, how, is_block=bool(blocks)), text)
    start = skip_space(text, start)
    if not blocks and (not text.startswith(("{", "[", '"'), start) or text[answer.end :].strip()):
        steps.append("text around the JSON left out")
    return _output(answer, steps, problems)


def _output(answer: _Candidate, steps: list[str], problems: list[str]) -> ModelOutput:
    how: Literal["strict", "repaired"] = "strict" if answer.steps is None else "repaired"
    latex = _latex(answer.value) if answer.steps is None else []
    return ModelOutput(answer.value, how, (*steps, *(answer.steps or ())), (*problems, *answer.problems, *latex))


def _accept(value: Any) -> Any:
    if isinstance(value, Flaw):
        raise LoadError(f"{value.path}: {value.message}" if value.path else value.message)
    return value


def _values(text: str, at: int, how: _HowRead, is_block: bool) -> list[_Candidate]:
    """List all JSON objects and arrays of objects from `at` on, or the single one that begins a block."""
    candidates: list[_Candidate] = []
    opening = at if is_block else _opening(text, at, how.repair)
    while opening >= 0:
        # A value inside a broken object must not be taken for the object.
        one = _value(text, opening, how)
        candidates.append(one)
        if len(candidates) > DEFAULTS.text_objects:  # an error costs time for all text before it
            raise LoadError(DEFAULTS.says("text_objects"))
        after = _OPENING.search(text, one.end)
        opening = after.start() if after else -1
    return candidates


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


def _value(text: str, at: int, how: _HowRead) -> _Candidate:
    """Return the value that begins at `at`."""
    try:
        if text[at] == '"':
            raise json.JSONDecodeError("the opening brace is missing", text, at)
        value, end = how.parser.value_at(text, at)
        if not _STRAY.match(text, end):
            return _Candidate(_accept(value), end, None)
        error = json.JSONDecodeError("something follows the end", text, end)
    except json.JSONDecodeError as broken:
        error = broken
    if not how.repair:
        place = f"line {error.lineno}, column {error.colno}"
        what = f"the object is not valid JSON at {place} ({error.msg}): {excerpt(text, error.pos)!r}"
        raise LoadError(f"{what}; correct it, or allow repair.") from error
    return _repaired(text, at, how)


def _repaired(text: str, at: int, how: _HowRead) -> _Candidate:
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
    return _Candidate(_accept(value), end, (*first, *repaired.steps, *extra), repaired.problems)


def _guessed(text: str, at: int, first: tuple[str, ...], allowance: SourceAllowance) -> _Candidate:
    guessed = guess(text[at:], allowance)
    return _Candidate(guessed.value, len(text), (*first, *guessed.steps), guessed.problems)


def _one_of(values: list[_Candidate], text: str) -> _Candidate:
    if not values:
        raise LoadError(f"the text holds no JSON object: {excerpt(text, 0)!r}")
    if not all(strict_equal(values[0].value, other.value) for other in values):
        raise LoadError(f"the text holds {len(values)} different objects; keep the one that is meant.")
    return values[-1]


def _latex(value: Any) -> list[str]:
    """Warn of strings in which `\\f` or `\\b` was probably not intended; they are read as JSON defines them."""
    trails, stack = list[Trail](), list[tuple[Trail, Any]]([(None, value)])
    while stack:
        trail, item = stack.pop()
        if isinstance(item, dict):
            stack.extend(((trail, key), inner) for key, inner in item.items())
        elif isinstance(item, list):
            stack.extend(((trail, i), inner) for i, inner in enumerate(item))
        elif isinstance(item, str) and looks_like_latex(item):
            trails.append(trail)
    warning = "a form feed or backspace before letters, as in LaTeX whose backslashes were not doubled; read as it is."
    paths = map(path_of, trails[:MOST_PLACES])
    listed = [f"{path}: {warning}" if path else warning for path in paths]
    more = len(trails) - len(listed)
    return [*listed, f"{more:,} more strings like these."] if more else listed
