"""Closed book for an evaluation: what its model knows of the documents of gold, from answers that are stored.

A job asks the model (model_asking.py); each answer is in the store before the next one arrives. What pages show is
worked out of the stored answers, and sends nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final

from evaljson.base.errors import InputError
from evaljson.closed_book import (
    ChangedDocuments,
    ClosedBook,
    changed_documents,
    changed_documents_cost,
    closed_book,
    closed_book_cost,
)
from evaljson.evaluate import Record
from evaljson.judge import CostEstimate, Judge, JudgeUsage
from evaljson.load import LoadedRecords
from evaljson.load.document_texts import ids_of, source_of
from evaljson.load.loaded_records import RecordId
from evaljson.store import Evaluation, Store
from evaljson.workspace.model_asking import judge_from_cache

CLOSED_BOOK: Final = "closed book"
"""The kind of the jobs that ask."""


@dataclass(frozen=True, slots=True)
class ClosedBookTerms:
    """What is asked."""

    kind: ClassVar[str] = CLOSED_BOOK
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

    @property
    def parts(self) -> int:
        """Records without their documents, and changed texts."""
        return 2 if self.changed else 1

    def asks(self, store: Store, stored: Evaluation, judge: Judge) -> Iterator[JudgeUsage]:
        """Ask for records without their documents, then about changed texts."""
        material = _material(store, stored)
        yield closed_book(material.gold, material.schema, judge, show=self.show, most=self.most).usage
        if self.changed and material.texts:
            yield changed_documents(material.gold, material.texts, material.schema, judge, per_field=self.changed).usage


@dataclass(frozen=True, slots=True)
class ClosedBookState:
    """What is known, and what asking for the rest would cost."""

    costs: tuple[CostEstimate, ...]
    """Of records without their documents, then of changed texts, where these are asked about."""
    found: ClosedBook | None
    """None where nothing is answered."""
    changed: ChangedDocuments | None


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
    judge = judge_from_cache(store, stored.settings)
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


def _material(store: Store, stored: Evaluation) -> _Material:
    if stored.gold is None or stored.schema_number is None:
        raise InputError("there is nothing to ask for yet: the evaluation has no gold or no schema.")
    schema = store.schemas.get(stored.id, stored.schema_number).schema
    loaded = store.datasets.load(stored.gold.id)
    gold = [(at, record) for at, record in enumerate(loaded.records) if record is not None]
    records = [record for _, record in gold]
    pairs = zip(ids_of(records, schema.get("x-eval-id")), (source_of(loaded, at) for at, _ in gold), strict=True)
    return _Material(records, schema, {one: text for one, text in pairs if text is not None})
