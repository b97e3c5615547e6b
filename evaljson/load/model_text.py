"""The one JSON object in what a language model wrote."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import json_repair

from evaljson.errors import LoadError
from evaljson.jsontypes import strict_equal, type_name
from evaljson.load.exact import ExactParser, Flaw
from evaljson.load.result import Record, excerpt

_FENCE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[^\n`{]*", re.MULTILINE)
# What begins like an object; a brace in prose or in a template (`{name}`, `{{`) does not.
_OPENING = re.compile(r"""\{\s*["'}]""")


@dataclass(frozen=True, slots=True)
class ModelJson:
    """The JSON object in a model's text."""

    value: Record
    repaired: bool
    """Whether the text was no JSON, and json-repair guessed what was meant."""


class _BrokenError(Exception):
    """Text that begins like an object at `at`, and is no JSON."""

    def __init__(self, text: str, at: int, error: json.JSONDecodeError) -> None:
        self.at = at
        place = f"line {error.lineno}, column {error.colno}"
        super().__init__(f"the object is no valid JSON at {place} ({error.msg}): {excerpt(text, error.pos)!r}")


def parse_model_text(text: str) -> Record:
    """The JSON object in a model's text: `read_model_text` without repair."""
    return read_model_text(text).value


def read_model_text(text: str, *, repair: bool = False) -> ModelJson:
    """The text itself if it is an object, else the first fenced block that is one, else the one object in the prose.

    The same object twice is one. Raises LoadError where there is none, where several differ, where it is broken or cut
    off (and `repair` is not asked for, or finds no object), and where a file would refuse it (a key twice, say).
    """
    parser = ExactParser()
    try:
        return ModelJson(_find(text, parser), repaired=False)
    except _BrokenError as broken:
        if not repair:
            raise LoadError(f"{broken}; correct it, or allow repair.") from broken
        return ModelJson(_repair(text[broken.at :], parser), repaired=True)


def _find(text: str, parser: ExactParser) -> Record:
    start = _skip(text, 0)
    found = _value(text, start, parser)
    if found and _skip(text, found[1]) == len(text):
        return _accept(found[0])
    fenced = _in_fences(text, parser)
    return _in_prose(text, parser) if fenced is None else fenced


def _skip(text: str, at: int) -> int:
    return len(text) - len(text[at:].lstrip())


def _value(text: str, at: int, parser: ExactParser) -> tuple[Any, int] | None:
    try:
        return parser.value_at(text, at)
    except json.JSONDecodeError:
        return None


def _accept(value: Any) -> Record:
    if isinstance(value, Flaw):
        raise LoadError(f"{value.path}: {value.message}" if value.path else value.message)
    if not isinstance(value, dict):
        raise LoadError(f"the text is JSON of type {type_name(value)}, not an object.")
    return value


def _in_fences(text: str, parser: ExactParser) -> Record | None:
    """The first block that is an object from fence to fence; the last fence may be missing."""
    for fence in list(_FENCE.finditer(text))[::2]:
        found = _value(text, _skip(text, fence.end()), parser)
        if found and isinstance(found[0], dict | Flaw):
            end = _skip(text, found[1])
            if end == len(text) or text.startswith(("```", "~~~"), end):
                return _accept(found[0])
    return None


def _in_prose(text: str, parser: ExactParser) -> Record:
    found: list[Record] = []
    at = 0
    while opening := _OPENING.search(text, at):
        try:
            value, at = parser.value_at(text, opening.start())
        except json.JSONDecodeError as error:
            # What lies inside a broken object must not pass for the object.
            raise _BrokenError(text, opening.start(), error) from error
        found.append(_accept(value))
    if not found:
        raise LoadError(f"the text holds no JSON object: {excerpt(text, 0)!r}")
    if not all(strict_equal(found[0], other) for other in found):
        raise LoadError(f"the text holds {len(found)} objects that differ; which one is meant? Leave one.")
    return found[0]


def _repair(text: str, parser: ExactParser) -> Record:
    try:
        guess = json_repair.repair_json(text, return_objects=True, skip_json_loads=True)
        if isinstance(guess, dict) and guess:
            return _accept(parser.value_at(json.dumps(guess), 0)[0])
    except (RecursionError, ValueError) as error:
        raise LoadError(f"the text cannot be repaired: {error}.") from error
    raise LoadError(f"the text cannot be repaired into an object: {excerpt(text, 0)!r}")
