"""What the records of both batches have at each field: a column of values, with the record of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.base.jsontypes import ABSENT, type_name
from evaljson.schema.node import in_type
from evaljson.scoring.columns import Columns, Spans
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.schema_parts import SchemaPart

NUMBER: Final = "a number"
_KINDS: Final = {
    "null": "null", "string": "text", "integer": NUMBER, "number": NUMBER, "boolean": "true or false",
    "object": "an object", "array": "an array", "absent": "absent",
}  # fmt: skip
_QUICK: Final = {str: "text", int: NUMBER, float: NUMBER, dict: "an object", list: "an array"}
"""Most values, unless they are empty."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldColumn:
    """One field over the records of both batches, as parallel lists."""

    path: str
    """With the document type, if there are several."""
    plan: PlanNode
    record: Ints
    """By value, ascending. A record has one value, or none; inside arrays and maps any number."""
    values: list[Any]
    """After transforms; ABSENT where what it is in lacks it, or the null policy lists the value."""
    inside: bool
    """Whether it is in an array or a map."""
    lengths: Ints | None
    """Of arrays and maps: the number of elements; -1 where there is no array."""

    def kinds(self) -> list[str]:
        """Return what each value is: absent, null, empty, or its JSON type."""
        return [_kind(value) for value in self.values]


def columns(parts: Sequence[SchemaPart], records: Sequence[Any]) -> Iterator[FieldColumn]:
    """Yield the columns of all fields, objects and arrays, in schema order; skipped fields have none."""
    for part in parts:
        if not len(part.records):
            continue
        values = [part.bare(records[place]) for place in part.records.tolist()]
        for one in _below(part.plan, Columns(values, [], ""), part.records, False):
            yield one if part.value is None else _named(one, part.value)


def _named(column: FieldColumn, document_type: str) -> FieldColumn:
    path = in_type(document_type, column.path)
    return FieldColumn(path, column.plan, column.record, column.values, column.inside, column.lengths)


def _below(plan: PlanNode, here: Columns, record: Ints, inside: bool) -> Iterator[FieldColumn]:
    """Yield what is below a container. `here` has its values, which may be of any type."""
    objects = np.array([type(value) is dict for value in here.gold], np.bool_)
    members = [member for compound in plan.compounds for member in compound.members]
    for key, child in (*plan.children, *members):
        yield from _at(child, here.child(key, child.path), record, objects, inside)
    if plan.entry is not None:
        entries, spans, *_ = here.entries(plan.declared, plan.entry.path)
        yield from _elements(plan.entry, entries, spans, record)
    if plan.element is not None:
        elements, spans, _ = here.elements(plan.element.path)
        yield from _elements(plan.element, elements, spans, record)


def _elements(plan: PlanNode, here: Columns, spans: Spans, record: Ints) -> Iterator[FieldColumn]:
    owners = np.repeat(record, spans.length)
    yield from _at(plan, here, owners, np.ones(len(owners), np.bool_), True)


def _at(plan: PlanNode, here: Columns, record: Ints, could_have: Bools, inside: bool) -> Iterator[FieldColumn]:
    if plan.schema.skip:
        return
    rows = np.flatnonzero(could_have).tolist()
    values = [_value(plan, here.gold[row]) for row in rows]
    lengths = None
    if plan.unit is None and (plan.element is not None or plan.entry is not None):
        expected = list if plan.element is not None else dict
        lengths = np.array([len(value) if type(value) is expected else -1 for value in values], np.intp)
    yield FieldColumn(plan.path, plan, record[could_have], values, inside, lengths)
    if plan.unit is None:
        yield from _below(plan, here, record, inside)


def _value(plan: PlanNode, raw: Any) -> Any:
    """Return the value as it is compared, ABSENT where the null policy lists it."""
    if raw is ABSENT or plan.counts_as_absent(raw):
        return ABSENT
    if plan.unit is None or not plan.unit.transforms:
        return raw
    new, refused = plan.unit.transform(raw)
    return raw if refused is not None else new


def _kind(value: Any) -> str:
    known = _QUICK.get(type(value))
    if known is not None and (value or known == NUMBER):
        return known
    if value == "" or (type(value) in (list, dict) and not value):
        return "empty"
    return _KINDS.get(type_name(value), "another value")
