"""Closed book for an evaluation: what its model knows of the documents of gold, from answers that are stored.

A job asks the model (`ask_closed_book`); each answer is in the store before the next one arrives. What pages show is
worked out of the stored answers, and sends nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from threading import Event
from typing import Any, Final

from evaljson.base.errors import EvaljsonError, InputError
from evaljson.closed_book import (
    ChangedDocuments,
    ClosedBook,
    changed_documents,
    changed_documents_cost,
    closed_book,
    closed_book_cost,
)
from evaljson.evaluate import Record
from evaljson.judge import CostEstimate, Judge, JudgeProgress, JudgeUsage, Secret
from evaljson.load import LoadedRecords
from evaljson.load.document_texts import ids_of, source_of
from evaljson.load.loaded_records import RecordId
from evaljson.store import Evaluation, Store
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choice_of, judge_of, judge_that_sends_nothing
from evaljson.workspace.key_allowance import KeyAllowance
from evaljson.workspace.scoring import Tell

CLOSED_BOOK: Final = "closed book"
"""The kind of the jobs that ask."""
TERMS: Final = "terms"
"""Where the terms are in the payload of a job, beside its limits."""


@dataclass(frozen=True, slots=True)
class ClosedBookTerms:
    """What is asked."""

    show: tuple[str, ...]
    """Keys of gold whose values name a document."""
    most: int
    """Records."""
    changed: int = 0
    """Texts of each field in which a value is replaced."""

    def as_json(self) -> dict[str, Any]:
        """Return it for the payload of a job."""
        return {**asdict(self), "show": list(self.show)}

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> ClosedBookTerms:
        """Read it from JSON."""
        return cls(tuple(map(str, held["show"])), int(held["most"]), int(held["changed"]))


@dataclass(frozen=True, slots=True)
class ClosedBookState:
    """What is known, and what asking for the rest would cost."""

    costs: tuple[CostEstimate, ...]
    """Of records without their documents, then of changed texts, where these are asked about."""
    found: ClosedBook | None
    """None where nothing is answered."""
    changed: ChangedDocuments | None

    @property
    def to_ask(self) -> int:
        """Requests that would be sent."""
        return sum(one.to_ask for one in self.costs)

    @property
    def tokens(self) -> tuple[int, int]:
        """In and out, about."""
        return sum(one.tokens_in for one in self.costs), sum(one.tokens_out for one in self.costs)

    @property
    def price(self) -> float | None:
        """US dollars, about; None where no price is known."""
        prices = [one.price for one in self.costs if one.price is not None]
        return sum(prices) if len(prices) == len(self.costs) else None


@dataclass(frozen=True, slots=True)
class _Material:
    gold: list[Record]
    schema: Mapping[str, Any]
    texts: dict[RecordId, str]


def keys_that_name(gold: LoadedRecords) -> list[str]:
    """Return the keys of gold whose values could name a document: text or numbers, each of them rare."""
    records = [record for record in gold.records if record is not None]
    values: dict[str, list[Any]] = {}
    for record in records:
        for key, value in record.items():
            if isinstance(value, str | int) and not isinstance(value, bool):
                values.setdefault(key, []).append(value)
    return [key for key, some in values.items() if len(set(some)) > len(records) / 2]


def closed_book_state(store: Store, evaluation: str, terms: ClosedBookTerms) -> ClosedBookState:
    """Return what stored answers say, and what asking for the others would cost. Nothing is sent.

    Without a model, the cost is that of any. Raises InputError, StoreError.
    """
    stored = store.evaluations.get(evaluation)
    choice = choice_of(stored.settings)
    known = judge_that_sends_nothing(store, choice)
    judge = known if isinstance(known, Judge) else Judge("a model", api_key=Secret(""), only_cached=True)
    material = _material(store, stored)
    costs = [closed_book_cost(material.gold, material.schema, judge, show=terms.show, most=terms.most)]
    found = changed = None
    if costs[0].cached:
        found = closed_book(material.gold, material.schema, judge, show=terms.show, most=terms.most)
    if terms.changed and material.texts:
        arguments = material.gold, material.texts, material.schema, judge
        costs.append(changed_documents_cost(*arguments, per_field=terms.changed))
        if costs[1].cached:
            changed = changed_documents(*arguments, per_field=terms.changed)
    return ClosedBookState(tuple(costs), found, changed)


def ask_closed_book(
    store: Store, evaluation: str, key: Secret | str | None, limits: Limits, terms: ClosedBookTerms, *, by: str,
    tell: Tell, meant: JudgeChoice | None = None, of_server: bool = False,
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
    watch = _Listener(tell, choice.name)
    allowance = KeyAllowance(store, choice.name) if of_server else None
    judge = replace(judge_of(choice, key, store, limits, allowance), progress=watch.heard, cancel=watch.cancel)
    assert isinstance(judge.api_key, Secret)
    material = _material(store, stored)
    usages: list[JudgeUsage] = []
    try:
        usages.append(closed_book(material.gold, material.schema, judge, show=terms.show, most=terms.most).usage)
        if terms.changed and material.texts and watch.why is None and not usages[0].stopped:
            watch.half = 0.5
            arguments = material.gold, material.texts, material.schema, judge
            usages.append(changed_documents(*arguments, per_field=terms.changed).usage)
    except EvaljsonError as error:
        raise EvaljsonError(judge.api_key.redacted(str(error))) from None
    finally:
        for usage in usages:
            if usage.calls:
                store.usage.add(usage, by=by, evaluation=evaluation)
    if watch.why is not None:
        raise watch.why
    return {"stopped": next((usage.stopped for usage in usages if usage.stopped), None)}


class _Listener:
    """Between the judge and the job: a request to stop is noticed at the next report."""

    def __init__(self, tell: Tell, model: str) -> None:
        self._tell, self._model = tell, model
        self.cancel, self.half = Event(), 0.0
        self.why: BaseException | None = None

    def heard(self, progress: JudgeProgress) -> None:
        cost = "" if progress.price is None else f", ${progress.price:,.2f}"
        message = f"{self._model}: {progress.done:,} of {progress.of:,} records{cost}"
        if self.why is not None:
            return
        try:
            self._tell(self.half + 0.5 * progress.done / max(1, progress.of), message)
        except Exception as error:  # whatever it is, what was paid for is stored before it goes on
            self.why = error
            self.cancel.set()


def _material(store: Store, stored: Evaluation) -> _Material:
    if stored.gold is None or stored.schema_number is None:
        raise InputError("there is nothing to ask for yet: the evaluation has no gold or no schema.")
    schema = store.schemas.get(stored.id, stored.schema_number).schema
    loaded = store.datasets.load(stored.gold.id)
    gold = [(at, record) for at, record in enumerate(loaded.records) if record is not None]
    records = [record for _, record in gold]
    pairs = zip(ids_of(records, schema.get("x-eval-id")), (source_of(loaded, at) for at, _ in gold), strict=True)
    return _Material(records, schema, {one: text for one, text in pairs if text is not None})
