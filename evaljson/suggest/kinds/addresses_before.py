"""Values before which one side writes the address where they are found, https://doi.org/10.1000/5 for 10.1000/5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.words_beside import either_of, usual_words
from evaljson.suggest.model import Level
from evaljson.suggest.proposal import Proposal, first_few, merging
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import short

_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S*[/=#]|(?:doi|mailto|tel|urn:[a-z0-9-]+):\s*", re.I)


def behind_addresses(fld: Field, left: list[WrongPair]) -> Iterator[Proposal]:
    """regex_replace for an address before at least three different values, on whichever side.

    `left` are the mismatches that nothing simpler explains.
    """
    texts = [pair for pair in left if pair.is_text]
    usual = usual_words((_address(pair), pair) for pair in texts)
    if not usual:
        return
    pattern = rf"^\s*(?:{either_of(usual)})\s*(?=\S)"
    explained = [pair for pair in texts if _address(pair) in usual]
    of = counted(fld.mismatches)
    sentence = (
        f"In {fld.path}, {counted(explained):,} of {of:,} mismatches are the same, with "
        f"{first_few(list(map(short, sorted(usual))))} before it on one side only"
    )
    merged = merging(fld, lambda value: re.sub(pattern, "", value) if isinstance(value, str) else None)
    why = "Whether a value is written with the address before it is then no longer scored"
    level: Level = "low"
    doing = "Ignoring this address"
    if len(usual) > 1:
        level, doing = "medium", "Ignoring these addresses"
        why += "; behind several addresses, the same text can mean different things"
    edit = Edit(fld.path, ({"regex_replace": {"pattern": pattern}},))
    yield Proposal("added_words", edit, sentence, doing, tuple(explained), of, level, why, merged)


def _address(pair: WrongPair) -> str | None:
    """Return the address that the longer of two texts has before the shorter one."""
    inner, outer = sorted((pair.gold.strip(), pair.extracted.strip()), key=len)
    if not inner or not outer.endswith(inner):
        return None
    match = _ADDRESS.fullmatch(outer[: len(outer) - len(inner)])
    return None if match is None else match[0].strip()
