"""What the HTML report says beside its runs: the verdicts, when it was scored and made, of which files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from evaljson.errors import InputError
from evaljson.report.export.html_about import About
from evaljson.report.trend_figure import moment
from evaljson.report.words import counted
from evaljson.store import Run
from evaljson.ui import kept
from evaljson.ui.compared import comparison
from evaljson.ui.evaluation import Evaluation


def about(evaluation: Evaluation, names: Sequence[str]) -> About:
    """Of these variants, the first of which is the baseline."""
    return About(_verdicts(evaluation, names), _facts(evaluation, names))


def _verdicts(evaluation: Evaluation, names: Sequence[str]) -> list[str]:
    told = []
    for other in names[1:]:
        try:
            told.append(comparison(evaluation, names[0], other).sentence)
        except InputError as error:
            told.append(f"No verdict on {other} against {names[0]}: {error.problem}")
    return told


def _facts(evaluation: Evaluation, names: Sequence[str]) -> dict[str, str]:
    runs = {name: run for name in names if (run := kept.stored_run(evaluation.runs, name)) is not None}
    gold = f"{evaluation.gold.name}, {counted(len(evaluation.gold.records), 'record')}"
    found = {"Gold": gold, "Extracted": ", ".join(evaluation.variants[name].name for name in names)}
    found |= {"Scored": "; ".join(dict.fromkeys(map(_scored, runs.values())))} if runs else {}
    schema = dict.fromkeys(_version(evaluation, run) for run in runs.values())
    found |= {"Eval schema": "; ".join(schema)} if runs else {}
    return {**found, "Report made": f"{moment(datetime.now(UTC))} UTC"}


def _scored(run: Run) -> str:
    return f"{moment(run.created)} UTC by {run.created_by}"


def _version(evaluation: Evaluation, run: Run) -> str:
    message = kept.store().schemas.get(evaluation.id, run.schema_number).message
    return f"version {run.schema_number}" + (f" (“{message}”)" if message else "")
