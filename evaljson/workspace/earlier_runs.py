"""Runs under an earlier version of the eval schema, for links to their figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from evaljson.store import Evaluation, Run, Store, Variant
from evaljson.workspace.scoring import current_runs


@dataclass(frozen=True, slots=True)
class Earlier:
    """The runs under that version."""

    runs: dict[str, Run] = field(default_factory=dict)
    """By variant, for each that the evaluation has now, unless `missing` says why not."""
    missing: tuple[str, ...] = ()
    """Why the figures of that time cannot be shown, each a clause: "gold was changed since"."""


def earlier_runs(store: Store, evaluation: Evaluation, number: int) -> Earlier:
    """Return the runs over the gold, files and settings of today. Raises NotFound where there is no such version."""
    meaning = store.schemas.get(evaluation.id, number).meaning
    if evaluation.gold is None or not evaluation.variants:
        return Earlier(missing=("there is no gold or no variant any more",))
    runs = current_runs(store, replace(evaluation, schema_number=number))
    without = [variant for variant in evaluation.variants if variant.id not in runs]
    if not without:
        return Earlier(runs)
    same = {version.number for version in store.schemas.all(evaluation.id) if version.meaning == meaning}
    stored = [run for run in store.runs.all(evaluation.id) if run.schema_number in same]
    return Earlier(missing=tuple(dict.fromkeys(_why(evaluation, variant, stored) for variant in without)))


def _why(evaluation: Evaluation, variant: Variant, stored: Sequence[Run]) -> str:
    """Return why a variant has no run over today's data."""
    runs = [run for run in stored if run.variant == variant.id]
    if not runs:
        return f"{variant.name} was never scored under that version"
    over = [run for run in runs if evaluation.gold is not None and run.gold == evaluation.gold.id]
    if not over:
        return "gold was changed since"
    if all(run.extracted != variant.dataset.id for run in over):
        return f"the file of {variant.name} was changed since"
    return "the options of scoring, the judge or evaljson itself changed since"
