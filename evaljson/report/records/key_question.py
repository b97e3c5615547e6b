"""Whether someone should say what pairs the records, and what there is to choose from.

A key that is called an id and joins most records needs no question. Any other key is a field that would be scored if
it were not the key, and wrong values in it would pair wrongly: it is proposed, never taken without a word. Without a
question, but with a word, one is taken that pairs all records, if no other one with values like ids does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.listed import first_of
from evaljson.load.id_names import sounds_like_id
from evaljson.report.records.id_keys import (
    id_candidates,
    in_the_way,
    joined,
    joins_most,
    likely_id,
    names_something_else,
    only_plain_id,
)
from evaljson.wording.words import counted

Records = Sequence[Any]
_MOST: Final = 5
_EXAMPLES: Final = 3
_NEARLY: Final = 0.9
NO_ID: Final = "No key is called an id"
"""A reason to ask."""
_NAMED: Final = 2


@dataclass(frozen=True, slots=True)
class KeyChoice:
    """One key that could pair the records."""

    key: str
    paired: Mapping[str, int]
    """By variant, how many gold records it pairs."""
    lone_gold: str
    """Its first values in gold that a variant lacks, and how many more there are."""
    lone_extracted: str
    """Its first values that only a variant has, and how many more there are."""
    is_field: bool
    """Whether it is a field that is scored unless it is the key."""


def why_ask(gold: Records, extracted: Mapping[str, Records], places: Sequence[int] | None = None) -> str | None:
    """Say why someone should choose what pairs the records; None where that is plain.

    `places`: index of each gold record in its file, where some were left out.
    """
    if not gold or not extracted:
        return None
    key = likely_id(gold, list(extracted.values()))
    if key is not None and sounds_like_id(key) and all(joins_most(gold, own, key) for own in extracted.values()):
        return None
    keys = dict.fromkeys(key for record in gold for key in record if isinstance(key, str))
    named = sorted(filter(sounds_like_id, keys), key=lambda name: -sounds_like_id(name))
    plain = only_plain_id(gold, list(extracted.values()))
    if plain is not None and plain == key and all(names_something_else(gold, name) for name in named):
        return None
    reasons = [f"{name!r} {reason}" for name in named[:_NAMED] if (reason := _why_not(gold, extracted, name, places))]
    if reasons:
        return "; ".join(reasons)
    return None if key is None else NO_ID


def why_ask_of_one(gold: Records, name: str, extracted: Records, key: str | None) -> str | None:
    """Say why someone should look at how one more variant pairs by the key that others pair by, or by position without
    one; None if it is plain."""
    if key is None:
        return None if len(gold) == len(extracted) else f"gold has {len(gold):,} records and {name} {len(extracted):,}"
    return _why_not(gold, {name: extracted}, key)


def key_choices(gold: Records, extracted: Mapping[str, Records]) -> list[KeyChoice]:
    """List the keys that pair any record, those that pair most first."""
    choices = []
    for key in id_candidates(gold):
        paired = {name: joined(gold, own, key) for name, own in extracted.items()}
        if any(paired.values()):
            choices.append(KeyChoice(key, paired, *lone_values(gold, extracted, key, {}), not sounds_like_id(key)))
    return sorted(choices, key=lambda choice: -sum(choice.paired.values()))[:_MOST]


def stands_out(choices: Sequence[KeyChoice], gold: Records, extracted: Mapping[str, Records]) -> KeyChoice | None:
    """Return the only key that pairs nearly all records, of gold or of the variant, in each variant; None where none or
    several do."""
    could = {name: min(len(gold), sum(record is not None for record in own)) for name, own in extracted.items()}
    nearly = [
        choice for choice in choices if all(choice.paired[name] >= _NEARLY * most for name, most in could.items())
    ]
    return nearly[0] if len(nearly) == 1 else None


def lone_values(
    gold: Records, extracted: Mapping[str, Records], key: str, called: Mapping[str, str]
) -> tuple[str, str]:
    """Name the first values of gold that a variant lacks, and those that only a variant has, and count the rest.

    `called` is the name of the key by variant, where it is another one.
    """
    keys = {name: called.get(name, key) for name in extracted}
    there = [
        {_shown(record[keys[name]]) for record in own if record is not None and keys[name] in record}
        for name, own in extracted.items()
    ]
    here = [_shown(record[key]) for record in gold]
    lone = [value for value in here if not all(value in own for own in there)]
    stray = sorted(set[str]().union(*there) - set(here))
    return first_of(lone, _EXAMPLES), first_of(stray, _EXAMPLES)


def _why_not(
    gold: Records, extracted: Mapping[str, Records], key: str, places: Sequence[int] | None = None
) -> str | None:
    obstacle = in_the_way(gold, key, len(gold), places)
    if obstacle is not None:
        return f"cannot pair them: {obstacle}"
    for name, own in extracted.items():
        produced = [record for record in own if record is not None]
        lacking = sum(key not in record for record in produced)
        if lacking:
            return f"cannot pair them: {lacking:,} of {counted(len(produced), 'record')} of {name} lack it"
        if not joins_most(gold, own, key):
            return f"pairs only {joined(gold, own, key):,} of {counted(len(produced), 'record')} of {name}"
    return None


def _shown(value: Any) -> str:
    return repr(value)
