"""What pages say of a large run as a whole: kept by the job that scored it, or by one that looks at it again.

Another version of evaljson finds other things in the same results, so what an earlier one has kept is not read. A page
would then take long for it, and so would each next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.load import LoadedRecords
from evaljson.store import NotFound, Run, Store
from evaljson.workspace.errors_found import keep_errors, kept_errors
from evaljson.workspace.results_folders import RESULTS
from evaljson.workspace.run_facts import facts_of, keep_facts, kept_facts
from evaljson.workspace.stored_runs import failure_of, read_run

LOOK_AGAIN: Final = "look_again"
"""The kind of the jobs that do it."""
RUN: Final = "run"
"""In the payload of such a job: the id of the run."""
MANY: Final = 200_000
"""Results from which on a page does not look at them itself: it would take seconds."""
Tell = Callable[[float, str], None]


def is_for_a_job(run: Run) -> bool:
    """Check whether a run has so many results; those in folders are never looked at by a job."""
    return RESULTS not in run.signature and failure_of(run) is None and run.metrics["total_fields"] >= MANY


def keep_what_pages_say(
    store: Store, stored: Run, gold: LoadedRecords, extracted: LoadedRecords, schema: Mapping[str, Any], *, by: str
) -> None:
    """Work it out for a run that is stored, as pages would do it from what is stored, and keep it."""
    run = read_run(store, stored, {stored.gold: gold, stored.extracted: extracted}.__getitem__)
    errors = keep_errors(store, stored, run, by=by)
    keep_facts(store, stored, facts_of(run, errors.error_patterns(run), gold, extracted, schema), by=by)


def look_again(store: Store, evaluation: str, run: str, *, by: str, tell: Tell) -> None:
    """Do so for a run of an evaluation, unless it is kept. Raises NotFound."""
    stored = store.runs.get(run)
    if stored.evaluation != evaluation:
        raise NotFound(f"there is no run {run!r} in this evaluation.")
    if kept_errors(store, evaluation, run) is not None and kept_facts(store, evaluation, run) is not None:
        return
    tell(0.0, "Looking at what errors have in common")
    gold, extracted = (store.datasets.load(dataset) for dataset in (stored.gold, stored.extracted))
    schema = store.schemas.get(evaluation, stored.schema_number).schema
    keep_what_pages_say(store, stored, gold, extracted, schema, by=by)
