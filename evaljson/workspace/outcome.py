"""The outcome of scoring one variant: a run, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaljson.base.errors import EvaljsonError
from evaljson.evaluate import evaluate
from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.results.cut_off import with_cut_off
from evaljson.results.model import RunResult
from evaljson.scoring.judging import Judging


@dataclass(frozen=True, slots=True)
class Failure:
    """A variant that could not be scored, and why."""

    message: str
    path: str


Outcome = RunResult | Failure


def score(
    gold: LoadedRecords,
    extracted: LoadedRecords,
    schema: Mapping[str, Any],
    policy: MissingPolicy,
    judge: Judging | None = None,
) -> Outcome:
    """Score one variant; a problem of its data is an outcome too."""
    records: list[Any] = gold.records
    try:
        for_variant = policy.for_variant(records, extracted, schema.get("x-eval-id"))
        run = evaluate(records, extracted.records, schema, **for_variant.arguments(), judge=judge)
        return with_cut_off(run, records, extracted)
    except EvaljsonError as error:
        return Failure(getattr(error, "problem", str(error)), getattr(error, "path", ""))
