"""Which schema scores which records: one for all, or the one of their document type."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError, did_you_mean
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import places_by_key
from evaljson.scoring.plan import KeptPlans, Names, Planner, PlanNode

_SHOWN = 5


@dataclass(frozen=True, eq=False, slots=True)
class SchemaPart:
    """The records that one schema scores."""

    value: str | None
    """Their document type; None for those scored by the root's own schema."""
    plan: PlanNode
    records: Ints
    """Positions in gold, ascending."""
    label: str | None = None
    """The key with the document type if the schema lacks it: a record with no other key is empty."""

    def bare_ones(self, records: list[Any]) -> list[Any]:
        """Return the records, each bare."""
        return records if self.label is None else list(map(self.bare, records))

    def bare(self, record: Any) -> Any:
        """Return the record; {} for one that holds only its label."""
        return {} if self.label is not None and type(record) is dict and record.keys() == {self.label} else record


def make_parts(
    tree: SchemaNode, id_field: str | None, gold: Sequence[Mapping[str, Any]], only: Collection[str] | None = None,
    kept: KeptPlans | None = None, names: Names | None = None,
) -> list[SchemaPart]:  # fmt: skip
    """Return the parts of a run in schema order, including parts without records. See Planner for
    `only`, `kept` and `names`.

    Raises InputError for a gold record whose document type has no schema.
    """
    planner = Planner(only, kept, names)
    beside = frozenset(() if tree.cluster_field is None else (tree.cluster_field,))
    if tree.by is None:
        return [SchemaPart(None, planner.plan(tree, id_field, beside), np.arange(len(gold)))]
    places: dict[str | None, list[int]] = {}
    for value, at in places_by_key(gold, tree.by).items():
        places.setdefault(value if value in tree.schemas else None, []).extend(at)
    if not tree.has_own and None in places:
        _refuse(tree, [gold[place] for place in sorted(places[None])])
    label = beside | frozenset((tree.by,))
    named = [*([(None, tree)] if tree.has_own else []), *tree.schemas.items()]
    return [
        SchemaPart(
            value,
            planner.plan(root, id_field, label),
            np.array(sorted(places.get(value, [])), np.intp),
            None if tree.by in root.properties or tree.by == id_field else tree.by,
        )
        for value, root in named
    ]


def types_of(parts: Sequence[SchemaPart], count: int) -> tuple[str | None, ...] | None:
    """Return the document type of each record; None where there is one schema for all."""
    if len(parts) == 1 and parts[0].value is None:
        return None
    types: list[str | None] = [None] * count
    for part in parts:
        for place in part.records.tolist():
            types[place] = part.value
    return tuple(types)


def _refuse(tree: SchemaNode, records: Sequence[Mapping[str, Any]]) -> NoReturn:
    assert tree.by is not None
    values = list(dict.fromkeys(_shown(record, tree.by) for record in records))
    hint = did_you_mean(str(records[0].get(tree.by)), tree.schemas)
    listed = ", ".join(values[:_SHOWN]) + (", …" if len(values) > _SHOWN else "")
    raise InputError(
        f"{len(records):,} gold records have no schema in x-eval-schemas: {tree.by} {listed}.{hint} Add one for each "
        "value, or properties at the root, which then score all records without one.",
        tree.by,
    )


def _shown(record: Mapping[str, Any], by: str) -> str:
    return repr(record[by])[:40] if by in record else "absent"
