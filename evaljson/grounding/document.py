"""A text that values are looked for in: as written, folded, and as the numbers and days in it, made when asked for."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Final

from evaljson.grounding.joints import has_joints, with_other_joints
from evaljson.grounding.name_order import in_other_order
from evaljson.grounding.readings import dates_in, numbers_in
from evaljson.grounding.spaces import with_other_spaces

LONGEST: Final = 100_000
"""Characters of a text that are looked at."""
_WORD: Final = re.compile(r"\S+")
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7ff\uf900-\ufaff]")
"""Letters of scripts that put no space between words."""
_TRIES: Final = 1_000
"""Places of a value inside longer words that are passed over before the search ends."""
_SAME: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u02bc\u2032`\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        "\u00ad": "",
    }
)
Span = tuple[int, int]


def folded(text: str) -> str:
    """Return a text without case, forms of letters, quotes and dashes, and runs of white space."""
    return " ".join(map(_fold, text.split()))


def _fold(word: str) -> str:
    return unicodedata.normalize("NFKC", word.translate(_SAME)).casefold()


@dataclass(frozen=True, slots=True)
class _Folded:
    """A folded text, and where its words were."""

    text: str
    starts: list[int]
    """Of each word, here."""
    words: list[tuple[int, int, bool]]
    """Where each was: start, end, and whether it has as many characters as here."""

    def span(self, start: int, end: int) -> Span:
        """Return where a part of it was; all of a word whose length changed."""
        return self._at(start, False), self._at(end - 1, True)

    def _at(self, here: int, is_end: bool) -> int:
        word = bisect_right(self.starts, here) - 1
        begin, end, same = self.words[word]
        if not same:
            return end if is_end else begin
        return min(begin + here - self.starts[word] + is_end, end)


class SearchedText:
    """One text."""

    def __init__(self, text: str) -> None:
        self.text: Final = text[:LONGEST]
        self.is_cut: Final = len(text) > LONGEST

    def exact(self, wanted: str) -> Span | None:
        """Return where a text is, as written, and no part of a longer word or number."""
        return whole(self.text, wanted)

    def normalised(self, wanted: str) -> Span | None:
        """Return where a folded text is in the folded one."""
        found = whole(self.folded.text, wanted)
        return None if found is None else self.folded.span(*found)

    def respaced(self, wanted: str) -> Span | None:
        """Return where a folded text is in the folded one, with other spaces beside its signs and numbers."""
        pattern = with_other_spaces(wanted)
        return None if pattern is None else self._first(pattern)

    def rejoined(self, wanted: str) -> Span | None:
        """Return where a folded text is in the folded one, with its words joined otherwise."""
        return self._first(re.compile(with_other_joints(wanted))) if has_joints(wanted) else None

    def reordered(self, wanted: str) -> Span | None:
        """Return where a folded text is in the folded one as a name in the other order."""
        other = in_other_order(wanted)
        return None if other is None else self.normalised(other)

    def _first(self, pattern: re.Pattern[str]) -> Span | None:
        for match in islice(pattern.finditer(self.folded.text), _TRIES):
            if _is_whole(self.folded.text, *match.span()):
                return self.folded.span(*match.span())
        return None

    @cached_property
    def folded(self) -> _Folded:
        """The text without case, forms of letters and runs of white space."""
        pieces, starts, words, at = list[str](), list[int](), list[tuple[int, int, bool]](), 0
        for match in _WORD.finditer(self.text):
            piece = _fold(match.group())
            if piece:
                pieces.append(piece)
                starts.append(at)
                words.append((match.start(), match.end(), len(piece) == match.end() - match.start()))
                at += len(piece) + 1
        return _Folded(" ".join(pieces), starts, words)

    @cached_property
    def numbers(self) -> dict[Fraction, Span]:
        """The numbers in it, without their signs, each where it is first."""
        return numbers_in(self.text)

    @cached_property
    def dates(self) -> dict[date, Span]:
        """The days in it, each where it is first."""
        return dates_in(self.text)


def whole(text: str, wanted: str) -> Span | None:
    """Return where `wanted` is in a text without being part of a longer word or number; None if it is nowhere."""
    start, tries = text.find(wanted), 0
    while start >= 0 and tries < _TRIES:
        end = start + len(wanted)
        if _is_whole(text, start, end):
            return start, end
        start, tries = text.find(wanted, start + 1), tries + 1
    return None


def _is_whole(text: str, start: int, end: int) -> bool:
    return not _joined(text, start, before=True) and not _joined(text, end, before=False)


def _joined(text: str, cut: int, *, before: bool) -> bool:
    """Say whether a cut goes through a word or a number: 83 is not in 17.83."""
    if cut <= 0 or cut >= len(text):
        return False
    inner, outer = (text[cut], text[cut - 1]) if before else (text[cut - 1], text[cut])
    if inner.isalnum() and outer.isalnum():
        return not (_UNSPACED.match(inner) or _UNSPACED.match(outer))
    if not inner.isdigit() or outer not in ".,'":
        return False
    beyond = cut - 2 if before else cut + 1
    return 0 <= beyond < len(text) and text[beyond].isdigit()
