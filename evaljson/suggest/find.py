"""Which settings would explain what is wrong at a field: each kind looks at what the ones before it leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from evaljson.suggest.kinds.abbreviations import abbreviated
from evaljson.suggest.kinds.added_words import always_added
from evaljson.suggest.kinds.nulls import ways_to_say_nothing
from evaljson.suggest.kinds.numbers import numbers_for_texts, rounded
from evaljson.suggest.kinds.readings import read_alike
from evaljson.suggest.kinds.shapes import free_text, keys_that_are_data, lists_of_acceptable, never_agree
from evaljson.suggest.kinds.synonyms import GoldRecords, regular_pairs
from evaljson.suggest.kinds.texts import written_alike
from evaljson.suggest.kinds.unit_words import regular_units
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, WrongPair

_DEFAULTS: Final = ("exact", "numeric")
"""Comparators that may be replaced: any other one was somebody's choice."""
_WITH_READING: Final = ("case", "whitespace")
"""What may change a text that a comparator reads."""


def find_proposals(fld: Field, gold: GoldRecords) -> Iterator[Proposal]:
    """All proposals at a field; those that exclude each other have the same `rival`, the best first.

    `gold` has the records of each variant.
    """
    node = fld.node
    if not node.is_unit:
        yield from ways_to_say_nothing(fld)
        yield from lists_of_acceptable(fld)
        yield from keys_that_are_data(fld, next(iter(gold.values())))
    elif node.comparator is not None and node.comparator.name in _DEFAULTS:
        yield from _of_a_field(fld, gold)


def _of_a_field(fld: Field, gold: GoldRecords) -> Iterator[Proposal]:
    listing = list(lists_of_acceptable(fld))
    readings = [] if listing else list(read_alike(fld))
    found = [*ways_to_say_nothing(fld), *listing, *readings]
    if not listing:
        found += rounded(fld) if fld.node.comparator and fld.node.comparator.name == "numeric" else []
        found += _of_texts(fld, readings, gold)
        found += always_added(fld, fld.mismatches) if not readings and not _has(found, "synonyms") else []
    if not [one for one in found if one.kind not in ("nulls", "null_words")]:
        found += never_agree(fld)
    if not readings and not any(one.kind == "skip" for one in found):
        found += free_text(fld, {id(pair) for one in found for pair in one.explained})
    yield from found


def _has(found: Sequence[Proposal], kind: str) -> bool:
    return any(one.kind == kind for one in found)


def _of_texts(fld: Field, readings: Sequence[Proposal], gold: GoldRecords) -> list[Proposal]:
    if fld.node.comparator is None or fld.node.comparator.name != "exact":
        return []
    left = _without(fld.mismatches, readings[:1])
    writing = [one for one in written_alike(fld, left) if not readings or one.kind in _WITH_READING]
    texts = [] if readings else list(numbers_for_texts(fld))
    left = _without(left, [*writing, *texts])
    short = [] if readings else list(abbreviated(fld, left))
    left = _without(left, short)
    names = [] if readings else list(regular_pairs(fld, left, gold))
    units = [] if readings or names else list(regular_units(fld, left))
    return [*writing, *texts, *short, *names, *units]


def _without(pairs: Iterable[WrongPair], proposals: Iterable[Proposal]) -> list[WrongPair]:
    """What the proposals leave unexplained."""
    explained = {id(pair) for one in proposals for pair in one.explained}
    return [pair for pair in pairs if id(pair) not in explained]
