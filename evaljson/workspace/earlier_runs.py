"""Runs under versions of the eval schema, for links to their figures and the list of versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from evaljson.store import Evaluation, Event, Run, SchemaVersion, Store, Variant
from evaljson.workspace.history import FINISHED_DRAFT, READ_DRAFT
from evaljson.workspace.judge_choice import KEY as JUDGE
from evaljson.workspace.judge_choice import judge_settings
from evaljson.workspace.scoring import are_signed, current_runs, signed_today

_MOVING: Final = (
    "added variant", "deleted variant", "undeleted variant", "set gold", "took gold out", "applied review",
    "took back review",
)  # fmt: skip
"""Changes after which other results are shown under one version; of others, their details say it."""
OPTIONS: Final = "options of scoring, judge or evaljson"
FILE: Final = "file"
GOLD: Final = "gold"


@dataclass(frozen=True, slots=True)
class Earlier:
    """The runs under that version."""

    runs: dict[str, Run] = field(default_factory=dict)
    """By variant, for each that the evaluation has now but the `unscored`, unless `missing` says why not."""
    unscored: tuple[str, ...] = ()
    """Variants of today that were never scored under that version, while others were."""
    missing: tuple[str, ...] = ()
    """Why the figures of that time cannot be shown, each a clause: "gold was changed since"."""

    @property
    def newest(self) -> datetime | None:
        """When the latest of these runs was made."""
        return max((run.created for run in self.runs.values()), default=None)


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
    scored = {run.variant for run in stored}
    unscored = tuple(variant.name for variant in without if variant.id not in scored)
    if runs and len(unscored) == len(without):
        return Earlier(runs, unscored)
    return Earlier(missing=tuple(dict.fromkeys(_why(evaluation, variant, stored) for variant in without)))


def never_scored(variant: str) -> str:
    """Say why a variant has no figures under a version."""
    return f"{variant} was never scored under that version"


def changed_under(store: Store, evaluation: Evaluation, version: SchemaVersion) -> list[Event]:
    """List what was changed in gold, variants and settings since results under the version could first be seen."""
    same = {one.number for one in store.schemas.all(evaluation.id) if one.meaning == version.meaning}
    first = min((run.created for run in store.runs.all(evaluation.id) if run.schema_number in same), default=None)
    if first is None:
        return []
    seen = max(first, version.created)
    return [event for event in store.evaluations.history(evaluation.id) if event.moment > seen and moves_figures(event)]


def moves_figures(event: Event) -> bool:
    """Check whether other results are shown after a change, under the same version of the schema."""
    if event.what == "changed variant":
        return bool(event.detail.get("file") or event.detail.get("ids"))  # not its name or notes
    if event.what == "changed settings":
        return event.detail.get("about") not in (None, "", READ_DRAFT, FINISHED_DRAFT)
    return event.what in _MOVING


def _why(evaluation: Evaluation, variant: Variant, stored: Sequence[Run]) -> str:
    """Return why a variant has no run over today's data."""
    runs = [run for run in stored if run.variant == variant.id]
    if not runs:
        return never_scored(variant.name)
    over = [run for run in runs if evaluation.gold is not None and run.gold == evaluation.gold.id]
    if not over:
        return "gold was changed since"
    if all(run.extracted != variant.dataset.id for run in over):
        return f"the records of {variant.name} were changed since"
    return "the options of scoring, the judge or evaljson itself changed since"


@dataclass(frozen=True, slots=True)
class VersionFigure:
    """The F1 of a variant under a version."""

    f1: float | None
    """None where it could not be scored."""
    other: tuple[str, ...] = ()
    """What of it is not of today: OPTIONS, FILE, GOLD. A file with the same records is none of another day."""

    @property
    def holds(self) -> bool:
        """Whether it is of the gold, file, options, judge and engine of today."""
        return not self.other


def figures_of_versions(
    store: Store, evaluation: Evaluation, versions: Sequence[SchemaVersion]
) -> dict[tuple[int, str], VersionFigure]:
    """Return the F1 of each variant, by its id, under each version, by its number, where it was ever scored.

    It is that of the run that is most like one of today: with fewest of options, file and gold that are other ones, and
    of as many, with the options of today, and then with its file. Of equal ones it is the newest.
    """
    runs = store.runs.all(evaluation.id)  # newest first
    records = {run.extracted: run.signature.get("extracted", run.extracted) for run in runs}  # two files may have equal
    datasets = {one.id: records.get(one.dataset.id, one.dataset.id) for one in evaluation.variants}
    signed = {version.number: _signed(evaluation, version) for version in versions}
    meanings = {version.number: version.meaning for version in versions}
    gold = None if evaluation.gold is None else evaluation.gold.id
    found: dict[tuple[str, str], VersionFigure] = {}
    for run in runs:
        if run.schema_number not in meanings:
            continue
        is_other = {
            OPTIONS: not are_signed(run.signature, signed[run.schema_number]),
            FILE: records[run.extracted] != datasets.get(run.variant),
            GOLD: run.gold != gold,
        }
        other = tuple(what for what, differs in is_other.items() if differs)
        key = (meanings[run.schema_number], run.variant)
        if key not in found or _unlike(other) < _unlike(found[key].other):
            found[key] = VersionFigure(run.metrics.get("mean_f1"), other)
    return {
        (number, variant): found[meaning, variant]
        for number, meaning in meanings.items()
        for variant in datasets
        if (meaning, variant) in found
    }


def _unlike(other: tuple[str, ...]) -> tuple[int, bool, bool]:
    """Return how far a run is from one of today, the least first."""
    return len(other), OPTIONS in other, FILE in other


def _signed(evaluation: Evaluation, version: SchemaVersion) -> dict[str, Any]:
    judging = judge_settings(evaluation.settings, version.schema) if JUDGE in evaluation.settings else None
    return signed_today(evaluation, judging)
