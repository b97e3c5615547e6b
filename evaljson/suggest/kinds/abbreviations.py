"""Words that are cut short over different values, such as Oak Rd. for Oak Road, or Park Ave for Park Avenue."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.model import Level
from evaljson.suggest.proposal import Proposal, merging, seen_apart
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import short
from evaljson.transforms.registry import get_transform
from evaljson.transforms.text_folding import without_accents

TITLES: Final = {"abbreviations": "Write out abbreviations"}
_LEAST: Final = 3
"""Different gold values: the same pair again is a synonym at best."""
_LEAST_SHARED: Final = 2
"""Letters that the beginnings of different words must have in common, as those of Haupt-str. and Ring-str. have."""
_SHOWN: Final = 3
_LONGEST: Final = 500
_CUT: Final = re.compile(r"[^\W\d_]{0,3}\.?")
"""What is left of the rest of a word: nothing, or its last letters, and a point where it is written."""
_LONGEST_BARE: Final = 5
_LEAST_LEFT_OUT: Final = 2
"""Letters: with one less, a word without a point is rather a slip, or another form of it."""
_SENTENCE: Final = 3
"""Words that may be one."""
_VOWELS: Final = frozenset("aeiou")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LAST_WORD: Final = re.compile(r"[^\W\d_]+$")


@dataclass(frozen=True, slots=True)
class Cut:
    """Where two texts differ in nothing but one word that one of them cuts short."""

    begins: str
    """What both have of the word."""
    rest: str
    cut: str
    """What stands for the rest."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A cut that is taken for the whole word."""

    begins: str
    """The beginning of a word; where different words are cut so, what these have in common before the cut."""
    whole: bool
    """Whether it is all of the beginning."""
    rest: str
    cut: str
    count: int
    """Results that it explains."""

    @property
    def entry(self) -> dict[str, dict[str, str]]:
        """As a transform."""
        bound, end = r"\b" if self.whole else "", "" if self.cut.endswith(".") else r"\b(?!\.)"
        pattern = rf"(?i)(?<={bound}{re.escape(self.begins)}){re.escape(self.cut)}{end}"
        return {"regex_replace": {"pattern": pattern, "replacement": self.rest}}

    @property
    def words(self) -> str:
        """`'Rd.' for 'Road'`."""
        return f"{short(self.begins + self.cut)} for {short(self.begins + self.rest)}"


def abbreviated(fld: Field, left: list[WrongPair]) -> Iterator[Proposal]:
    """Propose a replacement for each word that is abbreviated in three different values of `left` or more."""
    by_cut: dict[tuple[str, str], list[tuple[Cut, WrongPair]]] = defaultdict(list)
    for pair in left:
        cut = cut_of(pair.gold, pair.extracted)
        if cut is not None:
            by_cut[cut.rest.lower(), cut.cut.lower()].append((cut, pair))
    rules = _clear(rule for cuts in by_cut.values() for rule in _rules(cuts))
    if not rules:
        return
    explained = [pair for pair in left if isinstance(pair.gold, str) and _same(pair, rules)]
    if len({pair.gold for pair in explained}) >= _LEAST:
        yield _proposal(fld, rules, explained)


def cut_of(gold: Any, extracted: Any) -> Cut | None:
    """Return the word that one of two values cuts short, where they differ in nothing else; None for all others."""
    if not isinstance(gold, str) or not isinstance(extracted, str) or max(len(gold), len(extracted)) > _LONGEST:
        return None
    for long, cut in ((gold, extracted), (extracted, gold)):
        same = len(_common([long, cut]))
        begins = _LAST_WORD.search(long[:same])
        word = _WORD.match(long, same)
        if begins is None or word is None:
            continue
        what = cut[same : max(len(cut) - (len(long) - word.end()), same)]
        if _CUT.fullmatch(what) and cut[same + len(what) :] == long[word.end() :] and _is_shorter(word.group(), what):
            named = Cut(begins.group(), word.group(), what)
            if not what.endswith("."):
                return named if _is_bare_abbreviation(named) else None
            return None if len(named.begins) < _LEAST_SHARED and what == "." else named  # J. may be Jane or John
    return None


def cuts_of(gold: str, extracted: str) -> list[Cut]:
    """Return all words that one of two texts cuts short, where they differ in nothing else; none for all others.

    The beginning of a text that is one word is no abbreviation without a point. A point at the end of a text may end a
    sentence: before it, a word that is more than half of the other one is not cut short, as tax. is none of taxes.
    """
    sides = gold.split(), extracted.split()
    if len(sides[0]) != len(sides[1]) or gold.casefold() == extracted.casefold():
        return []
    found = [cut_of(left, right) for left, right in zip(*sides, strict=True) if left != right]
    cuts = [cut for cut in found if cut is not None]
    if sides[0][-1:] != sides[1][-1:] and found[-1] is not None and _may_end_a_sentence(found[-1], len(sides[0])):
        return []
    is_beginning = len(sides[0]) == 1 and any(not cut.cut for cut in cuts)
    return cuts if len(cuts) == len(found) and not is_beginning else []


