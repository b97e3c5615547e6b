"""judged_confidences(): ask a model how sure it is of each extracted value, from the text of its document."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from evaljson.base.errors import InputError
from evaljson.closed_book.request import RecordAsk
from evaljson.confidence.split import plain_ids, plain_records
from evaljson.evaluate import Record, Schema
from evaljson.grounding.leaves import Leaf, leaves
from evaljson.judge import CostEstimate, Judge
from evaljson.load.document_texts import DocumentTexts, ids_of, texts_of
from evaljson.load.loaded_records import RecordId
from evaljson.results.ids_or_places import ids_or_places
from evaljson.results.model import RunResult
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.schema_parts import make_parts
from evaljson.second_look.model import JudgedConfidences
from evaljson.second_look.request import FORM, confidences_in, look_at

Extracted = Iterable[Record | None] | RunResult


class _LookPlan:
    """The records with a text, and what is asked about each."""

    def __init__(
        self, extracted: Extracted, documents: DocumentTexts, schema: Schema, model: str, id_field: str | None
    ) -> None:
        tree = parse_eval_schema(schema)
        id_field = id_field if id_field is not None else tree.id_field
        if isinstance(extracted, RunResult):
            plain: list[Any] = [record.extracted for record in extracted.records]
            ids = ids_or_places(extracted)
            texts = texts_of([record.gold for record in extracted.records], ids, documents)
        else:
            listed = plain_ids(list(extracted), id_field, tree.confidence)
            ids = ids_of(listed, id_field)
            texts = texts_of(listed, ids, documents)
            plain = plain_records(tree.confidence, make_parts(tree, id_field, listed), listed)
        hidden = frozenset(key for key in (id_field, documents if isinstance(documents, str) else None) if key)
        self.values: dict[RecordId, tuple[RecordAsk, list[Leaf]]] = {}
        self.without_text: list[RecordId] = []
        for one, record, text in zip(ids, plain, texts, strict=True):
            values = [] if record is None else list(leaves(record, tree, hidden))
            if text is None and values:
                self.without_text.append(one)
            elif text is not None and values:
                self.values[one] = look_at(model, text, values), values
        if not self.values:
            raise InputError("no extracted record has a document with a text, so there is nothing to look at again.")

    @property
    def asks(self) -> dict[str, RecordAsk]:
        return {ask.key: ask for ask, _ in self.values.values()}


def judged_confidences_cost(
    extracted: Extracted, documents: DocumentTexts, schema: Schema, judge: Judge, *, id_field: str | None = None
) -> CostEstimate:
    """Estimate what `judged_confidences` with the same arguments would cost. Nothing is sent."""
    return judge.estimate_of(FORM, _LookPlan(extracted, documents, schema, judge.model, id_field).asks)


def judged_confidences(
    extracted: Extracted, documents: DocumentTexts, schema: Schema, judge: Judge, *, id_field: str | None = None
) -> JudgedConfidences:
    """Ask a model how sure it is of each extracted value: it gets the document's text and the values, and no gold.

    `documents` is the key of the records with the text (of a run, the key of gold), or texts by id (by position without
    ids). Answers come from the judge's cache, and otherwise from its endpoint, within its budget: a request for each
    record. Confidences that the records carry are not sent. Raises InputError, SchemaError (both ValueError).
    """
    plan = _LookPlan(extracted, documents, schema, judge.model, id_field)
    answers = judge.answers_of(FORM, plan.asks)
    found = {
        one: confidences_in(json.loads(answers.texts[ask.key]), values)
        for one, (ask, values) in plan.values.items()
        if ask.key in answers.texts
    }
    failed = tuple(
        (one, answers.failed[ask.key]) for one, (ask, _) in plan.values.items() if ask.key not in answers.texts
    )
    return JudgedConfidences(judge.model, found, failed, tuple(plan.without_text), answers.usage)
