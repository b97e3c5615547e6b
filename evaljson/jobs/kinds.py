"""Lists the kinds of jobs: each is a function that does the work and returns its result as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.store import Job, Store
from evaljson.workspace.floors import FLOORS, look_at_floors
from evaljson.workspace.gold_checked import CHECK_GOLD, look_at_gold
from evaljson.workspace.kept_standing import BASELINE, STANDING
from evaljson.workspace.leaks_found import LEAKS, look_for_leaks
from evaljson.workspace.looked_again import LOOK_AGAIN, RUN, look_again
from evaljson.workspace.pairing_gains import PAIRING, look_at_pairing
from evaljson.workspace.pairing_ranking import RANKING, look_at_ranking
from evaljson.workspace.put_first import PUT_FIRST, look_at_put_first
from evaljson.workspace.review_job import REVIEW, make_review_asked
from evaljson.workspace.scoring import SCORE, Tell, look_at_standing, score_due
from evaljson.workspace.suggestions import SUGGEST, look

Work = Callable[[Store, Job, Tell], Mapping[str, Any]]


def _score(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Score the variants without a current run."""
    assert job.evaluation is not None
    return {"runs": [run.id for run in score_due(store, job.evaluation, by=job.created_by, tell=tell)]}


def _suggest(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Find suggestions and store them; the result is the key they are stored under."""
    assert job.evaluation is not None
    return {"key": look(store, job.evaluation, by=job.created_by, tell=tell)}


def _pairing(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Look at which arrays would pair better by content."""
    assert job.evaluation is not None
    return {"gains": look_at_pairing(store, job.evaluation, by=job.created_by, tell=tell)}


def _ranking(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Look at what pairing by content does to the ranking."""
    assert job.evaluation is not None
    return {"figures": look_at_ranking(store, job.evaluation, by=job.created_by, tell=tell)}


def _floors(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Score extractions that read nothing."""
    assert job.evaluation is not None
    found = look_at_floors(store, job.evaluation, by=job.created_by, tell=tell)
    return {"highest": None if found is None or found.highest is None else found.highest.kind}


def _standing(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Look at how the variants stand to each other."""
    assert job.evaluation is not None
    look_at_standing(store, job.evaluation, job.payload.get(BASELINE), by=job.created_by, tell=tell)
    return {}


def _look_again(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Look at the errors of a large run again, for another version of evaljson."""
    assert job.evaluation is not None
    look_again(store, job.evaluation, job.payload[RUN], by=job.created_by, tell=tell)
    return {}


def _leaks(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Look for gold inside prompts, or twice in itself."""
    assert job.evaluation is not None
    found = look_for_leaks(store, job.evaluation, by=job.created_by)
    return {"found": 0 if found is None else len(found.found)}


def _check_gold(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Look for values of gold that all variants contradict alike."""
    assert job.evaluation is not None
    found = look_at_gold(store, job.evaluation, by=job.created_by)
    return {"found": 0 if found is None else found.listed}


def _put_first(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Look for the version of the schema that put the first variant first."""
    assert job.evaluation is not None
    found = look_at_put_first(store, job.evaluation, by=job.created_by, tell=tell)
    return {"compared": 0 if found is None else found.compared}


def _review(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
    """Make the review that the payload asks for."""
    assert job.evaluation is not None
    return {"review": make_review_asked(store, job.evaluation, job.payload, tell).id}


# Each needs a role in ui/session/allowed_work.py too: without one it is refused where people sign in.
KINDS: Final[Mapping[str, Work]] = {
    SCORE: _score,
    SUGGEST: _suggest,
    PAIRING: _pairing,
    RANKING: _ranking,
    LEAKS: _leaks,
    CHECK_GOLD: _check_gold,
    FLOORS: _floors,
    PUT_FIRST: _put_first,
    REVIEW: _review,
    STANDING: _standing,
    LOOK_AGAIN: _look_again,
}
