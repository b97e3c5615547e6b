"""Where gold is missing: how far variants agree with each other. Agreement is no proof of being right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from evaljson.base.errors import InputError
from evaljson.evaluate import Schema, evaluate
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.scoring.tallies import mean, record_figures

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two variants, one held against the other as if it were gold."""

    a: str
    b: str
    records: int
    """Records that both produced."""
    f1: float | None
    """Mean over them; 1.0 is full agreement."""
    per_field: Mapping[str, float | None]
    """F1 by schema path: the lowest is where a person should look. Keys that the schema lacks are in no figure."""


def agreement(
    variants: Mapping[str, Sequence[dict[str, Any] | None]],
    schema: Schema,
    id_field: str,
    only: Iterable[Any] | None = None,
) -> tuple[Agreement, ...]:
    """Each pair of variants, over the records that both produced; `only` these ids, such as those without gold.

    Raises InputError for fewer than two variants.
    """
    if len(variants) < 2:
        raise InputError("agreement takes two variants or more")
    tree = schema if isinstance(schema, SchemaNode) else parse_eval_schema(schema)
    wanted = None if only is None else set(only)
    known = {name: _by_id(records, id_field, wanted) for name, records in variants.items()}
    return tuple(_of_two(a, b, known, tree, id_field) for a, b in combinations(variants, 2))


def _of_two(
    a: str, b: str, known: Mapping[str, dict[Any, dict[str, Any]]], tree: SchemaNode, id_field: str
) -> Agreement:
    shared = [key for key in known[a] if key in known[b]]
    if not shared:
        return Agreement(a, b, 0, None, {})
    run = evaluate([known[a][key] for key in shared], [known[b][key] for key in shared], tree, id_field)
    # A key that the schema lacks counts against whoever stands for the extraction, even where both have it.
    paths = {node.path for root in tree.roots for node in root.walk()}
    tallies = run.tallies
    kept = [number for number, path in enumerate(tallies.rows.fields) if path in paths]
    sums = (part[:, kept].sum(axis=1) for part in tallies.by_record_and_field())
    per_field = {path: one.f1 for path, one in run.per_field.items() if path in paths}
    return Agreement(a, b, len(shared), mean(record_figures(*sums).f1), per_field)


def agreement_frame(found: Iterable[Agreement]) -> pd.DataFrame:
    """Variants x variants, F1; the diagonal is 1."""
    import pandas as pd

    listed = list(found)
    names = list(dict.fromkeys(name for one in listed for name in (one.a, one.b)))
    frame = pd.DataFrame(1.0, index=names, columns=names)
    for one in listed:
        frame.loc[one.a, one.b] = frame.loc[one.b, one.a] = float("nan") if one.f1 is None else one.f1
    return frame


def _by_id(
    records: Sequence[dict[str, Any] | None], id_field: str, wanted: set[Any] | None
) -> dict[Any, dict[str, Any]]:
    """The first record of each id; records that were not produced, or carry no usable id, agree with nothing."""
    found: dict[Any, dict[str, Any]] = {}
    for record in records:
        key = record.get(id_field) if isinstance(record, dict) else None
        if isinstance(record, dict) and type(key) in (str, int) and (wanted is None or key in wanted):
            found.setdefault(key, record)
    return found
