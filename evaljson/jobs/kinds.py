"""What jobs can be: each kind is a function that does the work and gives its result as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.store import Job, Store
from evaljson.workspace.scoring import SCORE, Tell, score_due
from evaljson.workspace.suggestions import SUGGEST, look

Work = Callable[[Store, Job, Tell], Mapping[str, Any]]


def _score(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Score what the evaluation lacks a current run for."""
    assert job.evaluation is not None
    return {"runs": [run.id for run in score_due(store, job.evaluation, by=job.created_by, tell=tell)]}


def _suggest(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Look for suggestions; they lie in the store, the job names them."""
    assert job.evaluation is not None
    return {"key": look(store, job.evaluation, by=job.created_by, tell=tell)}


KINDS: Final[Mapping[str, Work]] = {SCORE: _score, SUGGEST: _suggest}
