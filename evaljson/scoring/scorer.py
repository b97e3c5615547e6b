"""The recursion over the schema: a batch of pairs at a node, column by column.

One recursion serves both purposes: with a TableSink it makes results, with a SumSink it scores all pairs of array
elements for Hungarian alignment. So what an alignment maximises is what the results say.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.base.jsontypes import ABSENT, SCALARS
from evaljson.scoring.align.alignment import NO_LINK, Alignment, expand
from evaljson.scoring.align.by_key import align_by_key
from evaljson.scoring.align.map_entries import EntryKeys, as_listed, by_name, invented_keys, map_key_codes
from evaljson.scoring.align.strategies import align, lists_of
from evaljson.scoring.all_pairs import AllPairs, is_wanted
from evaljson.scoring.columns import Columns, Spans, factorise, refuse_non_json
from evaljson.scoring.compound_groups import judge
from evaljson.scoring.container_kinds import FILLED, LISTED, MISSING_KEY, kinds
from evaljson.scoring.placed import Level, OneSided, UnknownKeys
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.problems import Problems
from evaljson.scoring.row_pairs import FlatPairs, Pairs
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.sink import DROP, Sink
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION, SKIPPED
from evaljson.scoring.unit import MISSING, Unit

_NOTHING, _BOTH_ABSENT, _OMITTED, _INVENTED, _OMITTED_LEAVES, _INVENTED_LEAVES, _SAME, _INTO, _COMPARE = range(9)
_ACTIONS = np.array(
    # extracted: absent          listed             null          empty       filled             wrong
    [
        [_NOTHING, _BOTH_ABSENT, _INVENTED, _INVENTED, _INVENTED_LEAVES, _INVENTED],  # gold absent
        [_BOTH_ABSENT, _BOTH_ABSENT, _INVENTED, _INVENTED, _INVENTED_LEAVES, _INVENTED],  # listed as absent
        [_OMITTED, _OMITTED, _NOTHING, _INVENTED, _INVENTED_LEAVES, _INVENTED],  # null
        [_OMITTED, _OMITTED, _OMITTED, _SAME, _INTO, _COMPARE],  # empty
        [_OMITTED_LEAVES, _OMITTED_LEAVES, _OMITTED_LEAVES, _INTO, _INTO, _COMPARE],  # filled
        [_OMITTED, _OMITTED, _OMITTED, _COMPARE, _COMPARE, _COMPARE],  # wrong kind
    ],
    dtype=np.int8,
)
_STATUSES = {_OMITTED: OMISSION, _INVENTED: HALLUCINATION, _SAME: MATCH}


class Scorer:
    """Scores batches of pairs; `problems` collects problems, `all_pairs` has a judge's scores of pairs of elements."""

    def __init__(self, problems: Problems, all_pairs: AllPairs | None = None) -> None:
        self.problems = problems
        self._all_pairs = all_pairs

    def is_judged(self, element: PlanNode) -> bool:
        """Check whether a judge decides every field of the elements while they are paired."""
        units = [node for node in element.walk() if node.unit is not None and not node.schema.skip]
        return self._all_pairs is not None and all(map(is_wanted, units))

    def unit_of(self, plan: PlanNode, columns: Columns) -> Unit:
        """Return the columns of one field ready to be compared; they are prepared once."""
        unit = columns.cache.get("unit")
        if unit is None:
            unit = columns.cache["unit"] = Unit(plan, columns, self.problems, self._all_pairs)
        return unit

    def pairs(self, plan: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        """Score pairs of values at a node."""
        if not len(pairs) or plan.mute:
            return
        if plan.schema.skip:
            self._skip(plan, columns, pairs, sink)
        elif plan.unit is not None:
            sink.unit(plan, columns, self.unit_of(plan, columns), pairs)
        else:
            self._structure(plan, columns, pairs, sink)

    def _skip(self, plan: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        present = _present(columns, GOLD), _present(columns, EXTRACTED)
        if plan.schema.skips_absent:
            sink.node(plan, columns, SKIPPED, pairs)
            return
        if not (present[0].any() or present[1].any()):
            return
        gold, extracted = pairs.left(present[0]), pairs.right(present[1])
        sink.node(plan, columns, SKIPPED, pairs.where(gold | extracted))

    def _structure(self, plan: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        gold, extracted = kinds(plan, columns)
        if not (gold.any() or extracted.any()):  # nobody has the key
            return
        left, right = pairs.left(gold), pairs.right(extracted)
        if (left == FILLED).all() and (right == FILLED).all():
            self._into(plan, columns, pairs, sink)
            return
        action = _ACTIONS[left, right]
        for chosen in np.unique(action).tolist():
            some = pairs.where(action == chosen)
            if chosen == _INTO:
                self._into(plan, columns, some, sink)
            elif chosen == _COMPARE:
                self._compare(plan, columns, some, sink)
            elif chosen == _OMITTED_LEAVES:
                self.one_sided(plan, columns, OneSided(GOLD, some.gold, some.rows, some.extracted), sink)
            elif chosen == _INVENTED_LEAVES:
                self.one_sided(plan, columns, OneSided(EXTRACTED, some.extracted, some.rows, some.gold), sink)
            elif chosen != _NOTHING:
                sink.node(plan, columns, _both_absent(plan) if chosen == _BOTH_ABSENT else _STATUSES[chosen], some)

    def _compare(self, plan: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        codes = factorise(columns)
        equal = pairs.left(codes.gold) == pairs.right(codes.extracted)
        for status, some in ((MATCH, pairs.where(equal)), (MISMATCH, pairs.where(~equal))):
            if len(some):
                sink.node(plan, columns, status, some)

    def _into(self, plan: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        if plan.element is not None:
            self._array(plan, plan.element, columns, pairs, sink)
            return
        for key, child in plan.children:
            if not child.mute:
                self.pairs(child, columns.child(key, child.path), pairs, sink)
        for compound in plan.compounds:
            if compound.primary.mute:
                continue
            verdict = judge(compound, columns, pairs.gold, pairs.extracted, self.unit_of, self.problems)
            sink.compound(compound, columns, verdict, pairs)
        if plan.entry is not None:
            self._map(plan, plan.entry, columns, pairs, sink)
        else:
            unknown = None if plan.only_listed else unknown_keys(plan, columns, EXTRACTED)
            if unknown:
                sink.unknown(plan, columns, unknown, pairs)

    def _array(self, plan: PlanNode, element: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        below, gold, extracted = columns.elements(element.path)
        lists = lists_of(gold, pairs.gold), lists_of(extracted, pairs.extracted)
        alignment = align(self, plan, element, below, *lists)
        starts = gold.start[pairs.gold], extracted.start[pairs.extracted]
        self._aligned(plan, element, below, starts, alignment, pairs.rows, sink, None)

    def _map(self, plan: PlanNode, entry: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        below, gold, extracted, gold_keys, extracted_keys = columns.entries(plan.declared, entry.path)
        keys = EntryKeys(gold_keys, extracted_keys, by_content=bool(plan.links))
        codes = map_key_codes(below, keys)
        starts = gold.start[pairs.gold], extracted.start[pairs.extracted]
        if keys.by_content:
            lists = lists_of(gold, pairs.gold), lists_of(extracted, pairs.extracted)
            named = by_name(lists[0], keys.gold), by_name(lists[1], keys.extracted)
            alignment = as_listed(align(self, plan, entry, below, *named))
        else:
            counts = gold.length[pairs.gold], extracted.length[pairs.extracted]
            alignment = align_by_key(counts[0], starts[0], codes[0], counts[1], starts[1], codes[1])
        self._aligned(plan, entry, below, starts, alignment, pairs.rows, sink, keys)

    def _aligned(
        self, plan: PlanNode, element: PlanNode, below: Columns, starts: tuple[Ints, Ints], alignment: Alignment,
        parents: Ints, sink: Sink, keys: EntryKeys | None,
    ) -> None:  # fmt: skip
        """Score the chosen pairs, then the elements that stay alone on either side."""
        pair_gold = starts[0][alignment.paired_owner] + alignment.paired_gold
        pair_extracted = starts[1][alignment.paired_owner] + alignment.paired_extracted
        lone_gold = starts[0][alignment.gold_owner] + alignment.gold
        lone_extracted = starts[1][alignment.extracted_owner] + alignment.extracted
        child = sink.descend(
            plan,
            _level(
                alignment, parents, keys, (pair_gold, pair_extracted, lone_gold, lone_extracted),
                plan.schema.align.pairs_first,
            ),
        )  # fmt: skip
        rows = np.arange(len(pair_gold) + len(lone_gold) + len(lone_extracted))
        cut, end = len(pair_gold), len(pair_gold) + len(lone_gold)
        self.pairs(element, below, FlatPairs(pair_gold, pair_extracted, rows[:cut]), child)
        only_gold = OneSided(GOLD, lone_gold, rows[cut:end])
        only_extracted = OneSided(EXTRACTED, lone_extracted, rows[end:])
        for alone in (only_gold, only_extracted):
            if keys is not None and element.schema.skip:  # an entry is a key: skipped if either side has it
                child.node(element, below, SKIPPED, alone)
            else:
                self.one_sided(element, below, alone, child)

    def one_sided(self, plan: PlanNode, columns: Columns, alone: OneSided, sink: Sink) -> Bools:
        """Score values that only one side has, leaf by leaf. Return which of them led to a result."""
        if plan.schema.skip or not len(alone):
            return np.zeros(len(alone), np.bool_)
        sink = DROP if plan.mute else sink
        if plan.unit is not None:
            unit = self.unit_of(plan, columns)
            sink.unit_one_sided(plan, columns, unit, alone)
            led: Bools = unit.states(alone.side)[alone.index] != MISSING
            return led
        kind = kinds(plan, columns)[alone.side][alone.index]
        filled = kind == FILLED
        at_node = (kind != FILLED) & (kind > LISTED)
        if filled.any():
            led = self._leaves(plan, columns, OneSided(alone.side, alone.index[filled], alone.rows[filled]), sink)
            at_node[np.flatnonzero(filled)[~led]] = True
        one_sided = OMISSION if alone.side is GOLD else HALLUCINATION
        for status, mask in ((one_sided, at_node), (_both_absent(plan), kind == LISTED)):
            if mask.any():
                sink.node(plan, columns, status, alone.where(mask))
        has_key: Bools = kind != MISSING_KEY
        return has_key

    def _leaves(self, plan: PlanNode, columns: Columns, alone: OneSided, sink: Sink) -> Bools:
        led = np.zeros(len(alone), np.bool_)
        if plan.element is not None:
            below, *spans = columns.elements(plan.element.path)
            return self._loose(plan, plan.element, below, spans[alone.side], None, alone, sink)
        for key, child in plan.children:
            led |= self.one_sided(child, columns.child(key, child.path), alone, sink)
        for compound in plan.compounds:
            nowhere = np.full(len(alone), -1, np.intp)
            gold, extracted = (nowhere if rows is None else rows for rows in (alone.gold, alone.extracted))
            verdict = judge(compound, columns, gold, extracted, self.unit_of, self.problems)
            (DROP if compound.primary.mute else sink).compound(compound, columns, verdict, alone)
            led |= verdict.status >= 0
        if plan.entry is not None:
            below, gold_spans, extracted_spans, *keys = columns.entries(plan.declared, plan.entry.path)
            own = (gold_spans, extracted_spans)[alone.side]
            led |= self._loose(plan, plan.entry, below, own, keys[alone.side], alone, sink)
        return led

    def _loose(
        self, plan: PlanNode, element: PlanNode, below: Columns, spans: Spans, keys: list[str] | None,
        alone: OneSided, sink: Sink,
    ) -> Bools:  # fmt: skip
        """Score the elements or entries of containers that only one side has."""
        owner, local = expand(spans.length[alone.index])
        inside = spans.start[alone.index][owner] + local
        nowhere = np.full(len(local), -1, np.intp)
        shown = None if keys is None else [keys[place] for place in inside]
        parents = alone.rows[owner]
        if alone.side is GOLD:
            level = Level(parents, local, local, local, nowhere, shown)
        else:
            level = Level(parents, local, -1 - local, nowhere, local, shown)
        below_rows = OneSided(alone.side, inside, np.arange(len(owner)))
        led = self.one_sided(element, below, below_rows, sink.descend(plan, level))
        return np.bincount(owner[led], minlength=len(alone)) > 0


def _level(
    alignment: Alignment, parents: Ints, keys: EntryKeys | None, rows: tuple[Ints, Ints, Ints, Ints], pairs_first: bool
) -> Level:
    """Return the rows of aligned elements: pairs first, then elements that only gold has, then the others.

    `rows` are the rows in their columns: of the gold and extracted elements of pairs, then of those that stay alone.
    """
    pairs, lone = len(alignment.paired_owner), len(alignment.gold_owner)
    owner = np.concatenate([alignment.paired_owner, alignment.gold_owner, alignment.extracted_owner])
    gold = np.concatenate([alignment.paired_gold, alignment.gold, np.full(len(alignment.rank), -1, np.intp)])
    no_extracted = np.full(lone, -1, np.intp)
    extracted = np.concatenate([alignment.paired_extracted, no_extracted, alignment.extracted])
    index = np.concatenate([alignment.paired_gold, alignment.gold, -1 - alignment.rank])
    order = np.where(index >= 0, index, np.iinfo(np.intp).max // 2 - index)
    if pairs_first:
        order[pairs : pairs + lone] += np.iinfo(np.intp).max // 4
    link = None
    if alignment.paired_link is not None:
        link = np.concatenate([alignment.paired_link, np.full(len(owner) - pairs, NO_LINK, np.intp)])
    return Level(parents[owner], order, index, gold, extracted, *_shown_keys(alignment, keys, rows), link)


def _shown_keys(
    alignment: Alignment, keys: EntryKeys | None, rows: tuple[Ints, Ints, Ints, Ints]
) -> tuple[list[str] | None, list[str] | None]:
    """Return the keys in the paths of a map's entries, and where they differ those in the extracted records."""
    if keys is None:
        return None, None
    pair_gold, pair_extracted, lone_gold, lone_extracted = rows
    shown = [keys.gold[row] for row in (*pair_gold.tolist(), *lone_gold.tolist())]
    alone = [keys.extracted[row] for row in lone_extracted.tolist()]
    if not keys.by_content:
        return shown + alone, None
    gold_owner = [*alignment.paired_owner.tolist(), *alignment.gold_owner.tolist()]
    invented = invented_keys(shown, gold_owner, alone, alignment.extracted_owner.tolist())
    return shown + invented, [keys.extracted[row] for row in pair_extracted.tolist()] + [""] * len(lone_gold) + alone


def _both_absent(plan: PlanNode) -> int:
    return MATCH if plan.nulls is not None and plan.nulls.both_absent_matches else SKIPPED


def _present(columns: Columns, side: Side) -> Bools:
    name = ("present", side)
    present = columns.raw.get(name)
    if present is None:
        column = columns.of(side)
        refuse_non_json(column, columns.path)
        present = columns.raw[name] = np.fromiter((value is not ABSENT for value in column), np.bool_, len(column))
    return present


def unknown_keys(plan: PlanNode, columns: Columns, side: Side) -> UnknownKeys:
    """Return the keys that the schema lacks."""
    name = ("unknown", side)
    unknown = columns.cache.get(name)
    if unknown is None:
        objects, declared = columns.objects()[side], plan.declared
        counts = columns.other_keys(declared, side)
        some, path = np.flatnonzero(counts).tolist(), plan.path
        by_row = {row: [key for key in objects[row] if key not in declared] for row in some}
        for row, keys in by_row.items():
            _check_unknown(objects[row], keys, path)
        unknown = columns.cache[name] = UnknownKeys(by_row, counts)
    return unknown


def _check_unknown(value: dict[str, Any], unknown: list[str], path: str) -> None:
    """Sort the unknown keys of an object. Raises InputError for what is not JSON."""
    for key in unknown:
        if type(key) is not str or type(value[key]) not in SCALARS:
            refuse_non_json([{key: value[key] for key in unknown}], path)
            break
    if len(unknown) > 1:
        unknown.sort()
