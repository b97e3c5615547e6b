"""Measures how far variants agree with each other, without gold. Agreement does not prove that they are right."""

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
    """Two variants, each scored as if the other were gold: the means of both ways, which differ where a rule does."""

    a: str
    b: str
    records: int
    """Records that both produced."""
    f1: float | None
    """Mean over them; 1.0 is full agreement. None if no field of the schema was scored in any."""
    per_field: Mapping[str, float | None]
    """F1 by schema path: a person should look at the lowest first. Keys that the schema lacks are in no figure."""


def agreement(
    variants: Mapping[str, Sequence[dict[str, Any] | None]],
    schema: Schema,
    id_field: str,
    only: Iterable[Any] | None = None,
) -> tuple[Agreement, ...]:
    """Compare each pair of variants over the records that both produced; `only` these ids, such as those without gold.

    Raises InputError for fewer than two variants.
    """
    if len(variants) < 2:
        raise InputError("agreement needs at least two variants")
    tree = schema if isinstance(schema, SchemaNode) else parse_eval_schema(schema)
    ids = None if only is None else set(only)
    known = {name: _by_id(records, id_field, ids) for name, records in variants.items()}
    return tuple(_of_two(a, b, known, tree, id_field) for a, b in combinations(variants, 2))


def _of_two(
    a: str, b: str, known: Mapping[str, dict[Any, dict[str, Any]]], tree: SchemaNode, id_field: str
) -> Agreement:
    shared = [key for key in known[a] if key in known[b]]
    if not shared:
        return Agreement(a, b, 0, None, {})
    sides = [[known[name][key] for key in shared] for name in (a, b)]
    ways = [_one_way(gold, extracted, tree, id_field) for gold, extracted in (sides, sides[::-1])]
    paths = dict.fromkeys(path for _, per_field in ways for path in per_field)
    per_field = {path: _mean_of_known(fields.get(path) for _, fields in ways) for path in paths}
    return Agreement(a, b, len(shared), _mean_of_known(f1 for f1, _ in ways), per_field)


def _one_way(
    gold: Sequence[dict[str, Any]], extracted: Sequence[dict[str, Any]], tree: SchemaNode, id_field: str
) -> tuple[float | None, dict[str, float | None]]:
    """Return the mean F1 and that of each field of the schema, one side taken as gold.

    A key that the schema lacks counts against the variant in the place of the extraction, even if both have it.
    """
    run = evaluate(gold, extracted, tree, id_field)
    paths = {node.path for root in tree.roots for node in root.walk()}
    tallies = run.tallies
    declared = [number for number, path in enumerate(tallies.rows.fields) if path in paths]
    score, in_gold, in_extracted = (part[:, declared].sum(axis=1) for part in tallies.by_record_and_field())
    f1 = mean(record_figures(score, in_gold, in_extracted).f1) if (in_gold + in_extracted).any() else None
    return f1, {path: field.f1 for path, field in run.per_field.items() if path in paths}


def _mean_of_known(figures: Iterable[float | None]) -> float | None:
    known = [figure for figure in figures if figure is not None]
    return sum(known) / len(known) if known else None


def agreement_frame(pairs: Iterable[Agreement]) -> pd.DataFrame:
    """Return F1 as variants x variants; the diagonal is 1."""
    import pandas as pd

    listed = list(pairs)
    names = list(dict.fromkeys(name for pair in listed for name in (pair.a, pair.b)))
    frame = pd.DataFrame(1.0, index=names, columns=names)
    for pair in listed:
        frame.loc[pair.a, pair.b] = frame.loc[pair.b, pair.a] = float("nan") if pair.f1 is None else pair.f1
    return frame


def _by_id(records: Sequence[dict[str, Any] | None], id_field: str, ids: set[Any] | None) -> dict[Any, dict[str, Any]]:
    """Return the first record of each id; records that were not produced or have no usable id are left out."""
    first: dict[Any, dict[str, Any]] = {}
    for record in records:
        key = record.get(id_field) if isinstance(record, dict) else None
        if isinstance(record, dict) and type(key) in (str, int) and (ids is None or key in ids):
            first.setdefault(key, record)
    return first
