"""Alignment of many pairs of arrays at once: one strategy, or a chain in which each takes what the last one left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import SCALARS, find_non_json
from evaljson.scoring.align.alignment import Alignment, expand, rank_within
from evaljson.scoring.align.by_key import align_by_key, combined, key_codes
from evaljson.scoring.align.by_position import align_ordered
from evaljson.scoring.align.hungarian import Lists, align_hungarian
from evaljson.scoring.columns import Columns, Side
from evaljson.scoring.container_kinds import LISTED, kinds
from evaljson.scoring.plan import REFUSED, Link, PlanNode, transformed

if TYPE_CHECKING:
    from evaljson.scoring.scorer import Scorer


def lists_of(side: Side, owners: Ints) -> Lists:
    """The arrays of some rows, one for each entry of `owners`, which may repeat."""
    count = side.length[owners]
    owner, local = expand(count)
    return Lists(count, np.cumsum(count) - count, side.start[owners][owner] + local, local)


def align(
    scorer: Scorer, plan: PlanNode, element: PlanNode, below: Columns, gold: Lists, extracted: Lists
) -> Alignment:
    """Which elements of each pair of arrays belong together. Elements are numbered within their array."""
    found: Alignment | None = None
    made = []
    for link in plan.links:
        rest = (gold, extracted) if found is None else (_rest(gold, found, False), _rest(extracted, found, True))
        step = _numbered(_strategy(scorer, plan, link, element, below, *rest), *rest)
        found = step if found is None else _joined(found, step)
        made.append(len(step.paired_owner))
    assert found is not None
    return replace(found, paired_link=np.repeat(np.arange(len(made)), made))


def _strategy(
    scorer: Scorer, plan: PlanNode, link: Link, element: PlanNode, below: Columns, gold: Lists, extracted: Lists
) -> Alignment:
    if link.spec.strategy == "hungarian":
        return align_hungarian(scorer, plan, link, below, gold, extracted)
    if link.spec.strategy == "key_field":
        codes = _key_codes(link, element, below)
        return align_by_key(
            gold.count, gold.start, codes[0][gold.rows], extracted.count, extracted.start, codes[1][extracted.rows]
        )
    return align_ordered(gold.count, extracted.count)


def _key_codes(link: Link, element: PlanNode, below: Columns) -> tuple[Ints, Ints]:
    codes = below.cache.get(link)
    if codes is None:
        usable = [_one_key(key, link, element, below) for key in link.spec.keys]
        codes = below.cache[link] = combined([gold for gold, _ in usable], [extracted for _, extracted in usable])
    return codes


def _one_key(key: str, link: Link, element: PlanNode, below: Columns) -> tuple[Ints, Ints]:
    gold, extracted = (_key_values(key, link, element, below, side) for side in (False, True))
    return key_codes(gold, extracted)


def _key_values(key: str, link: Link, element: PlanNode, below: Columns, extracted: bool) -> list[Any]:
    """Each element's key value; None where it has none, or where a null policy lists it or the element."""
    values = [value.get(key) if isinstance(value, dict) else None for value in below.side(extracted)]
    if element.nulls is not None and element.unit is None:
        for row in np.flatnonzero(kinds(element, below)[extracted] == LISTED).tolist():
            values[row] = None
    node = _key_node(key, element)
    if node is not None and node.nulls is not None:
        values = [None if _counts_as_absent(value, node) else value for value in values]
    return [_transformed(value, link) for value in values] if link.key_transforms else values


def _key_node(key: str, element: PlanNode) -> PlanNode | None:
    members = (member for compound in element.compounds for member in compound.members)
    return dict([*element.children, *members]).get(key) or element.entry


def _counts_as_absent(value: Any, node: PlanNode) -> bool:
    """Of the raw value: the field's own transforms come before its null policy, the key's come after it."""
    if value is None or (type(value) not in SCALARS and find_non_json(value, "")):
        return False  # what is no JSON is refused with its path when the field is read
    return node.counts_as_absent(value)


def _transformed(value: Any, link: Link) -> Any:
    """A key value that a transform refuses stays as it is."""
    new, _ = (None, None) if value is None else transformed(value, link.key_transforms)
    return value if new is REFUSED else new


def _rest(lists: Lists, found: Alignment, extracted: bool) -> Lists:
    """The elements that stayed alone, in the order of their arrays."""
    owner, local = (found.extracted_owner, found.extracted) if extracted else (found.gold_owner, found.gold)
    order = np.lexsort((local, owner))
    owner, local = owner[order], local[order]
    count = np.bincount(owner, minlength=len(lists.count))
    return Lists(count, np.cumsum(count) - count, lists.rows[lists.start[owner] + local], local)


def _numbered(found: Alignment, gold: Lists, extracted: Lists) -> Alignment:
    """Elements numbered within their whole array, not within the rest of it."""

    def whole(lists: Lists, owner: Ints, place: Ints) -> Ints:
        return lists.local[lists.start[owner] + place] if len(owner) else place

    return Alignment(
        found.paired_owner,
        whole(gold, found.paired_owner, found.paired_gold),
        whole(extracted, found.paired_owner, found.paired_extracted),
        found.gold_owner,
        whole(gold, found.gold_owner, found.gold),
        found.extracted_owner,
        whole(extracted, found.extracted_owner, found.extracted),
        found.rank,
    )


def _joined(first: Alignment, then: Alignment) -> Alignment:
    """The pairs of both; what the later one left alone."""
    return Alignment(
        np.concatenate([first.paired_owner, then.paired_owner]),
        np.concatenate([first.paired_gold, then.paired_gold]),
        np.concatenate([first.paired_extracted, then.paired_extracted]),
        then.gold_owner,
        then.gold,
        then.extracted_owner,
        then.extracted,
        rank_within(then.extracted_owner),
    )
