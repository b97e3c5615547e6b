"""What scoring one variant gave: a run, or why there is none. Both can be stored and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson._version import __version__
from evaljson.base.errors import EvaljsonError
from evaljson.evaluate import evaluate
from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run
from evaljson.results.signature import content_hash
from evaljson.scoring.judging import Judging
from evaljson.workspace.scoring_options import policy_json

_FAILURE = "failure"
NOT_JUDGED = "not_judged"
"""Among the figures of a run: fields, and pairs of alignments, that a judge was to decide and did not."""
_FIGURES = (
    "mean_f1", "mean_precision", "mean_recall", "pooled_f1", "pooled_precision", "pooled_recall", "total_records",
    "total_fields", "total_matches", "total_mismatches", "total_omissions", "total_hallucinations", "total_skipped",
    "total_batch_errors",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """A variant that could not be scored, and why."""

    message: str
    path: str


Outcome = RunResult | Failure


@dataclass(frozen=True, slots=True)
class StorableOutcome:
    """An outcome as the store keeps it."""

    signature: Mapping[str, Any]
    metrics: Mapping[str, Any]
    """Figures of the run by their names in RunResult, for lists and trends; or the failure."""
    table: bytes | None


def score(
    gold: LoadedRecords,
    extracted: LoadedRecords,
    schema: Mapping[str, Any],
    policy: MissingPolicy,
    judge: Judging | None = None,
) -> Outcome:
    """Score one variant; what is wrong with the data is an outcome too."""
    records: list[Any] = gold.records
    try:
        own = policy.for_variant(records, extracted, schema.get("x-eval-id"))
        return evaluate(records, extracted.records, schema, **own.arguments(), judge=judge)
    except EvaljsonError as error:
        return Failure(getattr(error, "problem", str(error)), getattr(error, "path", ""))


def to_stored(
    outcome: Outcome,
    schema: Mapping[str, Any],
    datasets: Sequence[str],
    policy: MissingPolicy,
    judging: Mapping[str, Any] | None = None,
) -> StorableOutcome:
    """What is kept of it. `datasets` are the ids of gold and extracted, `judging` is what `judging.in_force` gives."""
    settings = settings_signed(policy, judging)
    if isinstance(outcome, Failure):
        signature = {
            "engine": __version__,
            "schema": content_hash(schema),
            "datasets": list(datasets),
            **settings,
            _FAILURE: True,
        }
        return StorableOutcome(signature, {_FAILURE: {"message": outcome.message, "path": outcome.path}}, None)
    figures = {name: getattr(outcome, name) for name in _FIGURES} | {"missing": len(outcome.missing)}
    if outcome.judged is not None:
        figures[NOT_JUDGED] = outcome.judged.failed
    return StorableOutcome({**outcome.signature, **settings}, figures, save_run(outcome))


def settings_signed(policy: MissingPolicy, judging: Mapping[str, Any] | None) -> dict[str, Any]:
    """The part of a signature that is about the settings of the evaluation."""
    return {"settings": policy_json(policy), **({} if judging is None else {"judging": dict(judging)})}


def failure_of(metrics: Mapping[str, Any]) -> Failure | None:
    """Why there is no run, if that is what is stored."""
    return Failure(**metrics[_FAILURE]) if _FAILURE in metrics else None


def from_stored(
    metrics: Mapping[str, Any],
    table: bytes | None,
    gold: LoadedRecords,
    extracted: LoadedRecords,
    schema: Mapping[str, Any] | None = None,
) -> Outcome:
    """The outcome again, of scoring under `schema`. Raises InputError for a table that is none."""
    return failure_of(metrics) or load_run(table or b"", gold.records, extracted.records, schema)
