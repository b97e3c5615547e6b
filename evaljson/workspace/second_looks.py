"""A second look for a variant: how sure the model of its evaluation is of its values, from answers that are stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final

from evaljson.base.errors import InputError
from evaljson.judge import CostEstimate, Judge, JudgeUsage
from evaljson.load import LoadedRecords
from evaljson.load.document_texts import ids_of, source_of
from evaljson.load.loaded_records import RecordId
from evaljson.results.model import RunResult
from evaljson.second_look import JudgedConfidences, judged_confidences, judged_confidences_cost
from evaljson.store import Evaluation, Run, Store
from evaljson.workspace.model_asking import judge_from_cache
from evaljson.workspace.stored_runs import read_run

SECOND_LOOK: Final = "second look"
"""The kind of the jobs that ask."""


@dataclass(frozen=True, slots=True)
class SecondLookTerms:
    """What is looked at."""

    kind: ClassVar[str] = SECOND_LOOK
    run: str
    """The run of the variant whose values are looked at."""

    def as_json(self) -> dict[str, Any]:
        """Return it for the payload of a job."""
        return asdict(self)

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> SecondLookTerms:
        """Read it from JSON."""
        return cls(str(held["run"]))

    @property
    def parts(self) -> int:
        """One: all records."""
        return 1

    def asks(self, store: Store, stored: Evaluation, judge: Judge) -> Iterator[JudgeUsage]:
        """Ask about the values of each record. Raises InputError for a run of another evaluation."""
        run = store.runs.get(self.run)
        if run.evaluation != stored.id:
            raise InputError("the run belongs to another evaluation.")
        texts = source_texts(store.datasets.load(run.gold), _id_field(store, run))
        yield judged_confidences(read_run(store, run), texts, _schema(store, run), judge).usage


@dataclass(frozen=True, slots=True)
class SecondLookState:
    """What is known, and what asking for the rest would cost."""

    costs: tuple[CostEstimate, ...]
    found: JudgedConfidences | None
    """None where nothing is answered."""


def second_look_state(
    store: Store, evaluation: str, run: Run, result: RunResult, gold: LoadedRecords
) -> SecondLookState:
    """Return what stored answers say, and what asking for the others would cost. Nothing is sent.

    `result` and `gold` are those of the run. Without a model, the cost is that of any. Raises InputError, StoreError.
    """
    judge = judge_from_cache(store, store.evaluations.get(evaluation).settings)
    asked = result, source_texts(gold, _id_field(store, run)), _schema(store, run), judge
    cost = judged_confidences_cost(*asked)
    return SecondLookState((cost,), judged_confidences(*asked) if cost.cached else None)


def source_texts(gold: LoadedRecords, id_field: str | None) -> dict[RecordId, str]:
    """Return the source texts beside gold, by record id."""
    records = [(at, record) for at, record in enumerate(gold.records) if record is not None]
    ids = ids_of([record for _, record in records], id_field)
    pairs = zip(ids, (source_of(gold, at) for at, _ in records), strict=True)
    return {one: text for one, text in pairs if text is not None}


def _schema(store: Store, run: Run) -> Mapping[str, Any]:
    return store.schemas.get(run.evaluation, run.schema_number).schema


def _id_field(store: Store, run: Run) -> str | None:
    found: str | None = _schema(store, run).get("x-eval-id")
    return found
