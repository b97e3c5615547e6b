"""All evaluations of a store, as a list to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaljson.store import NotFound, Store
from evaljson.store.topics.evaluations import Summary
from evaljson.wording.words import counted
from evaljson.workspace.scoring import current_runs

DRAFT = "draft"
"""The setting by which an evaluation is one that is being put together."""


def find(store: Store, text: str = "", *, deleted: bool = False) -> list[Summary]:
    """List the evaluations whose name has every word of the text, ignoring case; last changed first.

    An evaluation that was begun and has nothing in it yet is left out.
    """
    words = text.casefold().split()
    return [
        summary
        for summary in store.evaluations.all(deleted=deleted)
        if (summary.gold_records is not None or summary.variants or summary.schema_number is not None)
        and all(word in summary.name.casefold() for word in words)
    ]


def size_in_words(summary: Summary) -> str:
    """Say how large an evaluation is, which tells apart those of one name: `120 records × 2 variants`."""
    records = "no gold" if summary.gold_records is None else counted(summary.gold_records, "record")
    return f"{records} × {counted(summary.variants, 'variant')}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the work on an evaluation is."""

    is_draft: bool
    best_f1: float | None
    """Of the current runs; None where nothing is scored."""
    has_stand_in: bool = False
    """Whether similarity of words stood in for a model in one of these runs."""


def standings(store: Store, listed: Sequence[Summary]) -> dict[str, Standing]:
    """Return how far each evaluation is, by id, without those deleted meanwhile. A few queries each: for those shown at
    once.
    """
    by_id = {}
    for summary in listed:
        try:
            evaluation = store.evaluations.get(summary.id)
        except NotFound:
            continue
        runs = current_runs(store, evaluation).values()
        f1 = [f1 for run in runs if (f1 := run.metrics.get("mean_f1")) is not None]
        stand_in = any((run.signature.get("judge") or {}).get("stand_in") for run in runs)
        by_id[summary.id] = Standing(DRAFT in evaluation.settings, max(f1, default=None), stand_in)
    return by_id
