"""Texts with a letter wrong: one of many such slips is no other name of a thing, though it comes several times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rapidfuzz.distance import OSA

from evaljson.suggest.wrong_pairs import WrongPair

_MANY: Final = 3
_LEAST: Final = 4
"""Letters from which on one of them may be a slip: EU is no slip for US."""


def among_many_typos(pairs: Iterable[WrongPair]) -> set[tuple[str, str]]:
    """Return gold and extracted text of pairs that differ in one letter, or in two that changed places, if many do."""
    texts = {(pair.gold, pair.extracted) for pair in pairs if pair.is_text}
    found = {both for both in texts if min(map(len, both)) >= _LEAST and OSA.distance(*both, score_cutoff=1) == 1}
    return found if len(found) >= _MANY else set()
