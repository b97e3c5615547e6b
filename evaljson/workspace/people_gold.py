"""Gold of other people for the documents of an evaluation: how far they agree, and the ceiling that this is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from evaljson._version import __version__
from evaljson.agreement import GoldAgreement, agreement
from evaljson.agreement.model import MeanF1
from evaljson.floor.between import Ceiling
from evaljson.load import LoadedRecords
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.store import Evaluation, Store

OWN: Final = "Gold"
"""The name of the annotator whose gold the evaluation has."""
_SCOPE: Final = "people"
_CEILING: Final = "ceiling"


def agreement_with_others(
    gold: LoadedRecords, others: Mapping[str, LoadedRecords], runs: Mapping[str, RunResult], tree: SchemaNode
) -> GoldAgreement | None:
    """Compare gold with that of others who labelled some of the same documents; None where nobody did.

    Raises InputError.
    """
    if tree.id_field is None:
        return None
    own = _ids(gold.records, tree.id_field)
    same = {name: one.records for name, one in others.items() if own & _ids(one.records, tree.id_field)}
    if not same:
        return None
    systems = {name: _extracted(run, tree.id_field) for name, run in runs.items()}
    return agreement({OWN: gold.records, **same}, tree, systems=systems)


def keep_ceiling(store: Store, evaluation: str, found: GoldAgreement | None, schema: Any, *, by: str) -> None:
    """Keep the F1 of people with each other, for Overview, which does not work it out."""
    snapshot = store.evaluations.get(evaluation)
    f1 = None if found is None or found.f1.value is None else asdict(found.f1)
    kept = {"of": _state(snapshot, schema), "ceiling": f1}
    if store.settings.get(_scope(evaluation), _CEILING) != kept:
        store.settings.set(_scope(evaluation), _CEILING, kept, by=by)


def kept_ceiling(store: Store, evaluation: Evaluation, schema: Any) -> Ceiling | None:
    """Return the F1 of people with each other as it was last worked out for this gold and this schema."""
    kept = store.settings.get(_scope(evaluation.id), _CEILING)
    if kept is None or kept["of"] != _state(evaluation, schema) or kept.get("ceiling") is None:
        return None
    return ceiling_of_mean(MeanF1(**kept["ceiling"]))


def ceiling_of_mean(f1: MeanF1, *, of_cards: bool = False) -> Ceiling | None:
    """Return the F1 of people with each other as a ceiling; None where too few records were labelled twice."""
    if f1.value is None or f1.low is None or f1.high is None:
        return None
    return Ceiling(f1.value, f1.low, f1.high, f1.records, of_cards)


def _state(evaluation: Evaluation, schema: Any) -> str:
    gold = None if evaluation.gold is None else evaluation.gold.id
    return hashlib.sha256(json.dumps([__version__, gold, schema], sort_keys=True).encode()).hexdigest()


def _scope(evaluation: str) -> str:
    return f"{_SCOPE}:{evaluation}"


def _ids(records: Sequence[Any], id_field: str) -> set[str | int]:
    ids = (None if record is None else record.get(id_field) for record in records)
    return {one for one in ids if isinstance(one, str | int) and not isinstance(one, bool)}


def _extracted(run: RunResult, id_field: str) -> list[dict[str, Any] | None]:
    return [None if one.extracted is None else {**one.extracted, id_field: one.record_id} for one in run.records]
