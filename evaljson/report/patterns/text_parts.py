"""Which pattern two texts have of which one may be a part of the other: cut short, more, other words, or a slip."""

from __future__ import annotations

import re
from typing import Final

from rapidfuzz.distance import Levenshtein

from evaljson.report.patterns.number_values import values
from evaljson.report.patterns.spelling import letters_of
from evaljson.transforms.text_folding import without_punctuation

DIFFERENT: Final = "different"
"""Where nothing is the same."""
LEAST_TYPED: Final = 5
"""Characters of a text in which one or two letters that differ are a slip, not another word."""
GROUPS: Final = re.compile(r"[+-]?[1-9]\d{0,2}(?:[.,' \u00a0\u202f]\d{3})+", re.ASCII)
_LEAST_PART: Final = 3
"""Characters from which on a text can be part of another without being a word of it."""
_SLIP: Final = 2
_LONGEST_NAME: Final = 40
"""Characters up to which one or two letters that lack at the end are a slip; longer texts are cut at some length."""
_NUMBERS: Final = re.compile(r"\d+(?:[.,]\d+)*")
_WORTH: Final = re.compile(r"\d[.,]\d|(?<!\S)[+\u2212(-]\s?\d")
"""Marks that say what a number is worth: its decimals, and its sign."""
_TOKENS: Final = re.compile(r"(?:(?<!\S)[+\u2212-])?\d+(?:[.,]\d+)*|[^\W\d_]+")
"""Numbers, with a sign where nothing is before it, and words."""


def overlapping(gold: str, extracted: str) -> str:
    """Return the name of the pattern, of KINDS."""
    left, right = gold.casefold().strip(), extracted.casefold().strip()
    words = [without_punctuation(text).split() for text in (left, right)]
    if words[0] != words[1] and sorted(words[0]) == sorted(words[1]):
        return "word_order"
    bare = letters_of(left)
    is_same = bare == letters_of(right)
    if is_same and bare and not any(map(_WORTH.search, (left, right))):
        return "letters"
    if values(left) and values(right):  # another number is no part of a number
        return "cut_short" if lost_digits(left, right) and left.startswith(right) else DIFFERENT
    is_slip = min(len(gold), len(extracted)) >= LEAST_TYPED and not is_same and not _numbers_differ(left, right)
    if is_slip and _lacks_last_letters(gold.strip(), extracted.strip()):
        return "typing"
    if _is_cut_short(left, right):
        return "cut_short"
    if _holds(left, right):
        return "part"
    if _holds(right, left):
        return "more"
    return "typing" if is_slip and Levenshtein.distance(gold, extracted, score_cutoff=_SLIP) <= _SLIP else DIFFERENT


def _lacks_last_letters(whole: str, short: str) -> bool:
    """Check whether a short text lacks one or two letters at the end of a word: a slip, not a limit of length."""
    lost = whole[len(short) :]
    is_in_word = lost.isalpha() and short[-1:].isalpha()
    return whole.startswith(short) and is_in_word and len(lost) <= _SLIP and len(whole) <= _LONGEST_NAME


def _is_cut_short(whole: str, cut: str) -> bool:
    """Check whether a text is the beginning of another; inside a number only where dots say that it was cut."""
    begin = cut.removesuffix("…").removesuffix("...").rstrip()
    if len(begin) < _LEAST_PART or not whole.startswith(begin):
        return False
    return begin != cut or not _inside(_NUMBERS, whole, len(begin))


def _holds(whole: str, part: str) -> bool:
    """Check whether a text is part of another, as words: 4 °C is none of 14 °C, nor car of cargo, nor K12 of K12b.

    A short one is a word alone: I of Phase I.
    """
    if len(part) < _LEAST_PART:
        return (part.isalpha() and part in re.findall(r"\w+", whole)) or (part.isdigit() and part in whole.split())
    begins = (match.start() for match in re.finditer(f"(?={re.escape(part)})", whole))
    is_code = re.search(r"\d[^\W\d_]|[^\W\d_]\d", part) is not None
    return any(
        not any(
            _inside(_TOKENS, whole, place) or (is_code and _is_fused(whole, place))
            for place in (begin, begin + len(part))
        )
        for begin in begins
    )


def _is_fused(text: str, at: int) -> bool:
    """Check whether a place of a text is between letters or digits, with nothing else there: 7|K."""
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _inside(tokens: re.Pattern[str], text: str, at: int) -> bool:
    """Check whether a place of a text is inside a token of it."""
    return any(match.start() < at < match.end() for match in tokens.finditer(text))


def _numbers_differ(left: str, right: str) -> bool:
    return _NUMBERS.findall(left) != _NUMBERS.findall(right)


def lost_digits(gold: str, extracted: str) -> bool:
    """Check whether one of two texts is the other cut short, where its point may mark thousands: 9.370 and 9.37."""
    short, long = sorted((gold.strip(), extracted.strip()), key=len)
    return GROUPS.fullmatch(long) is not None and short != long and long.startswith(short)
