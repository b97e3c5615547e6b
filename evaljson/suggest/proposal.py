"""A setting that would explain wrong results, before it is measured."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.jsontypes import strict_key
from evaljson.suggest.edit import Edit
from evaljson.suggest.model import Level
from evaljson.suggest.wrong_pairs import Field, WrongPair, records_of

_MOSTLY: Final = 0.8
_EXACT_IN_FLOAT: Final = 2**53
_MANY: Final = 5
"""Different gold values that are evidence even in a single record."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a kind of suggestion finds at a field."""

    kind: str
    edit: Edit
    said: str
    """What it explains, without the figures that are measured: `In name, 38 of 52 mismatches differ only in case`."""
    doing: str
    """What taking it means, as the beginning of a sentence: `Ignoring upper and lower case`."""
    explained: tuple[WrongPair, ...]
    of: int
    level: Level
    why: str
    """One sentence on the risk, whatever the gold values are."""
    merged: tuple[tuple[Any, ...], ...] = ()
    """Groups of distinct gold values that would be the same."""
    rival: str | None = None
    """A name that proposals at the same path share if they exclude each other."""
    measured: bool = True
    also: tuple[str, ...] = ()
    """Kinds that it takes along: the title names them before its own."""
    anyway: str | None = None
    """Why it is right though no figure rises, if it is; completes "that is right all the same: …"."""


def merging(field: Field, key: Callable[[Any], Hashable]) -> tuple[tuple[Any, ...], ...]:
    """Group different gold values that would have the same key; a value without a key (None) stays itself."""
    groups: dict[Hashable, dict[Hashable, Any]] = defaultdict(dict)
    for gold in field.gold.values():
        group_key = key(gold.value)
        if group_key is not None:
            groups[group_key].setdefault(strict_key(gold.value), gold.value)
    return tuple(tuple(group.values()) for group in groups.values() if len(group) > 1)


def doubtful(field: Field, pairs: Iterable[WrongPair]) -> list[WrongPair]:
    """Return pairs whose extracted value is another gold value elsewhere, so that it may mean that one."""
    known = {_by_value(gold.value) for gold in field.gold.values()}
    keys = ((pair, _by_value(pair.gold), _by_value(pair.extracted)) for pair in pairs)
    return [pair for pair, gold, extracted in keys if extracted != gold and extracted in known]


def _by_value(value: Any) -> Hashable:
    """Return a key that is equal for 3 and 3.0, which are one number to whoever reads them."""
    return strict_key(float(value) if type(value) is int and abs(value) < _EXACT_IN_FLOAT else value)


def seen_apart(pairs: Sequence[WrongPair], records: int) -> bool:
    """Check whether the pairs are evidence together: of so many different records, or of many different values, as one
    record with a long table has them."""
    return len(records_of(pairs)) >= records or len({strict_key(pair.gold) for pair in pairs}) >= _MANY


def first_few(words: Sequence[str], most: int = 3) -> str:
    """List words, and say how many more there are."""
    more = f" and {len(words) - most:,} more" if len(words) > most else ""
    return f"{', '.join(words[:most])}{more}"


def share(part: float, whole: float) -> float:
    """part / whole, 0 of nothing."""
    return part / whole if whole else 0.0


def is_code(texts: Sequence[str]) -> bool:
    """Check whether texts look like codes: one word each, with a digit in it. In codes, small differences matter."""
    codes = sum(" " not in text.strip() and any(map(str.isdigit, text)) for text in texts)
    return share(codes, len(texts)) > _MOSTLY


_WORD: Final = re.compile(r"[^\W\d_]{4}")
_NUMBER: Final = re.compile(r"[+-]?\d*[.,]\d+|[+-]?\d{1,3}([.,\u2009 ']\d{3})+([.,]\d+)?")
"""With a point or a comma in it, that is."""
UNIT: Final = r"\s*(?:[^\W\d_]{1,5}[\u00b2\u00b3]?|[%\u2030\u00b0][^\W\d_]?)"
"""A pattern of what may stand behind a number."""
_UNIT: Final = re.compile(f"{UNIT}$")


def has_separators(texts: Sequence[str]) -> bool:
    """Check whether texts look like codes or telephone numbers, whose separators mean nothing: E11.9, +49 (30) 12-34.

    They hold digits, no words beside them, and are not decimals: 1.5 is not 15.
    """
    codes = sum(any(map(str.isdigit, text)) and (" " not in text.strip() or _is_spaced(text)) for text in texts)
    return share(codes, len(texts)) > _MOSTLY and not any(map(is_decimal, texts))


def is_decimal(text: str) -> bool:
    """Check whether a text is a number, maybe with a unit, with a point or a comma: without it, it is another one."""
    return _NUMBER.fullmatch(_UNIT.sub("", text.strip())) is not None


def may_be_decimals(*sides: str) -> bool:
    """Check whether a side is a decimal; one in groups, as `12 345`, only where the other is a number too."""
    numbers = [is_decimal(side) for side in sides]
    marked = any("." in side or "," in side for side, is_one in zip(sides, numbers, strict=True) if is_one)
    return marked or are_other_numbers(*sides)


def are_other_numbers(*sides: str) -> bool:
    """Check whether texts are numbers, one of them a decimal: without its point it is another number."""
    return any(map(is_decimal, sides)) and all(
        is_decimal(side) or _UNIT.sub("", side.strip()).isdecimal() for side in sides
    )


def _is_spaced(text: str) -> bool:
    """Check whether a text with spaces is mostly digits."""
    return _WORD.search(text) is None and sum(map(str.isdigit, text)) >= sum(map(str.isalpha, text))


def uncapitalised(text: str) -> str:
    """Write a text for the middle of a sentence."""
    return text[:1].lower() + text[1:]


def mixes_case(texts: Sequence[str]) -> bool:
    """Check whether many of the codes mix upper and lower case: then case is part of the code."""
    mixed = sum(text != text.upper() and text != text.lower() for text in texts)
    return share(mixed, len(texts)) > 1 - _MOSTLY
