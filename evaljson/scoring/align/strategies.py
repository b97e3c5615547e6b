"""Alignment of many pairs of arrays at once, by one strategy or a chain: each pairs what the one before left alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import SCALARS, find_non_json
from evaljson.scoring.align.alignment import Alignment, expand, rank_within
from evaljson.scoring.align.by_key import align_by_key, combined, key_codes
from evaljson.scoring.align.by_position import align_ordered
from evaljson.scoring.align.element_scorer import ElementScorer
from evaljson.scoring.align.hungarian import Lists, align_hungarian
from evaljson.scoring.columns import Columns, Spans, factorise
from evaljson.scoring.container_kinds import LISTED, kinds
from evaljson.scoring.plan import REFUSED, Link, PlanNode, transformed
from evaljson.scoring.side import EXTRACTED, GOLD, Side


def lists_of(spans: Spans, owners: Ints) -> Lists:
    """Return the arrays of some rows, one for each entry of `owners`, which may repeat."""
    count = spans.length[owners]
    owner, local = expand(count)
    return Lists(count, np.cumsum(count) - count, spans.start[owners][owner] + local, local)


def align(
    scorer: ElementScorer, plan: PlanNode, element: PlanNode, below: Columns, gold: Lists, extracted: Lists
) -> Alignment:
    """Pair the elements of each pair of arrays. Elements are numbered within their array."""
    alignment: Alignment | None = None
    paired = []
    for link in plan.links:
        rest = gold, extracted
        if alignment is not None:
            rest = _alone(gold, alignment, GOLD), _alone(extracted, alignment, EXTRACTED)
        step = _numbered(_strategy(scorer, plan, link, element, below, *rest), *rest)
        alignment = step if alignment is None else _joined(alignment, step)
        paired.append(len(step.paired_owner))
    assert alignment is not None
    return replace(alignment, paired_link=np.repeat(np.arange(len(paired)), paired))


def _strategy(
    scorer: ElementScorer, plan: PlanNode, link: Link, element: PlanNode, below: Columns, gold: Lists, extracted: Lists
) -> Alignment:
    if link.spec.strategy == "hungarian":
        return align_hungarian(scorer, plan, link, below, gold, extracted)
    if link.spec.strategy in ("key_field", "map_key"):
        codes = _key_codes(link, element, below) if link.spec.keys else below.cache["keys"]
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
    node = _key_node(key, element)
    if node is not None and _has_plain_keys(node, link, element):
        known = factorise(below.child(key, node.path))
        codes = key_codes(known.distinct, ())[0]
        return codes[known.gold], codes[known.extracted]
    gold, extracted = (_key_values(key, link, element, below, side) for side in Side)
    return key_codes(gold, extracted)


def _has_plain_keys(node: PlanNode, link: Link, element: PlanNode) -> bool:
    """Check whether the keys are the raw values of a field: comparing it gives each a code."""
    if node is element.entry or node.unit is None or node.mute or node.schema.skip:
        return False
    return not link.key_transforms and node.nulls is None and element.nulls is None


def _key_values(key: str, link: Link, element: PlanNode, below: Columns, side: Side) -> list[Any]:
    """Return each element's key value; None where it has none, or where a null policy lists it or the element."""
    values = [value.get(key) if isinstance(value, dict) else None for value in below.of(side)]
    if element.nulls is not None and element.unit is None:
        for row in np.flatnonzero(kinds(element, below)[side] == LISTED).tolist():
            values[row] = None
    node = _key_node(key, element)
    if node is not None and node.nulls is not None:
        values = [None if _counts_as_absent(value, node) else value for value in values]
    return [_transformed(value, link) for value in values] if link.key_transforms else values


def _key_node(key: str, element: PlanNode) -> PlanNode | None:
    members = (member for compound in element.compounds for member in compound.members)
    return dict([*element.children, *members]).get(key) or element.entry


def _counts_as_absent(value: Any, node: PlanNode) -> bool:
    """Check the raw key value: the field's own transforms come before its null policy, the key's come after it."""
    if value is None or (type(value) not in SCALARS and find_non_json(value, "")):
        return False  # a value that is not JSON is refused with its path when the field is read
    return node.counts_as_absent(value)


def _transformed(value: Any, link: Link) -> Any:
    """Transform a key value; one that a transform refuses stays as it is."""
    new, _ = (None, None) if value is None else transformed(value, link.key_transforms)
    return value if new is REFUSED else new


def _alone(lists: Lists, alignment: Alignment, side: Side) -> Lists:
    """Return the elements that stayed alone, in the order of their lists."""
    owner, local = alignment.alone(side)
    list_owner, width = expand(lists.count)[0], 1 + lists.local.max(initial=0)
    left = np.isin(list_owner * width + lists.local, owner * width + local)
    count = np.bincount(list_owner[left], minlength=len(lists.count))
    return Lists(count, np.cumsum(count) - count, lists.rows[left], lists.local[left])


def _numbered(alignment: Alignment, gold: Lists, extracted: Lists) -> Alignment:
    """Number the elements within their whole array, not within what was left of it."""

    def whole(lists: Lists, owner: Ints, place: Ints) -> Ints:
        return lists.local[lists.start[owner] + place] if len(owner) else place

    return Alignment(
        alignment.paired_owner,
        whole(gold, alignment.paired_owner, alignment.paired_gold),
        whole(extracted, alignment.paired_owner, alignment.paired_extracted),
        alignment.gold_owner,
        whole(gold, *alignment.alone(GOLD)),
        alignment.extracted_owner,
        whole(extracted, *alignment.alone(EXTRACTED)),
        alignment.rank,
    )


def _joined(first: Alignment, second: Alignment) -> Alignment:
    """Join the pairs of both steps; the elements that the second left alone stay alone."""
    return Alignment(
        np.concatenate([first.paired_owner, second.paired_owner]),
        np.concatenate([first.paired_gold, second.paired_gold]),
        np.concatenate([first.paired_extracted, second.paired_extracted]),
        second.gold_owner,
        second.gold,
        second.extracted_owner,
        second.extracted,
        rank_within(second.extracted_owner),
    )
