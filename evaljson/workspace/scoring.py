"""Scoring what an evaluation lacks a current run for, and storing what comes out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from evaljson._version import __version__
from evaljson.load import LoadedRecords
from evaljson.scoring.judging import Judging
from evaljson.scoring.progress import watching
from evaljson.store import Evaluation, Run, Store, Variant
from evaljson.workspace.judge_choice import KEY, at_hand, choice_of, in_force
from evaljson.workspace.outcome import score, settings_signed, to_stored
from evaljson.workspace.scoring_options import policy_of

Tell = Callable[[float, str], None]
"""Takes how far the work is (0..1) and what is done now; what it raises ends the work."""
SCORE = "score"
"""The kind of the jobs that do this."""
_QUICK_RECORDS, _QUICK_CHARACTERS = 200, 400_000


def current_runs(store: Store, evaluation: Evaluation) -> dict[str, Run]:
    """Variant -> its run over what is in force now: gold, records, schema, options and engine."""
    wanted = {"judging": None, **settings_signed(policy_of(evaluation.settings), judging_of(store, evaluation))}
    wanted["engine"] = __version__
    return store.runs.current(
        evaluation.id,
        lambda run: all(run.signature.get(name) == value for name, value in wanted.items()),
        schema_number=evaluation.schema_number,
    )


def judging_of(store: Store, evaluation: Evaluation) -> dict[str, Any] | None:
    """Who judges, as runs depend on it; None where nobody does, or no field is for a judge."""
    if KEY not in evaluation.settings or evaluation.schema_number is None:
        return None  # most evaluations need no look at their schema
    return in_force(evaluation.settings, store.schemas.get(evaluation.id, evaluation.schema_number).schema)


def due(store: Store, evaluation: Evaluation) -> list[Variant]:
    """The variants to be scored; none as long as there is no gold or no schema."""
    if evaluation.gold is None or evaluation.schema_number is None:
        return []
    have = current_runs(store, evaluation)
    return [variant for variant in evaluation.variants if variant.id not in have]


def score_due(store: Store, evaluation: str, *, by: str, tell: Tell) -> list[Run]:
    """Score and store them, one after the other: what is done when the work ends early stays."""
    snapshot = store.evaluations.get(evaluation)
    variants = due(store, snapshot)
    if not variants:
        return []
    assert snapshot.gold is not None
    assert snapshot.schema_number is not None
    gold = store.datasets.load(snapshot.gold.id)
    schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    found = []
    for place, variant in enumerate(variants):
        said = f"Scoring {variant.name} ({place + 1} of {len(variants)})"

        def told(share: float, place: int = place, said: str = said) -> None:
            tell((place + 0.9 * share) / len(variants), said)

        told(0.0)
        extracted = store.datasets.load(variant.dataset.id)
        judge = at_hand(store, choice_of(snapshot.settings))
        found.append(score_one(store, snapshot, variant, gold, extracted, schema, by, told, judge))
    return found


def score_one(
    store: Store,
    evaluation: Evaluation,
    variant: Variant,
    gold: LoadedRecords,
    extracted: LoadedRecords,
    schema: Mapping[str, Any],
    by: str,
    tell: Callable[[float], None],
    judge: Judging | None = None,
) -> Run:
    """Score a variant and store the run; `judge` decides what goes by meaning."""
    assert evaluation.gold is not None
    assert evaluation.schema_number is not None
    policy, started = policy_of(evaluation.settings), time.perf_counter()
    with watching(tell):
        outcome = score(gold, extracted, schema, policy, judge)
    took = time.perf_counter() - started
    datasets = (evaluation.gold.id, variant.dataset.id)
    stored = to_stored(outcome, schema, datasets, policy, in_force(evaluation.settings, schema))
    return store.runs.add(
        evaluation.id,
        variant.id,
        gold=datasets[0],
        extracted=datasets[1],
        schema_number=evaluation.schema_number,
        signature=stored.signature,
        metrics=stored.metrics,
        table=stored.table,
        duration=took,
        by=by,
    )


def is_quick(store: Store, evaluation: Evaluation) -> bool:
    """Whether scoring what is due takes but an instant, so that it needs no job."""
    variants = due(store, evaluation)
    if evaluation.gold is None or not variants:
        return True
    datasets = [evaluation.gold, *(variant.dataset for variant in variants)]
    if sum(one.count for one in datasets) > _QUICK_RECORDS * 2:
        return False
    left = _QUICK_CHARACTERS
    for one in datasets:
        for record in store.datasets.load(one.id).records:
            left -= len(json.dumps(record))
            if left < 0:
                return False
    return True
