"""Texts of a number and a word, such as 3 boxes and 3 bx.: synonyms of the word, where the number is the same.

For units that the comparator quantity does not know, and for what is not a unit.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.synonyms import Seen, regular, table_of
from evaljson.suggest.kinds.units_apart import are_units, is_other_unit
from evaljson.suggest.proposal import Proposal, first_few, share
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import short

_SPLIT: Final = re.compile(r"\s*([+-]?\d[\d.,']*(?<=\d))\s*([^\W\d_][^\d]{0,30}?|[^\w\s]{1,3})\s*")
_NAME: Final = re.compile(r"\b[^\W\d_a-z]\w*[a-z]")
"""A word that is capitalised: of several words behind a number, it shows that they are the name of a street."""
_MOSTLY: Final = 0.8


def regular_units(fld: Field, left: list[WrongPair]) -> Iterator[Proposal]:
    """Propose a replacement for each group of words that mean the same after the same numbers."""
    golds = [gold for gold in fld.gold.values() if isinstance(gold.value, str)]
    split = [(gold, parts) for gold in golds if (parts := _split(gold.value)) is not None]
    if share(len(split), len(golds)) < _MOSTLY:
        return
    seen = Seen(defaultdict(Counter), defaultdict(Counter))
    for entry, (_, word) in split:
        seen.golds[word].update(entry.by)
        seen.meant[word][word] += entry.matched
    pairs = [(pair, words) for pair in fld.texts if (words := _words(pair)) is not None]
    for pair, (gold, extracted) in pairs:
        seen.meant[extracted][gold] += pair.count
    of_units = are_units(list(seen.golds))
    apart = {id(pair) for pair, words in pairs if is_other_unit(*words, of_units=of_units)}
    at = {id(pair) for pair in left} - apart
    chosen = regular(
        [replace(pair, gold=words[0], extracted=words[1]) for pair, words in pairs if id(pair) in at], seen
    )
    if chosen:
        known = {(pair.gold, pair.extracted) for pair in chosen}
        explained = [pair for pair, words in pairs if id(pair) in at and words in known]
        yield _proposal(fld, table_of(chosen, seen), explained, chosen)


def _split(text: str) -> tuple[str, str] | None:
    """Split a text into the number and the word behind it."""
    match = _SPLIT.fullmatch(text)
    if match is None or (len(match[2].split()) > 1 and _NAME.search(match[2])):
        return None
    return match[1], match[2]


def _words(pair: WrongPair) -> tuple[str, str] | None:
    """Return the words of both texts if their numbers are equal and the words are not."""
    gold, extracted = _split(pair.gold), _split(pair.extracted)
    if gold is None or extracted is None or gold[0] != extracted[0] or gold[1] == extracted[1]:
        return None
    return gold[1], extracted[1]


def _proposal(fld: Field, table: dict[str, str], explained: list[WrongPair], chosen: list[WrongPair]) -> Proposal:
    groups: dict[str, list[str]] = defaultdict(list)
    for word, chief in table.items():
        groups[chief].append(word)
    entries = tuple(_replacement(chief, words) for chief, words in sorted(groups.items()))
    ranked = sorted(chosen, key=lambda pair: (-pair.count, pair.extracted))
    listed = first_few([f"{short(pair.extracted)} for {short(pair.gold)}" for pair in ranked])
    n, of = counted(explained), counted(fld.mismatches)
    sentence = f"In {fld.path}, {n:,} of {of:,} mismatches are the same numbers with another word behind them: {listed}"
    why = "Check the words: an extractor that is always wrong in the same way looks the same"
    doing = "Treating these words as equal"
    return Proposal("synonyms", Edit(fld.path, entries), sentence, doing, tuple(explained), of, "medium", why)


def _replacement(chief: str, words: list[str]) -> dict[str, dict[str, str]]:
    """Replace each of the words behind a number with the chief one; the space before it is the same on both sides."""
    longest = sorted({chief, *words}, key=lambda word: (-len(word), word))
    pattern = rf"(?<=\d)\s*(?:{'|'.join(map(re.escape, longest))})\s*$"
    return {"regex_replace": {"pattern": pattern, "replacement": f" {chief}".replace("\\", "\\\\")}}
