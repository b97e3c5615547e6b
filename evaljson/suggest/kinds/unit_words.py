"""Texts of a number and a word, such as 3 boxes and 3 bx., or GS12 and BBCH 12: synonyms of the word beside one number.

For units that the comparator quantity does not know, and for what is not a unit.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.added_words import BOUNDS
from evaljson.suggest.kinds.synonyms import Seen, regular, table_of, without_catch_alls
from evaljson.suggest.kinds.units_apart import are_units, is_other_unit
from evaljson.suggest.kinds.words_beside import TURNS
from evaljson.suggest.proposal import Proposal, first_few, share
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import short

_BEHIND: Final = re.compile(
    r"\s*(?P<number>[+-]?\d[\d.,']*(?<=\d))\s*"
    r"(?P<word>[^\W\d_](?:[^\d]|(?<=[^\W\d_])[23](?!\w)){0,30}?|[^\w\s]{1,3})\s*"
)
"""A number, and a word behind it, in which a digit may be an exponent: m2."""
_BEFORE: Final = re.compile(
    r"\s*(?P<word>[^\W\d_][^\d]{0,30}?(?<![\s\W][+-])(?<!\b[^\W\d_]))\s*(?P<number>\d[\d.,']*(?<=\d))\s*"
)
"""A word, and a number behind it that is not negative; a letter before a number is part of a code, as in A2."""
_NAME: Final = re.compile(r"\b[^\W\d_a-z]\w*[a-z]")
"""A word that is capitalised: of several words behind a number, it shows that they are the name of a street."""
_MOSTLY: Final = 0.8
_LEAST: Final = 3
"""Different numbers behind a word: before a single one, it may be part of a code."""


def regular_units(fld: Field, left: list[WrongPair]) -> Iterator[Proposal]:
    """Propose a replacement for each group of words that mean the same behind, or before, the same numbers."""
    yield from _beside(fld, left, _BEHIND)
    yield from _beside(fld, left, _BEFORE)


def _beside(fld: Field, left: list[WrongPair], where: re.Pattern[str]) -> Iterator[Proposal]:
    golds = [gold for gold in fld.gold.values() if isinstance(gold.value, str)]
    split = [(gold, parts) for gold in golds if (parts := _split(gold.value, where)) is not None]
    if share(len(split), len(golds)) < _MOSTLY:
        return
    seen = Seen(defaultdict(Counter), defaultdict(Counter))
    for entry, (_, word) in split:
        seen.golds[word].update(entry.by)
        seen.meant[word][word] += entry.matched
    pairs = [(pair, words) for pair in fld.texts if (words := _words(pair, where)) is not None]
    for pair, (gold, extracted) in pairs:
        seen.meant[extracted][gold] += pair.count
    of_units = are_units(list(seen.golds))
    apart = {
        id(pair)
        for pair, words in pairs
        if is_other_unit(*words, of_units=of_units) or (where is _BEFORE and _turns(*words))
    }
    at = {id(pair) for pair in left} - apart
    chosen = regular(
        [replace(pair, gold=words[0], extracted=words[1]) for pair, words in pairs if id(pair) in at], seen
    )
    numbers = defaultdict[tuple[str, str], set[str]](set)
    for pair, words in pairs:
        numbers[words].add(pair.gold)
    chosen = [
        pair
        for pair in without_catch_alls(chosen)
        if where is _BEHIND or len(numbers[pair.gold, pair.extracted]) >= _LEAST
    ]
    if chosen:
        known = {(pair.gold, pair.extracted) for pair in chosen}
        explained = [pair for pair, words in pairs if id(pair) in at and words in known]
        yield _proposal(fld, table_of(chosen, seen), explained, chosen, where)


def _turns(*words: str) -> bool:
    """Check whether one side has words that make another number of the one beside them: over 5 is not 5."""
    gold, extracted = (set(re.findall(r"[^\W\d_]+", word.casefold())) & (BOUNDS | TURNS) for word in words)
    return gold != extracted


def _split(text: str, where: re.Pattern[str]) -> tuple[str, str] | None:
    """Split a text into the number and the word beside it."""
    match = where.fullmatch(text)
    if match is None or (where is _BEHIND and len(match["word"].split()) > 1 and _NAME.search(match["word"])):
        return None
    return match["number"], match["word"]


def _words(pair: WrongPair, where: re.Pattern[str]) -> tuple[str, str] | None:
    """Return the words of both texts if their numbers are equal and the words are not."""
    gold, extracted = _split(pair.gold, where), _split(pair.extracted, where)
    if gold is None or extracted is None or gold[0] != extracted[0] or gold[1] == extracted[1]:
        return None
    return gold[1], extracted[1]


def _proposal(
    fld: Field, table: dict[str, str], explained: list[WrongPair], chosen: list[WrongPair], where: re.Pattern[str]
) -> Proposal:
    groups: dict[str, list[str]] = defaultdict(list)
    for word, chief in table.items():
        groups[chief].append(word)
    entries = tuple(_replacement(chief, words, where) for chief, words in sorted(groups.items()))
    ranked = sorted(chosen, key=lambda pair: (-pair.count, pair.extracted))
    listed = first_few([f"{short(pair.extracted)} for {short(pair.gold)}" for pair in ranked])
    side = "behind" if where is _BEHIND else "before"
    n, of = counted(explained), counted(fld.mismatches)
    sentence = f"In {fld.path}, {n:,} of {of:,} mismatches are the same numbers with another word {side} them: {listed}"
    why = "Check the words: an extractor that is always wrong in the same way looks the same"
    doing = "Treating these words as equal"
    return Proposal("synonyms", Edit(fld.path, entries), sentence, doing, tuple(explained), of, "medium", why)


def _replacement(chief: str, words: list[str], where: re.Pattern[str]) -> dict[str, dict[str, str]]:
    """Replace each of the words beside a number with the chief one; the space between is the same on both sides."""
    longest = sorted({chief, *words}, key=lambda word: (-len(word), word))
    either, chief = "|".join(map(re.escape, longest)), chief.replace("\\", "\\\\")
    if where is _BEHIND:
        return {"regex_replace": {"pattern": rf"(?<=\d)\s*(?:{either})\s*$", "replacement": f" {chief}"}}
    return {"regex_replace": {"pattern": rf"^\s*(?:{either})\s*(?=\d)", "replacement": f"{chief} "}}
