"""A job that asks the model of an evaluation about something else than verdicts: each answer is stored as it comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from threading import Event
from typing import Any, ClassVar, Final, Protocol

from evaljson.base.errors import EvaljsonError, InputError
from evaljson.judge import Judge, JudgeProgress, JudgeUsage, Secret
from evaljson.store import Evaluation, Store
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choice_of, judge_of, judge_that_sends_nothing
from evaljson.workspace.key_allowance import KeyAllowance
from evaljson.workspace.scoring import Tell

TERMS: Final = "terms"
"""Where the terms are in the payload of a job, beside its limits."""


class ModelTerms(Protocol):
    """What a model is asked about."""

    kind: ClassVar[str]
    """The kind of the jobs that ask."""

    @property
    def parts(self) -> int:
        """How many parts are asked one after the other."""

    def as_json(self) -> dict[str, Any]:
        """Return it for the payload of a job."""

    def asks(self, store: Store, stored: Evaluation, judge: Judge) -> Iterator[JudgeUsage]:
        """Ask, part by part, and say after each what it took; the next part begins when the next is wanted."""


def ask_model(
    store: Store, evaluation: str, key: Secret | str | None, limits: Limits, terms: ModelTerms, *, by: str, tell: Tell,
    meant: JudgeChoice | None = None, of_server: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Ask the model of an evaluation, and store answers and usage. Return {"stopped": why it ended early or None}.

    What `tell` raises ends it, and is raised at the end; answers that arrived are kept. Raises InputError.
    """
    stored = store.evaluations.get(evaluation)
    choice = choice_of(stored.settings)
    if choice is None or choice.is_offline:
        raise InputError("no model configured: choose one on the Judge page first.")
    if meant is not None and choice != meant:
        raise InputError("someone chose another model meanwhile: check which one is set now, and ask again.")
    watch = _Listener(tell, choice.name, terms.parts)
    allowance = KeyAllowance(store, choice.name) if of_server else None
    judge = replace(judge_of(choice, key, store, limits, allowance), progress=watch.heard, cancel=watch.cancel)
    assert isinstance(judge.api_key, Secret)
    usages: list[JudgeUsage] = []
    try:
        for usage in terms.asks(store, stored, judge):
            usages.append(usage)
            watch.done += 1
            if watch.why is not None or usage.stopped:
                break
    except EvaljsonError as error:
        raise EvaljsonError(judge.api_key.redacted(str(error))) from None
    finally:
        for usage in usages:
            if usage.calls:
                store.usage.add(usage, by=by, evaluation=evaluation)
    if watch.why is not None:
        raise watch.why
    return {"stopped": next((usage.stopped for usage in usages if usage.stopped), None)}


def judge_from_cache(store: Store, settings: Mapping[str, Any]) -> Judge:
    """Return the model of an evaluation, which answers from the store and sends nothing; without one, any model."""
    known = judge_that_sends_nothing(store, choice_of(settings))
    return known if isinstance(known, Judge) else Judge("a model", api_key=Secret(""), only_cached=True)


class _Listener:
    """Between the judge and the job: a request to stop is noticed at the next report."""

    def __init__(self, tell: Tell, model: str, parts: int) -> None:
        self._tell, self._model, self._parts = tell, model, parts
        self.cancel, self.done = Event(), 0
        self.why: BaseException | None = None

    def heard(self, progress: JudgeProgress) -> None:
        cost = "" if progress.price is None else f", ${progress.price:,.2f}"
        message = f"{self._model}: {progress.done:,} of {progress.of:,} records{cost}"
        if self.why is not None:
            return
        try:
            self._tell((self.done + progress.done / max(1, progress.of)) / self._parts, message)
        except Exception as error:  # whatever it is, what was paid for is stored before it goes on
            self.why = error
            self.cancel.set()
