"""Records with the same values, and documents with the same words: twice in gold, or in gold and tuning data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rapidfuzz import fuzz

from evaljson.leaks.facts import Fact, Known
from evaljson.leaks.model import How, Kind, Leak
from evaljson.leaks.texts import Documents, excerpt, plain, words
from evaljson.load.loaded_records import RecordId

NEARLY: Final = 0.8
HALF: Final = 0.5
"""Of the words that few documents have: as many are left where a copy was misread or retyped."""
_LONGEST_FUZZY: Final = 20_000
_SHOWN: Final = 4


def same_records(
    kind: Kind, where: str, gold: Known, ids: list[RecordId], others: Known, other_ids: list[RecordId]
) -> Iterator[Leak]:
    """Yield gold records that others repeat; within gold each pair once, the later record first."""
    for place, own in enumerate(gold.facts):
        for other in others.shared_with(own):
            if others is gold and other >= place:
                continue
            theirs = others.facts[other]
            shared = sum(fact in theirs for fact in own)
            share = shared / max(len(own), len(theirs))
            if share >= NEARLY:
                is_same = share == 1 and gold.key_of(place) == others.key_of(other)
                how: How = "the same" if is_same else "nearly the same"
                evidence = f"all {len(own)} values that are compared" if is_same else _differences(own, theirs)
                yield Leak(kind, ids[place], where, other_ids[other], how, share, evidence)


def same_documents(
    kind: Kind, where: str, gold: Documents, ids: list[RecordId], others: Documents, other_ids: list[RecordId]
) -> Iterator[Leak]:
    """Yield gold records whose document others have, by runs of 13 words and by likeness as a whole."""
    for place, text in enumerate(gold.texts):
        if not text or not gold.own[place]:
            continue
        shared: dict[int, int] = {}
        for run in gold.own[place]:
            for other in others.by_run.get(run, ()):
                shared[other] = shared.get(other, 0) + 1
        for other, count in shared.items():
            if others is gold and other >= place:
                continue
            share = count / max(len(gold.own[place]), len(others.own[other]))
            near = _likeness(text, others.texts[other] or "", gold.own_words[place])
            if max(share, near) >= NEARLY:
                how: How = "the same" if near == 1 else "nearly the same"
                yield Leak(kind, ids[place], where, other_ids[other], how, max(share, near), excerpt(text))


def _likeness(text: str, theirs: str, own_words: frozenset[str]) -> float:
    """Return how alike two texts are, letter by letter, 0..1; 0 where that is owed to what many documents have.

    Two orders of one form can have nine tenths in common, and no name, number or price.
    """
    one, other = plain(text)[:_LONGEST_FUZZY], plain(theirs)[:_LONGEST_FUZZY]
    if one != other and (not own_words or len(own_words.intersection(words(other))) < HALF * len(own_words)):
        return 0.0
    return fuzz.ratio(one, other) / 100


def _differences(own: Mapping[Fact, str], theirs: Mapping[Fact, str]) -> str:
    unlike = dict.fromkeys(
        path.lstrip(".") for path, text in [*own, *theirs] if ((path, text) in own) != ((path, text) in theirs)
    )
    if not unlike:
        return f"all {len(own)} texts and numbers, whatever their case and order"
    listed = ", ".join(list(unlike)[:_SHOWN]) + (f" and {len(unlike) - _SHOWN} more" if len(unlike) > _SHOWN else "")
    return f"differs in {listed}"