def entries_of(cuts: Iterable[Cut]) -> tuple[dict[str, dict[str, str]], ...]:
    """Return transforms that write these words out, those that occur most first."""
    count = Counter((cut.begins.lower(), cut.rest, cut.cut) for cut in cuts)
    rules = _clear(_Rule(begins, True, rest, cut, n) for (begins, rest, cut), n in count.items())
    return tuple(rule.entry for rule in rules)


def _may_end_a_sentence(last: Cut, words: int) -> bool:
    """Check whether the point may be a full stop; Hauptstr. and Am Ringstr. are too few words for one."""
    is_most = last.cut == "." and len(last.rest) < len(last.begins)
    return is_most and (words >= _SENTENCE or len(last.rest) <= _LEAST_LEFT_OUT)


def _is_bare_abbreviation(cut: Cut) -> bool:
    """Check whether a word without a point is an abbreviation: Blvd and Ave are, and Park is none of Parking.

    It is short, half the word at most or without its vowels, and what stands for the rest has no vowel.
    """
    word, short = (cut.begins + rest for rest in (cut.rest, cut.cut))
    if not _LEAST_SHARED <= len(short) <= _LONGEST_BARE or len(word) - len(short) < _LEAST_LEFT_OUT:
        return False
    return _has_no_vowel(cut.cut) and (2 * len(short) <= len(word) or _has_no_vowel(short[1:]))


def _has_no_vowel(letters: str) -> bool:
    return _VOWELS.isdisjoint(without_accents(letters.lower()))


def _common(texts: Sequence[str]) -> str:
    """Return the common beginning of the texts."""
    letters = zip(*texts, strict=False)
    return "".join(every[0] for every in takewhile(lambda every: len(set(every)) == 1, letters))


def _is_shorter(rest: str, cut: str) -> bool:
    """Check whether the letters of the cut are the last of those that it leaves out, as in R-d. for R-oad."""
    letters = cut.removesuffix(".")
    left = iter(rest)
    return len(letters) < len(rest) and rest.endswith(letters[-1:]) and all(letter in left for letter in letters)


def _rules(cuts: Sequence[tuple[Cut, WrongPair]]) -> Iterator[_Rule]:
    """Yield one rule for all words with the same ending before the cut; else one per word."""
    groups: dict[str, list[tuple[Cut, WrongPair]]] = defaultdict(list)
    for cut, pair in cuts:
        groups[cut.begins.lower()].append((cut, pair))
    shared = _common([begins[::-1] for begins in groups])[::-1]
    is_part = len(groups) > 1 and len(shared) >= _LEAST_SHARED and cuts[0][0].cut.endswith(".")
    for some in [list(cuts)] if is_part else groups.values():
        first, pairs = some[0][0], [pair for _, pair in some]
        if len({pair.gold for pair in pairs}) >= _LEAST and seen_apart(pairs, _LEAST):
            yield _Rule(shared if is_part else first.begins, not is_part, first.rest, first.cut, counted(pairs))


def _clear(rules: Iterable[_Rule]) -> list[_Rule]:
    """Sort the rules, those that explain most first; what is short for two words stands for the more frequent one."""
    clear: dict[str, _Rule] = {}
    for rule in sorted(rules, key=lambda rule: (-rule.count, rule.words)):
        mine = (rule.begins + rule.cut).lower()
        if not any(mine.endswith(other) or other.endswith(mine) for other in clear):
            clear[mine] = rule
    return list(clear.values())


def _written_out(text: str, rules: Sequence[_Rule]) -> str:
    for rule in rules:
        text = get_transform("regex_replace")(text, rule.entry["regex_replace"])
    return text


def _same(pair: WrongPair, rules: Sequence[_Rule]) -> bool:
    if not isinstance(pair.extracted, str) or max(len(pair.gold), len(pair.extracted)) > _LONGEST:
        return False
    return _written_out(pair.gold, rules) == _written_out(pair.extracted, rules)


def _proposal(fld: Field, rules: Sequence[_Rule], explained: list[WrongPair]) -> Proposal:
    def key(value: Any) -> str | None:
        return _written_out(value, rules) if isinstance(value, str) and len(value) <= _LONGEST else None

    merged = merging(fld, key)
    listed = ", ".join(rule.words for rule in rules[:_SHOWN])
    more = f" and {len(rules) - _SHOWN:,} more" if len(rules) > _SHOWN else ""
    n, of = counted(explained), counted(fld.mismatches)
    sentence = f"In {fld.path}, {n:,} of {of:,} mismatches differ only in an abbreviated word: {listed}{more}"
    level: Level = "high" if merged else "medium"
    why = "Check the words: the same letters can be short for another word"
    edit = Edit(fld.path, tuple(rule.entry for rule in rules))
    doing = "Writing out the word" if len(rules) == 1 else "Writing out these words"
    return Proposal("abbreviations", edit, sentence, doing, tuple(explained), of, level, why, merged)
