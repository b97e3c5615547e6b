"""0, or false, where the other side has null: two ways to say that there is nothing, or two answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT
from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted, records_of

TITLES: Final = {"zero_as_null": "Read 0 as null", "false_as_null": "Read false as null"}
_ZERO: Final = re.compile(r"\s*[+-]?0+([.,]0+)?\s*")
_RECORDS: Final = 2
_OFTEN: Final = 5


def is_zero(value: Any) -> bool:
    """Check whether a value is 0, as a number or as its text; false is not."""
    if isinstance(value, str):
        return _ZERO.fullmatch(value) is not None
    return isinstance(value, int | float) and not isinstance(value, bool) and value == 0


@dataclass(frozen=True, slots=True)
class _Word:
    kind: str
    name: str
    plain: tuple[Any, ...]
    """What is read as null beside the texts that occur."""
    matches: Callable[[Any], bool]


_WORDS: Final = (
    _Word("zero_as_null", "0", (0, 0.0), is_zero),
    _Word("false_as_null", "false", (False,), lambda value: value is False),
)


def plain_as_null(fld: Field) -> Iterator[Proposal]:
    """Propose to read 0 or false as null where null stands for it in several records, or often in one."""
    for proposal in of_pairs(fld, fld.wrong):
        pairs = proposal.explained
        if len(records_of(pairs)) >= _RECORDS or counted(pairs) >= _OFTEN:
            yield proposal


def of_pairs(fld: Field, pairs: Sequence[WrongPair]) -> Iterator[Proposal]:
    """Propose to read 0 or false as null for those of the pairs that it makes right."""
    nothing = (None, ABSENT) if _null_is_absent(fld.node) else (None,)
    of = counted(fld.wrong)
    for word in _WORDS:
        found = [pair for pair in pairs if not pair.alone and _is_one_of_each(pair, word, nothing)]
        if not found:
            continue
        both = [pair for pair in pairs if not pair.alone and word.matches(pair.gold) and word.matches(pair.extracted)]
        texts = {value for value in _values(fld) if isinstance(value, str) and word.matches(value)}
        edit = Edit(fld.path, ({"null_if": {"values": [*word.plain, *sorted(texts)]}},))
        said = f"In {fld.path}, {counted(found):,} of {of:,} wrong results are {_ways(found, word)}"
        if both:
            said += f"; it settles {counted(both):,} more, where {word.name} is only written in another way"
        risky, why = _risk(fld, word)
        yield Proposal(
            word.kind, edit, said, f"Reading {word.name} as null", tuple(found), of, "high" if risky else "medium", why
        )


def _values(fld: Field) -> Iterator[Any]:
    """Yield what both sides have at a field: whatever says 0 there must count as null at once, right or wrong."""
    for wrong in fld.wrong:
        yield from (wrong.gold, wrong.extracted)
    for right in fld.alike.values():
        yield from (right.gold, right.extracted)
    yield from (gold.value for gold in fld.gold.values())


def _ways(found: Sequence[WrongPair], word: _Word) -> str:
    """Say which side has the word, and what the other one has for it: `null for 0, or 0 for null`."""
    of_gold = [pair.extracted for pair in found if word.matches(pair.gold)]
    of_extracted = [pair.gold for pair in found if not word.matches(pair.gold)]
    ways = [f"{_nothing(of_gold)} for {word.name}"] if of_gold else []
    ways += [f"{word.name} for {_nothing(of_extracted)}"] if of_extracted else []
    return ", or ".join(ways)


def _nothing(values: Sequence[Any]) -> str:
    names = ["null"] * any(value is None for value in values)
    return " or ".join(names + ["a missing key"] * any(value is ABSENT for value in values))


def _is_one_of_each(pair: WrongPair, word: _Word, nothing: tuple[Any, ...]) -> bool:
    """Check whether one side has the word and the other nothing, as it is: not where a transform made that null."""
    return any(
        word.matches(one) and any(other is empty for empty in nothing)
        for one, other in ((pair.gold, pair.raw_extracted), (pair.extracted, pair.raw_gold))
    )


def _null_is_absent(node: SchemaNode) -> bool:
    return node.nulls is not None and any(value is None for value in node.nulls.absent)


def _risk(fld: Field, word: _Word) -> tuple[bool, str]:
    """Return whether gold tells null and the word apart, and the sentence for it."""
    plain = sum(gold.count for gold in fld.gold.values() if word.matches(gold.raw))
    nulls = sum(gold.count for gold in fld.gold.values() if gold.raw is None)
    if plain and nulls:
        return True, f"Gold has both {word.name} and null here, and they may be different answers"
    if plain:
        return False, f"A value that was not extracted then counts as right where gold has {word.name}"
    return False, f"Gold never has {word.name} here; one that is invented then counts as no value"
