"""Has a job look at what errors have in common, where a page would take too long for it: after an upgrade."""

from __future__ import annotations

from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import has_facts
from evaljson.ui.shared.job_of_page import JobOfPage, JobWords, has_ended
from evaljson.workspace.looked_again import LOOK_AGAIN, RUN, is_for_a_job


def is_looked_at(evaluation: OpenEvaluation, variant: str) -> bool:
    """Check whether what is said of all errors of a variant is kept, or quick to find.

    Where it is neither, begin a job and draw how far that is. True, too, if a job ended without a result, so that the
    page has to try.
    """
    run = evaluation.scored_run(variant)
    if run is None or not is_for_a_job(run) or has_facts(evaluation, variant):
        return True
    words = JobWords(
        "Looking at what errors have in common", f"look-again.cancel.{run.id}", "Nobody has looked at these errors",
        "Look at them", "look-again.again",
    )  # fmt: skip
    return has_ended(JobOfPage(LOOK_AGAIN, evaluation.id, run.id, {RUN: run.id}), words)
