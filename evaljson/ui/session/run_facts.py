"""What is said of a run as a whole: as the job that scored it has kept it, else worked out from the run, once for all.

Of a large run, nothing but this is read for a page that shows figures and a few examples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from evaljson.report.fields.unreadable import READ_AS, Unread, rule_text, unread
from evaljson.report.patterns.shown import ShownPattern, shown_patterns
from evaljson.report.records.scored_file import RunRemarks, ScoredFile
from evaljson.results.model import RunResult
from evaljson.schema.node import ComparatorSpec
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.patterns import patterns_of
from evaljson.workspace.run_facts import RunFacts, RunSummary, SeenFields, kept_facts

T = TypeVar("T")


def summary_of(evaluation: OpenEvaluation, variant: str) -> RunSummary:
    """Return what is said of all records of a variant together."""
    return _fact(evaluation, variant, "summary", lambda facts: facts.summary, RunSummary.of)


def seen_fields(evaluation: OpenEvaluation, variant: str) -> SeenFields:
    """Return what is shown of each field beside its settings."""
    return _fact(evaluation, variant, "seen fields", lambda facts: facts.fields, SeenFields.of)


def remarks_on(evaluation: OpenEvaluation, variant: str) -> RunRemarks:
    """Return what is said of a run beside the file that it is over."""
    return _fact(evaluation, variant, "remarks", lambda facts: facts.remarks, RunRemarks.of)


def invented_records(evaluation: OpenEvaluation, variant: str) -> int:
    """Count the extracted records without gold that are scored; nothing is read where none can be."""
    run = evaluation.scored_run(variant)
    options = {} if run is None else run.signature.get("options", {})
    return remarks_on(evaluation, variant).invented if options.get("strays") == "invented" else 0


def patterns_in(evaluation: OpenEvaluation, variant: str) -> Sequence[ShownPattern]:
    """Return what the errors of a variant have in common."""

    def found(run: RunResult) -> Sequence[ShownPattern]:
        return shown_patterns(run, patterns_of(run, evaluation.run_key(variant)), evaluation.schema)

    return _fact(evaluation, variant, "shown patterns", lambda facts: facts.patterns, found)


def unread_in(evaluation: OpenEvaluation, variant: str, path: str, rule: ComparatorSpec) -> Unread | None:
    """Return what of the values of a variant its comparator cannot read at a field; None where it is little."""
    if rule.name not in READ_AS:
        return None
    text = rule_text(path, rule)

    def kept(facts: RunFacts) -> Unread | None:
        return facts.unread[text] if text in facts.unread else unread(evaluation.runs[variant], path, rule)

    return _fact(evaluation, variant, f"unread, {text}", kept, lambda run: unread(run, path, rule))


def file_kept(evaluation: OpenEvaluation, variant: str) -> ScoredFile | None:
    """Return what a job has kept of the file of a variant; None where it has not, or of an earlier file."""
    run, stored = evaluation.scored_run(variant), evaluation.stored
    files = {one.name: one.dataset.id for one in stored.variants}
    now = (stored.gold and stored.gold.id, files.get(variant), stored.schema_number)
    if run is None or (run.gold, run.extracted, run.schema_number) != now:
        return None
    facts = _kept(evaluation, variant)
    return None if facts is None else facts.file


def has_facts(evaluation: OpenEvaluation, variant: str) -> bool:
    """Check whether a job has kept what is said of all results of a variant, as this version says it."""
    return _kept(evaluation, variant) is not None


def _fact(
    evaluation: OpenEvaluation,
    variant: str,
    what: str,
    of: Callable[[RunFacts], T],
    find: Callable[[RunResult], T],
) -> T:
    """Return one part of what is kept, else find it in the run."""

    def build() -> T:
        facts = _kept(evaluation, variant)
        return find(evaluation.runs[variant]) if facts is None else of(facts)

    return cache.shared((what, evaluation.run_key(variant)), build)


def _kept(evaluation: OpenEvaluation, variant: str) -> RunFacts | None:
    run = evaluation.run_key(variant)
    return cache.shared_where_known(("facts", run), lambda: kept_facts(server.store(), evaluation.id, run))
