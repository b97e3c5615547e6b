"""The recursion over the schema: a batch of pairs at a node, column by column.

One recursion serves both purposes: with a TableSink it makes results, with a SumSink it scores all pairs of array
elements for Hungarian alignment. So what an alignment maximises is what the results say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.base.jsontypes import ABSENT
from evaljson.scoring.align.alignment import NO_LINK, Alignment, expand
from evaljson.scoring.align.by_key import align_by_key, key_codes
from evaljson.scoring.align.strategies import align, lists_of
from evaljson.scoring.all_pairs import AllPairs, is_wanted
from evaljson.scoring.columns import Columns, Side, factorise, refuse_non_json
from evaljson.scoring.compound_groups import CompoundVerdict, judge
from evaljson.scoring.container_kinds import FILLED, LISTED, MISSING_KEY, kinds
from evaljson.scoring.plan import Compound, PlanNode
from evaljson.scoring.problems import Problems
from evaljson.scoring.row_pairs import FlatPairs, Pairs
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


class Sink(Protocol):
    """Where results go; see TableSink and SumSink."""

    def descend(
        self,
        parents: Ints,
        plan: PlanNode,
        order: Ints,
        index: Ints,
        gold: Ints,
        extracted: Ints,
        keys: list[str] | None,
        link: Ints | None,
    ) -> Sink: ...
    def unit(self, plan: PlanNode, columns: Columns, unit: Unit, pairs: Pairs) -> None: ...
    def unit_one_sided(
        self, plan: PlanNode, columns: Columns, unit: Unit, extracted: bool, index: Ints, rows: Ints
    ) -> None: ...
    def node(
        self,
        plan: PlanNode,
        columns: Columns,
        status: int,
        rows: Ints,
        gold: Ints | None,
        extracted: Ints | None,
    ) -> None: ...
    def unknown(self, plan: PlanNode, columns: Columns, unknown: dict[int, list[str]], pairs: Pairs) -> None: ...
    def compound(
        self,
        compound: Compound,
        columns: Columns,
        verdict: CompoundVerdict,
        rows: Ints,
        gold: Ints | None,
        extracted: Ints | None,
    ) -> None: ...


class DropSink:
    """Takes the results of mute nodes, and keeps none."""

    def descend(self, *_: Any) -> DropSink:
        """The sink for the elements of an array or map."""
        return self

    def unit(self, *_: Any) -> None:
        """Nothing."""

    unit_one_sided = node = unknown = compound = unit


DROP = DropSink()


class Scorer:
    """Scores batches of pairs; `problems` gathers what went wrong, `all_pairs` has what a judge said of pairs."""

    def __init__(self, problems: Problems, all_pairs: AllPairs | None = None) -> None:
        self.problems = problems
        self._all_pairs = all_pairs

    def is_judged(self, element: PlanNode) -> bool:
        """Whether a judge has a say on every field of elements while they are paired."""
        units = [node for node in element.walk() if node.unit is not None and not node.schema.skip]
        return self._all_pairs is not None and all(map(is_wanted, units))

    def unit_of(self, plan: PlanNode, columns: Columns) -> Unit:
        """The columns of one field made ready, once."""
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
        gold, extracted = (pairs.left(_present(columns, False)), pairs.right(_present(columns, True)))
        seen = pairs.where(gold | extracted)
        sink.node(plan, columns, SKIPPED, seen.rows, seen.gold, seen.extracted)

    def _structure(self, plan: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        gold, extracted = kinds(plan, columns)
        left, right = pairs.left(gold), pairs.right(extracted)
        if (left == FILLED).all() and (right == FILLED).all():
            self._into(plan, columns, pairs, sink)
            return
        action = _ACTIONS[left, right]
        for wanted in np.unique(action).tolist():
            some = pairs.where(action == wanted)
            if wanted == _INTO:
                self._into(plan, columns, some, sink)
            elif wanted == _COMPARE:
                self._compare(plan, columns, some, sink)
            elif wanted == _OMITTED_LEAVES:
                self.one_sided(plan, columns, False, some.gold, some.rows, sink, some.extracted)
            elif wanted == _INVENTED_LEAVES:
                self.one_sided(plan, columns, True, some.extracted, some.rows, sink, some.gold)
            elif wanted != _NOTHING:
                status = {_BOTH_ABSENT: _both_absent(plan), _OMITTED: OMISSION, _INVENTED: HALLUCINATION, _SAME: MATCH}[
                    wanted
                ]
                sink.node(plan, columns, status, some.rows, some.gold, some.extracted)

    def _compare(self, plan: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        codes = columns.cache.get("codes")
        if codes is None:
            codes = columns.cache["codes"] = factorise(columns)
        equal = pairs.left(codes.gold) == pairs.right(codes.extracted)
        for status, some in ((MATCH, pairs.where(equal)), (MISMATCH, pairs.where(~equal))):
            if len(some):
                sink.node(plan, columns, status, some.rows, some.gold, some.extracted)

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
            sink.compound(compound, columns, verdict, pairs.rows, pairs.gold, pairs.extracted)
        if plan.entry is not None:
            self._map(plan, plan.entry, columns, pairs, sink)
        else:
            unknown = {} if plan.only_listed else unknown_keys(plan, columns, True)
            if unknown:
                sink.unknown(plan, columns, unknown, pairs)

    def _array(self, plan: PlanNode, element: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        below, gold, extracted = columns.elements(element.path)
        lists = lists_of(gold, pairs.gold), lists_of(extracted, pairs.extracted)
        found = align(self, plan, element, below, *lists)
        starts = gold.start[pairs.gold], extracted.start[pairs.extracted]
        self._aligned(plan, element, below, starts, found, pairs.rows, sink, None)

    def _map(self, plan: PlanNode, entry: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        below, gold, extracted, gold_keys, extracted_keys = columns.entries(plan.declared, entry.path)
        codes = below.cache.get("keys")
        if codes is None:
            codes = below.cache["keys"] = key_codes(gold_keys, extracted_keys)
        counts = gold.length[pairs.gold], extracted.length[pairs.extracted]
        starts = gold.start[pairs.gold], extracted.start[pairs.extracted]
        found = align_by_key(counts[0], starts[0], codes[0], counts[1], starts[1], codes[1])
        self._aligned(plan, entry, below, starts, found, pairs.rows, sink, (gold_keys, extracted_keys))

    def _aligned(
        self, plan: PlanNode, element: PlanNode, below: Columns, starts: tuple[Ints, Ints], found: Alignment,
        parents: Ints, sink: Sink, keys: tuple[Sequence[str], Sequence[str]] | None,
    ) -> None:  # fmt: skip
        """Score the chosen pairs, then what stays alone on either side."""
        pair_gold = starts[0][found.paired_owner] + found.paired_gold
        pair_extracted = starts[1][found.paired_owner] + found.paired_extracted
        lone_gold = starts[0][found.gold_owner] + found.gold
        lone_extracted = starts[1][found.extracted_owner] + found.extracted
        owner = np.concatenate([found.paired_owner, found.gold_owner, found.extracted_owner])
        gold = np.concatenate([found.paired_gold, found.gold, np.full(len(found.rank), -1, np.intp)])
        extracted = np.concatenate([found.paired_extracted, np.full(len(found.gold), -1, np.intp), found.extracted])
        index = np.concatenate([found.paired_gold, found.gold, -1 - found.rank])
        order = np.where(index >= 0, index, np.iinfo(np.intp).max // 2 - index)
        shown = None
        if keys is not None:
            shown = (
                [keys[0][i] for i in pair_gold] + [keys[0][i] for i in lone_gold] + [keys[1][i] for i in lone_extracted]
            )
        link = None
        if found.paired_link is not None:
            link = np.concatenate([found.paired_link, np.full(len(owner) - len(pair_gold), NO_LINK, np.intp)])
        child = sink.descend(parents[owner], plan, order, index, gold, extracted, shown, link)
        rows = np.arange(len(owner))
        cut, end = len(pair_gold), len(pair_gold) + len(lone_gold)
        self.pairs(element, below, FlatPairs(pair_gold, pair_extracted, rows[:cut]), child)
        if keys is not None and element.schema.skip:  # an entry is a key: skipped if either side has it
            child.node(element, below, SKIPPED, rows[cut:end], lone_gold, None)
            child.node(element, below, SKIPPED, rows[end:], None, lone_extracted)
            return
        self.one_sided(element, below, False, lone_gold, rows[cut:end], child)
        self.one_sided(element, below, True, lone_extracted, rows[end:], child)

    def one_sided(
        self,
        plan: PlanNode,
        columns: Columns,
        extracted: bool,
        index: Ints,
        rows: Ints,
        sink: Sink,
        other: Ints | None = None,
    ) -> Bools:
        """Score values that only one side has, leaf by leaf. Gives which of them led to a result.

        `other` are the rows of the other side, where it has a null or an absent value at this very node.
        """
        if plan.schema.skip or not len(index):
            return np.zeros(len(index), np.bool_)
        sink = DROP if plan.mute else sink
        if plan.unit is not None:
            unit = self.unit_of(plan, columns)
            sink.unit_one_sided(plan, columns, unit, extracted, index, rows)
            led: Bools = (unit.state_extracted if extracted else unit.state_gold)[index] != MISSING
            return led
        kind = kinds(plan, columns)[extracted][index]
        filled = kind == FILLED
        at_node = (kind != FILLED) & (kind > LISTED)
        if filled.any():
            led = self._leaves(plan, columns, extracted, index[filled], rows[filled], sink)
            at_node[np.flatnonzero(filled)[~led]] = True
        status = HALLUCINATION if extracted else OMISSION
        for fate, mask in ((status, at_node), (_both_absent(plan), kind == LISTED)):
            if mask.any():
                sides = index[mask], None if other is None else other[mask]
                gold, there = sides[::-1] if extracted else sides
                sink.node(plan, columns, fate, rows[mask], gold, there)
        known: Bools = kind != MISSING_KEY
        return known

    def _leaves(self, plan: PlanNode, columns: Columns, extracted: bool, index: Ints, rows: Ints, sink: Sink) -> Bools:
        led = np.zeros(len(index), np.bool_)
        if plan.element is not None:
            below, *sides = columns.elements(plan.element.path)
            return self._loose(plan, plan.element, below, sides[extracted], None, extracted, index, rows, sink)
        for key, child in plan.children:
            led |= self.one_sided(child, columns.child(key, child.path), extracted, index, rows, sink)
        for compound in plan.compounds:
            nobody = np.full(len(index), -1, np.intp)
            gold, other = (nobody, index) if extracted else (index, nobody)
            verdict = judge(compound, columns, gold, other, self.unit_of, self.problems)
            taker = DROP if compound.primary.mute else sink
            taker.compound(compound, columns, verdict, rows, None if extracted else gold, other if extracted else None)
            led |= verdict.status >= 0
        if plan.entry is not None:
            below, gold_side, extracted_side, *keys = columns.entries(plan.declared, plan.entry.path)
            side = extracted_side if extracted else gold_side
            led |= self._loose(plan, plan.entry, below, side, keys[extracted], extracted, index, rows, sink)
        return led

    def _loose(
        self, plan: PlanNode, element: PlanNode, below: Columns, side: Side, keys: list[str] | None,
        extracted: bool, index: Ints, rows: Ints, sink: Sink,
    ) -> Bools:  # fmt: skip
        """The elements or entries of containers that only one side has."""
        owner, local = expand(side.length[index])
        inside = side.start[index][owner] + local
        nowhere = np.full(len(local), -1, np.intp)
        shown = None if keys is None else [keys[i] for i in inside]
        child = sink.descend(
            rows[owner], plan, local, -1 - local if extracted else local,
            nowhere if extracted else local, local if extracted else nowhere, shown, None,
        )  # fmt: skip
        led = self.one_sided(element, below, extracted, inside, np.arange(len(owner)), child)
        return np.bincount(owner[led], minlength=len(index)) > 0


def _both_absent(plan: PlanNode) -> int:
    return MATCH if plan.nulls is not None and plan.nulls.both_absent_matches else SKIPPED


def _present(columns: Columns, extracted: bool) -> Bools:
    name = ("present", extracted)
    found = columns.cache.get(name)
    if found is None:
        column = columns.side(extracted)
        refuse_non_json(column, columns.path)
        found = columns.cache[name] = np.fromiter((value is not ABSENT for value in column), np.bool_, len(column))
    return found


def unknown_keys(plan: PlanNode, columns: Columns, extracted: bool) -> dict[int, list[str]]:
    """Keys that the schema lacks, sorted, by row; rows without any are left out."""
    name = ("unknown", extracted)
    found = columns.cache.get(name)
    if found is None:
        knows, declared = plan.declared.issuperset, plan.declared
        found = columns.cache[name] = {
            row: _sorted_unknown(value, declared, plan.path)
            for row, value in enumerate(columns.side(extracted))
            if isinstance(value, dict) and not knows(value)
        }
    return found


def _sorted_unknown(value: dict[str, Any], declared: frozenset[str], path: str) -> list[str]:
    unknown = {key: item for key, item in value.items() if key not in declared}
    refuse_non_json([unknown], path)
    return sorted(unknown)
