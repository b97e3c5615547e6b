"""Scoring the variants of an evaluation that have no current run, and storing the runs."""

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
from evaljson.workspace.errors_found import MANY
from evaljson.workspace.gold_copies import keep_copies
from evaljson.workspace.judge_choice import KEY, choice_of, judge_settings, judge_that_sends_nothing
from evaljson.workspace.kept_standing import keep_standing
from evaljson.workspace.looked_again import keep_what_pages_say
from evaljson.workspace.outcome import Failure, Outcome, score
from evaljson.workspace.placed_datasets import keep_places
from evaljson.workspace.results_folders import is_of_folders
from evaljson.workspace.scored_in_parts import InParts, can_be_sliced, records_of_slice, score_in_parts
from evaljson.workspace.scoring_options import policy_of
from evaljson.workspace.standing import is_for_a_job
from evaljson.workspace.stored_runs import settings_signed, store_run

Tell = Callable[[float, str], None]
"""Takes how far the work is (0..1) and what is done now; what it raises ends the work."""
SCORE = "score"
"""The kind of the jobs that do this."""
_QUICK_RECORDS, _QUICK_CHARACTERS = 200, 400_000


def current_runs(store: Store, evaluation: Evaluation) -> dict[str, Run]:
    """Return, by variant id, the run over the current gold, records, schema, options and engine."""
    signed = signed_today(evaluation, judging_of(store, evaluation))
    return store.runs.current(
        evaluation.id,
        lambda run: are_signed(run.signature, signed),
        schema_number=evaluation.schema_number,
    )


def signed_today(evaluation: Evaluation, judging: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what the signature of a run has if it is scored now with this judge: options, judge and engine."""
    policy = policy_of(evaluation.settings, evaluation.gold)
    return {"judging": None, **settings_signed(policy, judging), "engine": __version__}


def are_signed(signature: Mapping[str, Any], signed: Mapping[str, Any]) -> bool:
    """Check whether a signature has all of this."""
    return all(signature.get(name) == value for name, value in signed.items())


def judging_of(store: Store, evaluation: Evaluation) -> dict[str, Any] | None:
    """Return who judges, as runs depend on it; None without a judge or fields for one."""
    if KEY not in evaluation.settings or evaluation.schema_number is None:
        return None  # most evaluations need no look at their schema
    return judge_settings(evaluation.settings, store.schemas.get(evaluation.id, evaluation.schema_number).schema)


def due(store: Store, evaluation: Evaluation) -> list[Variant]:
    """List the variants to be scored; none without gold or schema, or where the results are in folders."""
    if evaluation.gold is None or evaluation.schema_number is None or is_of_folders(evaluation.settings):
        return []
    current = current_runs(store, evaluation)
    return [variant for variant in evaluation.variants if variant.id not in current]


def score_due(store: Store, evaluation: str, *, by: str, tell: Tell) -> list[Run]:
    """Score and store what is due, one variant after the other: finished runs stay if the work ends early."""
    snapshot = store.evaluations.get(evaluation)
    variants = due(store, snapshot)
    if not variants:
        return []
    assert snapshot.gold is not None
    assert snapshot.schema_number is not None
    gold = store.datasets.load(snapshot.gold.id)
    schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    keep_places(store, evaluation, snapshot.gold, gold, by=by)
    keep_copies(store, evaluation, snapshot.gold, gold, schema.get("x-eval-id"), by=by)
    runs = []
    for place, variant in enumerate(variants):
        message = f"Scoring {variant.name} ({place + 1} of {len(variants)})"

        def report(share: float, how_far: str = "", place: int = place, message: str = message) -> None:
            tell((place + 0.9 * share) / len(variants), f"{message}: {how_far}" if how_far else message)

        report(0.0)
        extracted = store.datasets.load(variant.dataset.id)
        keep_places(store, evaluation, variant.dataset, extracted, by=by)
        judge = judge_that_sends_nothing(store, choice_of(snapshot.settings))
        runs.append(score_one(store, snapshot, variant, gold, extracted, schema, by, report, judge))
    del gold, extracted  # they are large, and read again as far as they are looked at
    look_at_standing(store, evaluation, by=by, tell=lambda share, message: tell(1.0, message))
    return runs


def look_at_standing(store: Store, evaluation: str, baseline: str | None = None, *, by: str, tell: Tell) -> None:
    """Work out and keep how the scored variants stand to each other, where a page would take too long for that."""
    snapshot = store.evaluations.get(evaluation)
    current = current_runs(store, snapshot)
    runs = {variant.name: current[variant.id] for variant in snapshot.variants if variant.id in current}
    if is_for_a_job(runs.values()):
        keep_standing(store, snapshot, runs, baseline, by=by, tell=tell)


def score_one(
    store: Store,
    evaluation: Evaluation,
    variant: Variant,
    gold: LoadedRecords,
    extracted: LoadedRecords,
    schema: Mapping[str, Any],
    by: str,
    tell: Tell,
    judge: Judging | None = None,
) -> Run:
    """Score a variant and store the run; `judge` decides the fields compared by meaning.

    Large variants are scored some records after the others, unless something looks at all of them together. `tell`
    takes the share that is done, and how far that is in words, "" for small ones.
    """
    started = time.perf_counter()
    policy = policy_of(evaluation.settings, evaluation.gold)
    records = records_of_slice(gold, extracted)
    outcome: Outcome | InParts
    if judge is None and len(gold.records) > records and can_be_sliced(schema):
        outcome = score_in_parts(gold, extracted, schema, policy, records, tell)
    else:
        with watching(lambda share: tell(share, "")):
            outcome = score(gold, extracted, schema, policy, judge)
    duration = time.perf_counter() - started
    stored = store_run(store, evaluation, variant, outcome, schema, duration=duration, by=by)
    has_many = not isinstance(outcome, Failure) and stored.metrics["total_fields"] >= MANY
    del outcome  # what pages say of a run is worked out from what is stored, as they would do it
    if has_many:
        tell(1.0, "what its errors have in common")
        keep_what_pages_say(store, stored, gold, extracted, schema, by=by)
    return stored


def is_quick(store: Store, evaluation: Evaluation) -> bool:
    """Check whether scoring what is due takes only a moment, so that it needs no job."""
    variants = due(store, evaluation)
    if evaluation.gold is None or not variants:
        return True
    datasets = [evaluation.gold, *(variant.dataset for variant in variants)]
    if sum(dataset.count for dataset in datasets) > _QUICK_RECORDS * 2:
        return False
    left = _QUICK_CHARACTERS
    for dataset in datasets:
        for record in store.datasets.load(dataset.id).records:
            left -= len(json.dumps(record))
            if left < 0:
                return False
    return True
