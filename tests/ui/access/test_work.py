"""What is done outside of the server's process, or is in its memory already, is for those who may see it."""

import inspect
from pathlib import Path
from typing import Any, cast

import pytest

from evaljson.jobs import Pool
from evaljson.jobs.kinds import KINDS
from evaljson.jobs.page_work.tasks import TASKS
from evaljson.store import Actor, NotAllowed, Store, open_store
from evaljson.store.access import guard
from evaljson.store.access.guard import guarded
from evaljson.store.access.visitor import Visitor
from evaljson.ui.session import allowed_work, server
from evaljson.ui.session.allowed_work import JOB_ROLES, TASK_ROLES, PersonalPool, allowed_arguments
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.closed_books import CLOSED_BOOK, ClosedBookTerms
from evaljson.workspace.second_looks import SECOND_LOOK, SecondLookTerms
from tests.store.access.people import VISITORS, There, furnish_all
from tests.ui.access.conftest import SignIn

REFUSED = "ask .* for the role|no evaluation with these records"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with open_store(folder=tmp_path_factory.mktemp("work")) as store:
        yield store, furnish_all(store)


def given(there: There, task: str) -> tuple[Any, ...]:
    """The arguments of a task about an evaluation."""
    parts: dict[str, Any] = {
        "evaluation": there.evaluation.id,
        "run": there.run.id,
        "runs": {"A": there.run.id},
        "review": there.review.id,
        "gold": there.evaluation.gold.id if there.evaluation.gold else "",
        "golds": {"A": there.evaluation.gold.id if there.evaluation.gold else ""},
        "states": ((there.review.id, 1),),
        "by": Actor("boss@x.org", "oidc", "owner") if task == "begin_review" else "boss@x.org",
    }
    return tuple(parts.get(name, name) for name in list(inspect.signature(TASKS[task]).parameters)[2:])


def checked(store: Store, visitor: Visitor, task: str, there: There) -> tuple[Any, ...]:
    def need(evaluation: str, least: Any) -> None:
        guard.need(store, visitor, evaluation, least)

    return allowed_arguments(task, given(there, task), guarded(store, visitor), visitor, need)


def test_every_task_and_kind_of_job_says_what_it_needs() -> None:
    assert set(TASK_ROLES) == set(TASKS)
    assert set(JOB_ROLES) == {*KINDS, JUDGE, CLOSED_BOOK, SECOND_LOOK}


@pytest.mark.parametrize("task", sorted(TASKS))
def test_a_task_is_done_for_those_who_may_see_all_that_it_names(
    task: str, made: tuple[Store, dict[str, There]]
) -> None:
    store, there = made
    enough = "editor" if task == "begin_review" else "viewer"
    arguments = checked(store, VISITORS[enough], task, there["own"])
    assert "boss@x.org" not in str(arguments)
    if task in ("check_schema", "check_cells"):  # about what was typed alone
        return
    for visitor, place in (("stranger", "own"), ("owner", "other's"), ("owner", "nobody's"), ("nobody", "own")):
        with pytest.raises(NotAllowed, match=REFUSED):
            checked(store, VISITORS[visitor], task, there[place])


def test_a_review_is_made_by_editors(made: tuple[Store, dict[str, There]]) -> None:
    with pytest.raises(NotAllowed, match="role of editor"):
        checked(made[0], VISITORS["reviewer"], "begin_review", made[1]["own"])


def test_a_task_that_says_nothing_is_refused(monkeypatch: pytest.MonkeyPatch, made: Any) -> None:
    monkeypatch.setattr(allowed_work, "TASK_ROLES", {})
    with pytest.raises(NotAllowed, match="nothing says who"):
        checked(made[0], VISITORS["admin"], "read_run", made[1]["own"])


def test_jobs_are_begun_under_the_address_that_someone_signed_in_with(made: tuple[Store, dict[str, There]]) -> None:
    store, there = made
    begun: list[tuple[object, ...]] = []

    class Recorder:
        def submit(self, kind: str, evaluation: str, *, by: str, payload: dict[str, Any]) -> None:
            begun.append((kind, evaluation, by, payload))

        def ask(self, evaluation: str, *, by: str, **_: object) -> None:
            begun.append((JUDGE, evaluation, by))

        def retry(self, job: str) -> None:
            begun.append((job,))

    def pool(who: str) -> PersonalPool:
        visitor = VISITORS[who]
        return PersonalPool(
            cast("Pool", Recorder()),
            guarded(store, visitor),
            visitor,
            lambda evaluation, least: guard.need(store, visitor, evaluation, least),
        )

    own = there["own"].evaluation.id
    pool("viewer").submit("score", own, by="boss@x.org")
    pool("editor").submit(
        "review", own, by="", payload={"by": {"name": "boss@x.org", "proof": "oidc", "role": "editor"}}
    )
    pool("editor").ask(own, key=None, by="boss@x.org")
    pool("viewer").retry(there["own"].job.id)
    editor = {"name": "editor@x.org", "proof": "proxy", "role": "editor"}
    assert begun == [
        ("score", own, "viewer@x.org", {}),
        ("review", own, "editor@x.org", {"by": editor}),
        (JUDGE, own, "editor@x.org"),
        (there["own"].job.id,),
    ]
    with pytest.raises(NotAllowed, match="role of editor"):
        pool("viewer").ask(own, key=None, by="")
    with pytest.raises(NotAllowed, match=REFUSED):
        pool("viewer").ask(own, key=None, by="", terms=ClosedBookTerms(("id",), 5))
    with pytest.raises(NotAllowed, match=REFUSED):
        pool("viewer").ask(own, key=None, by="", terms=SecondLookTerms(there["own"].run.id))
    with pytest.raises(NotAllowed, match=REFUSED):
        pool("stranger").retry(there["own"].job.id)
    with pytest.raises(NotAllowed, match=REFUSED):
        pool("stranger").submit("score", own, by="")


def test_what_another_session_has_loaded_is_not_given_to_everyone(
    sign_in: SignIn, shared: str, own_store: Path
) -> None:
    evaluation = server.unguarded().evaluations.get(shared)
    (run, *_), gold = server.unguarded().runs.all(shared), evaluation.gold
    assert gold is not None
    sign_in("viewer@example.org")
    server.dataset(gold.id), server.run_of(run)
    sign_in("stranger@example.org")
    for look in (lambda: server.dataset(gold.id), lambda: server.run_of(run)):
        with pytest.raises(NotAllowed, match=REFUSED):
            look()
