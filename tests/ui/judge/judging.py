"""An evaluation with fields for a judge, and asking one without a process of its own."""

from collections.abc import Mapping
from typing import Any

from evaljson.base.errors import EvaljsonError
from evaljson.judge import Secret
from evaljson.store import Job, Store
from evaljson.ui.session import server
from evaljson.workspace.ask_judge import JUDGE, ask
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choose
from evaljson.workspace.model_asking import ModelTerms, ask_model
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Made, loaded

GOLD: list[Any] = [
    {"id": "a", "total": 1, "terms": "Net 30 Days", "note": "fragile"},
    {"id": "b", "total": 2, "terms": "prepaid", "note": "by air"},
    {"id": "c", "total": 3, "terms": "on receipt", "note": "none"},
]
ONE: list[Any] = [
    {"id": "a", "total": 1, "terms": "net 30 days", "note": "fragile"},
    {"id": "b", "total": 2, "terms": "later", "note": "By  Air"},
    {"id": "c", "total": 3, "terms": "on receipt", "note": "none"},
]
TWO: list[Any] = [{**ONE[0]}, {**ONE[1], "terms": "PREPAID"}, {**ONE[2]}]


def by_meaning(**semantic: Any) -> dict[str, Any]:
    text = {"type": "string", "x-eval-compare": {"semantic": {"instructions": "The same in substance.", **semantic}}}
    fields = {"total": {"type": "integer"}, "terms": {"title": "Terms of payment", **text}, "note": text}
    return {"type": "object", "x-eval-id": "id", "properties": fields}


def judged(**semantic: Any) -> Made:
    """Four distinct pairs are not equal, in six places: `one` has three, `two` three."""
    files = {"one": loaded(ONE, "one.json", "extracted"), "two": loaded(TWO, "two.json", "extracted")}
    return Made("judged", loaded(GOLD, "gold.json"), files, by_meaning(**semantic))


def put(identity: str, choice: JudgeChoice | None) -> None:
    """Let somebody judge, and score with what is at hand."""
    store = server.store()
    choose(store, identity, store.evaluations.get(identity).revision, choice, by="test")
    score_due(store, identity, by="test", tell=lambda share, message: None)


class AskingHere:
    """In the place of the pool: asks at once, in this process, and keeps a job of it as the pool does."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def ask(
        self,
        evaluation: str,
        *,
        key: Secret | str | None,
        limits: Limits | None = None,
        by: str,
        meant: JudgeChoice | None = None,
        of_server: bool = False,
        terms: ModelTerms | None = None,
    ) -> Job:
        limits = limits or Limits()
        kind = JUDGE if terms is None else terms.kind
        job = self.store.jobs.wait(kind, limits.as_json(), "test", by=by, evaluation=evaluation)
        self.store.jobs.hand_over(job.id, "test", "test")
        ending: Mapping[str, Any]
        rest: dict[str, Any] = {"by": by, "tell": lambda share, message: None, "meant": meant, "of_server": of_server}
        try:
            done = (
                ask(self.store, evaluation, key, limits, **rest)
                if terms is None
                else ask_model(self.store, evaluation, key, limits, terms, **rest)
            )
            ending = {"state": "done", "result": done}
        except EvaljsonError as error:
            ending = {"state": "failed", "error": str(error)}
        return self.store.jobs.finish(job.id, "test", **ending)
