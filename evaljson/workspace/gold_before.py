"""The gold that an evaluation was scored against before the current one, and how many records differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evaljson.base.jsontypes import strict_key
from evaljson.load.document_texts import ids_of
from evaljson.store import Evaluation, Store


@dataclass(frozen=True, slots=True)
class ReplacedGold:
    """What became of the records of the gold before."""

    before: str
    """That gold: a dataset."""
    new: int
    """Records that only the current gold has, by id."""
    gone: int
    changed: int
    """Records of the same id with other values."""

    @property
    def has_other_documents(self) -> bool:
        """Whether it is over other documents, and not the same ones corrected."""
        return bool(self.new or self.gone)


def gold_before(store: Store, evaluation: Evaluation) -> str | None:
    """Return the gold that variants were last scored against, if the current one was handed in instead; else None.

    Gold that a review corrected, which says so itself, was not handed in.
    """
    put = [event.detail for event in store.evaluations.history(evaluation.id) if event.what == "set gold"]
    if evaluation.gold is None or not put or put[-1].get("gold") != evaluation.gold.id:
        return None
    scored = {run.gold for run in store.runs.all(evaluation.id)} - {evaluation.gold.id}
    return next((str(one["before"]) for one in reversed(put) if one.get("before") in scored), None)


def gold_change(store: Store, evaluation: Evaluation, id_field: str | None) -> ReplacedGold | None:
    """Compare both golds record by record, joined by id; None where there was no other one. Raises StoreError."""
    before = gold_before(store, evaluation)
    if before is None or evaluation.gold is None:
        return None
    old, new = (_by_id(store.datasets.load(one).records, id_field) for one in (before, evaluation.gold.id))
    changed = sum(old[key] != new[key] for key in old.keys() & new.keys())
    found = ReplacedGold(before, len(new.keys() - old.keys()), len(old.keys() - new.keys()), changed)
    return found if found.has_other_documents or changed else None


def _by_id(records: list[Any], id_field: str | None) -> dict[Any, Any]:
    named = zip(ids_of(records, id_field), records, strict=True)
    return {(type(key), key): strict_key(record) for key, record in named}
