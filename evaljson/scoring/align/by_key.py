"""Alignment by key: of duplicates the first one counts, on both sides."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.scoring.align.alignment import Alignment, expand, leftovers, rank_within

UNUSABLE = -1


def key_codes(gold: Sequence[Any], extracted: Sequence[Any]) -> tuple[Ints, Ints]:
    """A code for each key, equal for keys that match (1 and 1.0 do); UNUSABLE for what can be no key."""
    table: dict[Hashable, int] = {}
    sides = [
        np.fromiter((_code(value, table) for value in column), np.intp, len(column)) for column in (gold, extracted)
    ]
    return sides[0], sides[1]


def combined(gold: Sequence[Ints], extracted: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Codes of several keys as codes of one: equal where all are; UNUSABLE where one of them is."""
    if len(gold) == 1:
        return gold[0], extracted[0]
    cut = len(gold[0])
    table = np.stack([np.concatenate(pair) for pair in zip(gold, extracted, strict=True)], axis=1)
    codes = np.unique(table, axis=0, return_inverse=True)[1].reshape(-1)
    codes[(table == UNUSABLE).any(axis=1)] = UNUSABLE
    return codes[:cut], codes[cut:]


def _code(value: Any, table: dict[Hashable, int]) -> int:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return UNUSABLE
    key = (isinstance(value, str), "nan" if value != value else value)
    return table.setdefault(key, len(table))


def align_by_key(
    gold_count: Ints, gold_start: Ints, gold_codes: Ints,
    extracted_count: Ints, extracted_start: Ints, extracted_codes: Ints,
) -> Alignment:  # fmt: skip
    """Join the elements of each pair of arrays on their key codes.

    Starts say where each pair's elements lie in the codes. Extracted elements that stay alone come in this order: those
    with a usable key, at the key's first appearance, then the rest.
    """
    gold_owner, gold_local, gold_code, gold_first = _firsts(gold_count, gold_start, gold_codes)
    owner, local, code, first = _firsts(extracted_count, extracted_start, extracted_codes)
    width = 1 + max(gold_code.max(initial=UNUSABLE), code.max(initial=UNUSABLE))
    wanted = gold_owner[gold_first] * width + gold_code[gold_first]
    order = np.argsort(wanted)
    offered = np.flatnonzero(first)
    asked = owner[offered] * width + code[offered]
    place = np.searchsorted(wanted, asked, sorter=order)
    place[place == len(wanted)] = 0
    hit = wanted[order[place]] == asked if len(wanted) else np.zeros(len(asked), np.bool_)
    partner = np.flatnonzero(gold_first)[order[place[hit]]] if len(wanted) else np.zeros(0, np.intp)
    chosen = offered[hit]
    joined = leftovers(gold_count, extracted_count, owner[chosen], gold_local[partner], local[chosen])
    return _keyed_first(joined, extracted_count, first)


def _firsts(count: Ints, start: Ints, codes: Ints) -> tuple[Ints, Ints, Ints, Any]:
    owner, local = expand(count)
    code = codes[start[owner] + local] if len(owner) else np.zeros(0, np.intp)
    width = 1 + code.max(initial=UNUSABLE)
    first = np.zeros(len(owner), np.bool_)
    first[np.unique(owner * (width + 1) + code + 1, return_index=True)[1]] = True
    return owner, local, code, first & (code != UNUSABLE)


def _keyed_first(found: Alignment, extracted_count: Ints, first: Any) -> Alignment:
    starts = np.cumsum(extracted_count) - extracted_count
    keyed = first[starts[found.extracted_owner] + found.extracted] if len(found.extracted) else np.zeros(0, np.bool_)
    order = np.lexsort((~keyed, found.extracted_owner))
    owner = found.extracted_owner[order]
    return Alignment(
        found.paired_owner, found.paired_gold, found.paired_extracted, found.gold_owner, found.gold,
        owner, found.extracted[order], rank_within(owner),
    )  # fmt: skip
