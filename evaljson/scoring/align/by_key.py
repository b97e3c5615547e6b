"""Alignment by key: of elements with the same key the first one counts, on both sides."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.scoring.align.alignment import Alignment, expand, leftovers, rank_within
from evaljson.scoring.side import EXTRACTED

UNUSABLE = -1


def key_codes(gold: Sequence[Any], extracted: Sequence[Any]) -> tuple[Ints, Ints]:
    """Return a code for each key, equal for keys that match (1 and 1.0 do); UNUSABLE for values that cannot be keys."""
    table: dict[Hashable, int] = {}
    sides = [
        np.fromiter((_code(value, table) for value in column), np.intp, len(column)) for column in (gold, extracted)
    ]
    return sides[0], sides[1]


def combined(gold: Sequence[Ints], extracted: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Combine the codes of several keys: equal where all keys are equal; UNUSABLE where one of them is."""
    if len(gold) == 1:
        return gold[0], extracted[0]
    gold_length = len(gold[0])
    table = np.stack([np.concatenate(pair) for pair in zip(gold, extracted, strict=True)], axis=1)
    codes = np.unique(table, axis=0, return_inverse=True)[1].reshape(-1)
    codes[(table == UNUSABLE).any(axis=1)] = UNUSABLE
    return codes[:gold_length], codes[gold_length:]


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

    `…_start` is where the elements of each array begin in the codes. Extracted elements that stay alone come in this
    order: the first one of each usable key, then the others.
    """
    gold_owner, gold_local, gold_code, gold_first = _firsts(gold_count, gold_start, gold_codes)
    owner, local, code, first = _firsts(extracted_count, extracted_start, extracted_codes)
    width = 1 + max(gold_code.max(initial=UNUSABLE), code.max(initial=UNUSABLE))
    gold_ids = gold_owner[gold_first] * width + gold_code[gold_first]
    order = np.argsort(gold_ids)
    candidates = np.flatnonzero(first)
    extracted_ids = owner[candidates] * width + code[candidates]
    place = np.searchsorted(gold_ids, extracted_ids, sorter=order)
    place[place == len(gold_ids)] = 0
    hit = gold_ids[order[place]] == extracted_ids if len(gold_ids) else np.zeros(len(extracted_ids), np.bool_)
    partner = np.flatnonzero(gold_first)[order[place[hit]]] if len(gold_ids) else np.zeros(0, np.intp)
    chosen = candidates[hit]
    joined = leftovers(gold_count, extracted_count, owner[chosen], gold_local[partner], local[chosen])
    return _keyed_first(joined, extracted_count, first)


def _firsts(count: Ints, start: Ints, codes: Ints) -> tuple[Ints, Ints, Ints, Bools]:
    """Return owner, number and code of each element, and whether it is the first one of its array with its key."""
    owner, local = expand(count)
    code = codes[start[owner] + local] if len(owner) else np.zeros(0, np.intp)
    width = 1 + code.max(initial=UNUSABLE)
    first = np.zeros(len(owner), np.bool_)
    first[np.unique(owner * (width + 1) + code + 1, return_index=True)[1]] = True
    return owner, local, code, first & (code != UNUSABLE)


def _keyed_first(alignment: Alignment, extracted_count: Ints, first: Bools) -> Alignment:
    starts = np.cumsum(extracted_count) - extracted_count
    owner, local = alignment.alone(EXTRACTED)
    keyed = first[starts[owner] + local] if len(local) else np.zeros(0, np.bool_)
    order = np.lexsort((~keyed, owner))
    return replace(alignment, extracted_owner=owner[order], extracted=local[order], rank=rank_within(owner[order]))
