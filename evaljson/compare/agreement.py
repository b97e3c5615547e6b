"""Where gold is missing: how far variants agree with each other. Agreement is no proof of being right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from evaljson.errors import InputError
from evaljson.results.run import Schema, evaluate

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
    """F1 by schema path: the lowest is where a person should look."""


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
    wanted = None if only is None else set(only)
    found = []
    known = {name: _by_id(records, id_field, wanted) for name, records in variants.items()}
    for a, b in combinations(variants, 2):
        shared = [key for key in known[a] if key in known[b]]
        if not shared:
            found.append(Agreement(a, b, 0, None, {}))
            continue
        run = evaluate([known[a][key] for key in shared], [known[b][key] for key in shared], schema, id_field)
        found.append(Agreement(a, b, len(shared), run.mean_f1, {path: one.f1 for path, one in run.per_field.items()}))
    return tuple(found)


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
