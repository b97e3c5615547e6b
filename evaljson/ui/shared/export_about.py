"""What the HTML report says beside its runs: the verdicts, when it was scored and made, of which files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from evaljson.base.errors import InputError
from evaljson.compare.leaderboard import Leaderboard
from evaljson.compare.words.notes import decisive
from evaljson.compare.words.pair_sentence import pair_sentence
from evaljson.report.compare.changes import changes_of
from evaljson.report.export.html.about import About
from evaljson.report.history.trend_figure import moment
from evaljson.report.records.load_report import problems_in_words, repairs_in_words
from evaljson.results.ranking import highest_first
from evaljson.store import Run, SchemaVersion
from evaljson.ui.session import server
from evaljson.ui.session.comparisons import comparison
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import current_names
from evaljson.ui.shared.corrected_gold_words import corrected_gold_remark
from evaljson.ui.shared.file_fields import fields_of_runs
from evaljson.ui.shared.gold_check import gold_remark
from evaljson.ui.shared.missing import left_out_by_hand
from evaljson.ui.shared.put_first import known_put_first, long_message, put_first_in_words
from evaljson.ui.shared.run_trend import history
from evaljson.ui.shared.variant_costs import costs_of
from evaljson.wording.short_names import OF_MESSAGE, begun
from evaljson.wording.words import counted, person
from evaljson.workspace.what_changed import what_changed


def about(
    evaluation: OpenEvaluation, names: Sequence[str], board: Leaderboard | None = None, compared: str | None = None
) -> About:
    """Gather what the report says about these variants; the first is the baseline.

    With `board`, which ranks three or more of them, the verdicts are those of the ranking. `compared`: who is looked at
    beside the baseline, None for the best other one.
    """
    verdicts, changes = [], {}
    for one, other in _pairs(evaluation, names, board, compared):
        try:
            facts = comparison(evaluation, one, other)
        except InputError as error:
            verdicts.append(f"No verdict on {other} against {one}: {error.problem}")
        else:
            said = facts.sentence if board is None else pair_sentence(board, facts)
            verdicts.append(" ".join([said, *decisive(facts.notes)]))
            if one == names[0]:
                changes[other] = changes_of(facts)
    reading = {name: problems_in_words(evaluation.variants[name]) for name in names}
    of_gold = " ".join(filter(None, [corrected_gold_remark(evaluation), gold_remark(evaluation)]))
    made = f"{moment(datetime.now(UTC))} UTC"
    by_hand = left_out_by_hand(evaluation)
    hands = {name: by_hand for name in names if name not in evaluation.outdated}
    first = known_put_first(evaluation) if set(names) == set(current_names(evaluation)) else None
    return About(
        verdicts, _facts(evaluation, names), changes, compared, costs_of(evaluation, names), reading, of_gold, hands,
        put_first_in_words(evaluation, first, str), _changed(evaluation), made, long_message(evaluation, first),
    )  # fmt: skip


def _changed(evaluation: OpenEvaluation) -> list[tuple[str, str, str]]:
    """List what happened last; nothing of an earlier version, whose figures are not those of now."""
    if evaluation.is_earlier:
        return []
    return what_changed(history(evaluation), server.store().evaluations.history(evaluation.id), fields_of_runs)


def _pairs(
    evaluation: OpenEvaluation, names: Sequence[str], board: Leaderboard | None, compared: str | None
) -> list[tuple[str, str]]:
    """List who is compared with whom: what was chosen; two that share the first place, unless the baseline is one of
    them; all others with the baseline."""
    others = highest_first({name: evaluation.runs[name].mean_f1 for name in names[1:]})
    chosen = [compared] if compared in others else others[:1]
    best, *level = [place.name for place in board.places if place.best_rank == 1] if board is not None else [names[0]]
    tied = [] if names[0] in (best, *level) else [(next_one, best) for next_one in level[:1]]
    rest = sorted((name for name in others if name not in chosen), key=lambda name: name not in (best, *level))
    return [*((names[0], name) for name in chosen), *tied, *((names[0], name) for name in rest)]


def _facts(evaluation: OpenEvaluation, names: Sequence[str]) -> dict[str, str]:
    runs = {name: run for name in names if (run := evaluation.scored_run(name)) is not None}
    gold = f"{evaluation.gold.name}, {counted(len(evaluation.gold.records), 'record')}"
    facts = {"Gold": gold, "Extracted": ", ".join(evaluation.variants[name].name for name in names)}
    facts |= {"Scored": _all_scored(runs)} if runs else {}
    schema = dict.fromkeys(_told_version(evaluation, run) for run in runs.values())
    facts |= {"Eval schema": "; ".join(schema)} if runs else {}
    repairs = {name: repairs_in_words(evaluation.variants[name], evaluation.schema.get("x-eval-id")) for name in names}
    told = " · ".join(f"{name}: {words}" for name, words in repairs.items() if words)
    return {**facts, "Repaired while read": told} if told else facts


def _all_scored(runs: Mapping[str, Run]) -> str:
    """Say when and by whom, and of which variants where that is not the same of all."""
    at: dict[str, list[str]] = {}
    for name, run in runs.items():
        at.setdefault(_scored(run), []).append(name)
    return next(iter(at)) if len(at) == 1 else "; ".join(f"{', '.join(names)}: {said}" for said, names in at.items())


def _scored(run: Run) -> str:
    return f"{moment(run.created)} UTC by {person(run.created_by)}"


def version_number(evaluation: OpenEvaluation, name: str) -> int | None:
    """Return the number of the schema version behind a variant's figures, as the report shows it."""
    run = evaluation.scored_run(name)
    return None if run is None else _version(evaluation, run).number


def _version(evaluation: OpenEvaluation, run: Run) -> SchemaVersion:
    """Return the current version if its content equals that of the run's version."""
    versions, number = server.store().schemas, evaluation.stored.schema_number
    scored = versions.get(evaluation.id, run.schema_number)
    if number is None or number == scored.number:
        return scored
    shown = versions.get(evaluation.id, number)
    return shown if shown.meaning == scored.meaning else scored


def _told_version(evaluation: OpenEvaluation, run: Run) -> str:
    version = _version(evaluation, run)
    same = f", the same as version {run.schema_number}" if version.number != run.schema_number else ""
    return _named(version) + same


def _named(version: SchemaVersion) -> str:
    return f"version {version.number}" + (f" (“{begun(version.message, OF_MESSAGE)}”)" if version.message else "")
