"""Use json-repair for text without a single reading, and report everything it lost or made up."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import json_repair

from evaljson.base.errors import LoadError
from evaljson.base.limits import DEFAULTS
from evaljson.load.allowance import SourceAllowance
from evaljson.load.json.exact import MAX_DEPTH, ExactParser, Flaw, extent
from evaljson.load.loaded_records import excerpt
from evaljson.load.model_text.metered_text import MeteredText, TooManyLooksError

MAX_GUESS = DEFAULTS.guess_characters
"""Most characters given to json-repair, which may take quadratic time."""

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")
_WORD = re.compile(r"(?:(?<![\w.])-)?\.?\d[\w.]*|\w+|[^\w\s\"'`,:;{}\[\]()\\=“”]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|[nrtbf](?![a-z]{2}))")
_KEY = re.compile(r"""(["'])([^"'\n]*)\1\s*:""")
_EMPTY = re.compile(r"""(?<!["'\\])(?:""|'')""")
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Guess:
    """What json-repair made of a text."""

    value: Any
    steps: tuple[str, ...]
    problems: tuple[str, ...]


def guess(text: str, allowance: SourceAllowance) -> Guess:
    """Return the object or array that json-repair sees in a text that begins with one.

    Raises LoadError if it sees none, if the text is too long, too deep or beyond the allowance, if a key may appear
    twice, and if json-repair adds values that the text does not have.
    """
    depth, _ = extent(text, 0)
    if depth > MAX_DEPTH:
        raise LoadError(f"the text cannot be repaired: {DEFAULTS.says('record_depth', seen=depth)}")
    if len(text) > MAX_GUESS:
        raise LoadError(DEFAULTS.says("guess_characters", seen=len(text)))
    allowance.spend_guess(len(text))
    try:
        metered = MeteredText.of(text)
        repaired, log = json_repair.repair_json(metered, return_objects=True, skip_json_loads=True, logging=True)
        written = json.dumps(repaired, allow_nan=False)
    except TooManyLooksError:
        raise LoadError(f"the text cannot be repaired: it has too many readings to try: {excerpt(text, 0)!r}") from None
    except Exception as error:  # any text may come here, and json-repair may fail in any way
        why = str(error) or type(error).__name__
        raise LoadError(f"the text cannot be repaired: {why}.") from error
    if type(repaired) is not {"{": dict, "[": list}.get(text[:1]) or not repaired:
        raise LoadError(f"the text cannot be repaired into an object: {excerpt(text, 0)!r}")
    value, _ = ExactParser().value_at(written, 0)
    if isinstance(value, Flaw):
        raise LoadError(f"{value.path}: {value.message}" if value.path else value.message)
    problems = _differences(text, value)
    named = {entry["text"] for entry in log if isinstance(entry, dict)} if isinstance(log, list) else set()
    detail = f" ({'; '.join(sorted(named)[:_SHOWN])})" if named else ""
    steps = (f"json-repair guessed what was meant{detail}", "white space at the ends of strings may be lost")
    return Guess(value, steps, problems)


def _differences(text: str, value: Any) -> tuple[str, ...]:
    """List what the text has and the value lacks. Raises LoadError for made-up values and lost keys."""
    closing = max(text.rfind("}"), text.rfind("]"))
    source = text[: closing + 1] if closing > 0 else text
    keys = Counter(key for key, _ in _scalars(value) if key is not None)
    for key, times in Counter(key for _, key in _KEY.findall(source)).items():
        if times > 1 and 0 < keys[key] < times:
            raise LoadError(f"the text cannot be repaired: the key {key!r} appears {times} times in it; keep one.")
    empty = sum(item == "" for _, item in _scalars(value))
    if empty > len(_EMPTY.findall(source)):
        raise LoadError("the text cannot be repaired: a value is missing, and values are never made up.")
    wanted, got = Counter(_words(_unescaped(source))), Counter[str]()
    for key, item in _scalars(value):
        got.update(_words(key or ""))
        got.update(_words(item if isinstance(item, str) else json.dumps(item)))
    problems = []
    if dropped := list((wanted - got).elements()):
        problems.append(f"repaired without these pieces of the text: {_listed(dropped)}.")
    if added := list((got - wanted).elements()):
        problems.append(f"repaired with pieces that the text does not have in this form: {_listed(added)}.")
    return tuple(problems)


def _listed(pieces: list[str]) -> str:
    shown = ", ".join(repr(piece[:40]) for piece in pieces[:_SHOWN])
    return shown + (f" and {len(pieces) - _SHOWN:,} more" if len(pieces) > _SHOWN else "")


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else " ", text)


def _words(text: str) -> Iterator[str]:
    """Yield the pieces of a text in a form that does not depend on how JSON writes them."""
    for word in _WORD.findall(text):
        lowered = "null" if word == "None" else word.casefold() if word in ("True", "False") else word
        yield repr(float(word)) if _NUMBER.fullmatch(word) else lowered


def _scalars(value: Any) -> Iterator[tuple[str | None, Any]]:
    """Yield every key, with its value if it is a scalar, and every scalar of an array."""
    stack: list[tuple[str | None, Any]] = [(None, value)]
    while stack:
        key, item = stack.pop()
        if isinstance(item, dict | list):
            if key is not None:
                yield key, " "  # no word of its own
            stack.extend(item.items() if isinstance(item, dict) else ((None, inner) for inner in item))
        else:
            yield key, item
