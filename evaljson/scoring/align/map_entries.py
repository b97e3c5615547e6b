"""Maps whose entries pair up otherwise than by their keys alone: as elements are that have no order.

The keys of an object have no order, so entries are looked at in the order of their keys: how a file happens to list
them decides nothing, not even between entries that suit equally well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.scoring.align.alignment import Alignment, expand, rank_within
from evaljson.scoring.align.by_key import key_codes
from evaljson.scoring.align.hungarian import Lists
from evaljson.scoring.columns import Columns

_INVENTED = " (invented)"


@dataclass(frozen=True, slots=True)
class EntryKeys:
    """The keys of all entries of both sides, flattened as their values are."""

    gold: Sequence[str]
    extracted: Sequence[str]
    by_content: bool = False
    """Whether a pair may have two keys."""


def map_key_codes(below: Columns, keys: EntryKeys) -> tuple[Ints, Ints]:
    """Return a code for each key of both sides, equal for equal keys; they are worked out once."""
    codes: tuple[Ints, Ints] | None = below.cache.get("keys")
    if codes is None:
        codes = below.cache["keys"] = key_codes(keys.gold, keys.extracted)
    return codes


def by_name(lists: Lists, keys: Sequence[str]) -> Lists:
    """Put the entries of each map in the order of their keys."""
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    place = np.fromiter(map(places.__getitem__, keys), np.intp, len(keys))
    order = np.lexsort((place[lists.rows], expand(lists.count)[0]))
    return replace(lists, rows=lists.rows[order], local=lists.local[order])


def as_listed(alignment: Alignment) -> Alignment:
    """Put the extracted entries that stay alone in the order in which their map lists them."""
    order = np.lexsort((alignment.extracted, alignment.extracted_owner))
    owner, local = alignment.extracted_owner[order], alignment.extracted[order]
    return replace(alignment, extracted_owner=owner, extracted=local, rank=rank_within(owner))


def invented_keys(
    gold: Sequence[str], gold_owner: Sequence[int], alone: Sequence[str], alone_owner: Sequence[int]
) -> list[str]:
    """Return the keys that stand for extracted entries that stay alone in paths: no path has two meanings.

    Where gold has such a key too, its entry is another one, so the extracted one is marked.
    """
    taken = set(zip(gold_owner, gold, strict=True))
    own = set(zip(alone_owner, alone, strict=True)) - taken
    shown = []
    for owner, key in zip(alone_owner, alone, strict=True):
        name = key
        if (owner, key) in taken:
            while (owner, name) in taken or (owner, name) in own:
                name += _INVENTED
        taken.add((owner, name))
        shown.append(name)
    return shown
