"""What people may have done outside of the server's process: tasks that a page waits for, and jobs.

Those processes open the store themselves, so what a task or a job is about is checked before it is handed over.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from evaljson.jobs import Pool
from evaljson.jobs.page_work.tasks import TASKS
from evaljson.judge import Secret
from evaljson.store import Actor, Job, NotAllowed, Store
from evaljson.store.access.visitor import Visitor
from evaljson.store.actor import Role
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.closed_books import CLOSED_BOOK
from evaljson.workspace.floors import FLOORS
from evaljson.workspace.gold_checked import CHECK_GOLD
from evaljson.workspace.judge_choice import JudgeChoice, Limits
from evaljson.workspace.kept_standing import STANDING
from evaljson.workspace.leaks_found import LEAKS
from evaljson.workspace.looked_again import LOOK_AGAIN
from evaljson.workspace.model_asking import ModelTerms
from evaljson.workspace.pairing_gains import PAIRING
from evaljson.workspace.pairing_ranking import RANKING
from evaljson.workspace.put_first import PUT_FIRST
from evaljson.workspace.review_job import REVIEW
from evaljson.workspace.scoring import SCORE
from evaljson.workspace.second_looks import SECOND_LOOK
from evaljson.workspace.suggestions import SUGGEST

_BY: Final = "by"
"""Who has it done, among the arguments of a task and in the payload of a job."""
NeedRole = Callable[[str, Role], object]
"""Raises NotAllowed for someone with a lower role in an evaluation."""

# Whoever sees an evaluation sees its figures, so everyone may have them worked out. Asking a judge costs money.
TASK_ROLES: Final[Mapping[str, Role]] = {
    "read_run": "viewer", "preview_edit": "viewer", "pair_elements": "viewer", "gain_by_pairing": "viewer",
    "ranking_by_pairing": "viewer", "floors_of": "viewer", "score_quickly": "viewer", "check_schema": "viewer",
    "check_cells": "viewer", "conformity": "viewer", "groundings_of": "viewer", "size_review": "viewer",
    "rules_kept": "viewer", "look_at_leaks": "viewer", "check_gold": "viewer", "shift_between": "viewer",
    "closed_book_of": "viewer", "second_look_of": "viewer", "consistency_of": "viewer", "agreement_of_gold": "viewer",
    "begin_review": "editor", "review_outcome": "viewer", "review_rules": "viewer", "review_people": "viewer",
    "gold_labels": "viewer", "put_first_of": "viewer",
}  # fmt: skip
"""The role that each task needs in the evaluation that it is about; one that is not listed is refused."""
JOB_ROLES: Final[Mapping[str, Role]] = {
    SCORE: "viewer", FLOORS: "viewer", PAIRING: "viewer", RANKING: "viewer", SUGGEST: "viewer", LEAKS: "viewer",
    CHECK_GOLD: "viewer", STANDING: "viewer", LOOK_AGAIN: "viewer", PUT_FIRST: "viewer",
    JUDGE: "editor", CLOSED_BOOK: "editor", SECOND_LOOK: "editor", REVIEW: "editor",
}  # fmt: skip
"""The same of each kind of job."""


def allowed_arguments(
    task: str, arguments: tuple[Any, ...], store: Store, visitor: Visitor, need: NeedRole
) -> tuple[Any, ...]:
    """Return the arguments of a task, with who is signed in as the one who has it done.

    `store` is that of the person: everything that the task names is looked up there. Raises NotAllowed, NotFound.
    """
    if task not in TASK_ROLES:
        raise NotAllowed(f"nothing says who may have {task} done, so nobody may; this is a bug in evaljson.")
    bound = inspect.signature(TASKS[task]).bind(None, None, *arguments)
    named = bound.arguments
    if "evaluation" in named:
        need(named["evaluation"], TASK_ROLES[task])
    for run in (*([named["run"]] if "run" in named else []), *named.get("runs", {}).values()):
        store.runs.get(run)
    for review in (*([named["review"]] if "review" in named else []), *(state[0] for state in named.get("states", ()))):
        store.reviews.get(review)
    for gold in (*([named["gold"]] if "gold" in named else []), *named.get("golds", {}).values()):
        store.datasets.get(gold)
    if _BY in named:
        is_actor = isinstance(named[_BY], Actor)
        named[_BY] = Actor(visitor.address, visitor.proof, named[_BY].role) if is_actor else visitor.address
    return bound.args[2:]


class PersonalPool:
    """The workers of a server for one person."""

    def __init__(self, pool: Pool, store: Store, visitor: Visitor, need: NeedRole) -> None:
        self._pool, self._store, self._visitor, self._need = pool, store, visitor, need

    def submit(self, kind: str, evaluation: str, *, by: str, payload: Mapping[str, Any] | None = None) -> Job:
        """Queue a job; see `Pool.submit`. Raises NotAllowed."""
        self._need(evaluation, JOB_ROLES[kind])
        asked = dict(payload or {})
        if _BY in asked:
            asked[_BY] = {**asked[_BY], "name": self._visitor.address, "proof": self._visitor.proof}
        return self._pool.submit(kind, evaluation, by=self._visitor.address, payload=asked)

    def retry(self, job: str) -> Job:
        """Queue a job again; see `Pool.retry`. Raises NotAllowed."""
        ended = self._store.jobs.get(job)
        if ended.evaluation is not None:
            self._need(ended.evaluation, JOB_ROLES[ended.kind])
        return self._pool.retry(job)

    def ask(
        self, evaluation: str, *, key: Secret | str | None, limits: Limits | None = None, by: str,
        meant: JudgeChoice | None = None, of_server: bool = False, terms: ModelTerms | None = None,
    ) -> Job:  # fmt: skip
        """Ask the judge of an evaluation; see `Pool.ask`. Raises NotAllowed."""
        self._need(evaluation, JOB_ROLES[JUDGE if terms is None else terms.kind])
        who = self._visitor.address
        return self._pool.ask(
            evaluation, key=key, limits=limits, by=who, meant=meant, of_server=of_server, terms=terms
        )  # fmt: skip
