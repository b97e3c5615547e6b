"""Other evaluations over documents of the same kind: batches that one can be compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from evaljson.store import Store, StoreError
from evaljson.workspace.listing import find

MOST: Final = 10
"""Evaluations that are looked at, the last changed first."""
_SHARED: Final = 0.5


@dataclass(frozen=True, slots=True)
class OtherBatch:
    """One of them."""

    id: str
    name: str
    gold: str
    """Its gold: a dataset."""
    runs: Mapping[str, str]
    """Ids of its current runs, by the names of their variants."""


def other_batches(store: Store, evaluation: str, gold: str, schema: Mapping[str, Any]) -> list[OtherBatch]:
    """Return evaluations with other gold whose schema has at least half of the fields at the root, and the reverse."""
    own, found = set(schema.get("properties", ())), list[OtherBatch]()
    for summary in [one for one in find(store) if one.id != evaluation][:MOST]:
        try:
            other = store.evaluations.get(summary.id)
            if other.gold is None or other.schema_number is None or other.gold.id == gold:
                continue
            theirs = set(store.schemas.get(other.id, other.schema_number).schema.get("properties", ()))
        except StoreError:  # deleted meanwhile, or of other people
            continue
        if own and len(own & theirs) >= _SHARED * max(len(own), len(theirs)):
            names = {variant.id: variant.name for variant in other.variants}
            runs = {names[key]: run.id for key, run in store.runs.current(other.id).items() if key in names}
            found.append(OtherBatch(other.id, other.name, other.gold.id, runs))
    return found
