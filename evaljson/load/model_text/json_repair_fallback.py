"""Use json-repair for text that nothing else here can read, and list everything it lost or made up."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import json_repair

from evaljson.base.errors import LoadError
from evaljson.base.limits import DEFAULTS
from evaljson.base.listed import first_of
from evaljson.load.allowance import SourceAllowance
from evaljson.load.json.exact import MAX_DEPTH, ExactParser, Flaw, extent
from evaljson.load.json.repeated_keys import RepeatedKeys
from evaljson.load.loaded_records import excerpt
from evaljson.load.model_text.lost_text import differences
from evaljson.load.model_text.metered_text import MeteredText, TooManyLooksError
from evaljson.load.repaired_value import RepairedValue, listed

MAX_GUESS = DEFAULTS.guess_characters
"""Most characters given to json-repair, which may take quadratic time."""

_KEY = re.compile(r"""(["'])([^"'\n]*)\1\s*:""")
_EMPTY = re.compile(r"""(?<!["'\\])(?:""|'')""")
_SHOWN = 5
GUESSED: Final = "json-repair guessed what was meant"


@dataclass(frozen=True, slots=True)
class Guess:
    """What json-repair made of a text."""

    value: Any
    steps: tuple[str, ...]
    problems: tuple[str, ...]
    values: tuple[RepairedValue, ...]


def guess(text: str, allowance: SourceAllowance, repeated_keys: RepeatedKeys) -> Guess:
    """Return the object or array that json-repair sees in a text that begins with one.

    Raises LoadError if it sees none, if the text is too long, too deep or beyond the allowance, if json-repair adds
    empty values that the text does not have, and if a key may appear twice where that is refused.
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
    closing = max(text.rfind("}"), text.rfind("]"))
    read = text[: closing + 1] if closing > 0 else text
    _check(read, value, repeated_keys)
    changes = differences(read, value)
    named = {entry["text"] for entry in log if isinstance(entry, dict)} if isinstance(log, list) else set()
    detail = f" ({first_of(sorted(named), _SHOWN, '; ')})" if named else ""
    problems = (f"read with changes: {listed(changes)}.",) if changes else ()
    return Guess(value, (f"{GUESSED}{detail}",), problems, changes)


def _check(text: str, value: Any, repeated_keys: RepeatedKeys) -> None:
    """Raise LoadError for made-up values, and for repeated keys if they shall be refused."""
    scalars = list(_scalars(value))
    keys = Counter(key for key, _ in scalars if key is not None)
    for key, times in Counter(key for _, key in _KEY.findall(text)).items() if repeated_keys == "refuse" else ():
        if times > 1 and 0 < keys[key] < times:
            raise LoadError(f"the text cannot be repaired: the key {key!r} appears {times} times in it; keep one.")
    empty = sum(item == "" for _, item in scalars)
    if empty > len(_EMPTY.findall(text)):
        raise LoadError("the text cannot be repaired: a value is missing, and values are never made up.")


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
