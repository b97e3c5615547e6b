"""Runs as the store keeps them: figures for lists, a signature, and the table of results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson._version import __version__
from evaljson.base.errors import InputError
from evaljson.compare.clusters import values_of_key, with_clusters
from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run
from evaljson.results.signature import content_hash
from evaljson.store import Evaluation, Run, Store, Variant
from evaljson.workspace.judge_choice import judge_settings
from evaljson.workspace.outcome import Failure, Outcome
from evaljson.workspace.scored_in_parts import InParts
from evaljson.workspace.scoring_options import policy_json, policy_of

_FAILURE: Final = "failure"
NOT_JUDGED: Final = "not_judged"
"""Among the figures of a run: fields, and pairs of alignments, that were for a judge and are not judged."""
FIGURES: Final = (
    "mean_f1", "mean_precision", "mean_recall", "pooled_f1", "pooled_precision", "pooled_recall", "total_records",
    "total_fields", "total_matches", "total_mismatches", "total_omissions", "total_hallucinations", "total_skipped",
    "total_batch_errors",
)  # fmt: skip
"""The figures that are stored with a run, by their names in RunResult."""


def store_run(
    store: Store,
    evaluation: Evaluation,
    variant: Variant,
    outcome: Outcome | InParts,
    schema: Mapping[str, Any],
    *,
    duration: float,
    by: str,
) -> Run:
    """Store the outcome of scoring a variant under the current schema, with how long it took in seconds."""
    assert evaluation.gold is not None
    assert evaluation.schema_number is not None
    gold, extracted = evaluation.gold.id, variant.dataset.id
    signed = settings_signed(
        policy_of(evaluation.settings, evaluation.gold), judge_settings(evaluation.settings, schema)
    )
    if isinstance(outcome, Failure):
        about = {"engine": __version__, "schema": content_hash(schema), "datasets": [gold, extracted]}
        signature: dict[str, Any] = {**about, **signed, _FAILURE: True}
        metrics: dict[str, Any] = {_FAILURE: {"message": outcome.message, "path": outcome.path}}
        table: bytes | None = None
    else:
        run, table = (outcome.run, outcome.table) if isinstance(outcome, InParts) else (outcome, save_run(outcome))
        signature, metrics = {**run.signature, **signed}, _figures(run)
    return store.runs.add(
        evaluation.id,
        variant.id,
        gold=gold,
        extracted=extracted,
        schema_number=evaluation.schema_number,
        signature=signature,
        metrics=metrics,
        table=table,
        duration=duration,
        by=by,
    )


def _figures(run: RunResult) -> dict[str, Any]:
    """Return figures by their names in RunResult, for lists and trends."""
    figures = {name: getattr(run, name) for name in FIGURES} | {"missing": len(run.missing)}
    return figures if run.judged is None else {**figures, NOT_JUDGED: run.judged.failed}


def settings_signed(policy: MissingPolicy, judging: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the part of a signature that is about the settings of the evaluation."""
    return {"settings": policy_json(policy), **({} if judging is None else {"judging": dict(judging)})}


def failure_of(run: Run) -> Failure | None:
    """Return why the variant could not be scored; None where it could."""
    return Failure(**run.metrics[_FAILURE]) if _FAILURE in run.metrics else None


def read_run(store: Store, run: Run, load: Callable[[str], LoadedRecords] | None = None) -> RunResult:
    """Read the results of a run; `load` gives records by the id of their dataset, from the store unless set.

    Raises StoreError, and InputError for a run that failed or whose table is damaged.
    """
    failure = failure_of(run)
    if failure is not None:
        raise InputError(failure.message, failure.path)
    load = load or store.datasets.load
    schema = store.schemas.get(run.evaluation, run.schema_number).schema
    gold = load(run.gold)
    read = load_run(store.runs.table(run.id) or b"", gold.records, load(run.extracted).records, schema)
    if read.cluster_field is None or gold.metadata is None:
        return read
    named = values_of_key(read.cluster_field, read, gold)  # the key may be beside gold
    return read if named is None else with_clusters(read, named)[0]
