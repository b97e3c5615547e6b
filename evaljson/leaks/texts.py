"""Texts as plain words, and the runs of words that one document alone has.

Thirteen words in a row is the usual measure of overlap with training data: T. B. Brown and others: Language models are
few-shot learners. 2020, appendix C.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.load.source_texts import plain_text

RUN: Final = 13
LONGEST: Final = 200_000
"""Characters of a text that are looked at."""
_WORD: Final = re.compile(r"[^\W_]+(?:[.,:/@'-][^\W_]+)*")
_FEW: Final = 3
_FEW_OF: Final = 0.01
_SHOWN: Final = 80


def plain(text: str) -> str:
    """Return a text without case, forms of letters and runs of white space."""
    return plain_text(text[:LONGEST])


def words(text: str) -> list[str]:
    """Return the words of a plain text."""
    return _WORD.findall(plain(text))


def runs(listed: Sequence[str]) -> list[str]:
    """Return all runs of 13 words; of a shorter text of five words and more that as a whole."""
    if len(listed) < RUN:
        return [" ".join(listed)] if len(listed) >= 5 else []
    return [" ".join(listed[at : at + RUN]) for at in range(len(listed) - RUN + 1)]


@dataclass(frozen=True, eq=False)
class Documents:
    """The texts of documents, and the runs of words that few of them have: not letterheads, and not small print."""

    texts: list[str | None]
    own: list[frozenset[str]]
    by_run: dict[str, list[int]]
    own_words: list[frozenset[str]]
    """Words that few of them have."""

    @classmethod
    def of(cls, texts: Sequence[str | None]) -> Documents:
        """Look at documents; None is one without a text."""
        of_text = [words(text) if text else [] for text in texts]
        listed = [frozenset(runs(one)) for one in of_text]
        few = max(_FEW, math.ceil(_FEW_OF * len(listed)))
        count = Counter(run for one in listed for run in one)
        own = [frozenset(run for run in one if count[run] <= few) for one in listed]
        by_run: dict[str, list[int]] = {}
        for place, one in enumerate(own):
            for run in one:
                by_run.setdefault(run, []).append(place)
        having = Counter(word for one in of_text for word in set(one))
        own_words = [frozenset(word for word in one if having[word] <= few) for one in of_text]
        return cls(list(texts), own, by_run, own_words)

    def found_in(self, text: str) -> dict[int, list[str]]:
        """Return the documents that share runs of words of their own with a text, with these runs."""
        listed = words(text)
        here = dict.fromkeys(runs(listed))
        found: dict[int, list[str]] = {}
        for run in here:
            for place in self.by_run.get(run, ()):
                found.setdefault(place, []).append(run)
        return found


def excerpt(text: str) -> str:
    """Cut a text to what fits on a line."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
