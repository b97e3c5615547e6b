"""changed_documents(): replace a value in texts, and see whether the new one is read or the old one comes back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.closed_book.came_back import came_back
from evaljson.closed_book.changes import changes_of
from evaljson.closed_book.model import ChangedDocuments, ReplacedValue
from evaljson.closed_book.plain import bare_root, plain_schema
from evaljson.closed_book.request import FORM, FROM_TEXT, RecordAsk, record_ask
from evaljson.evaluate import Record, Schema
from evaljson.judge import CostEstimate, Judge
from evaljson.load.document_texts import DocumentTexts, ids_of, texts_of
from evaljson.load.loaded_records import RecordId
from evaljson.results.scored_records import refuse_odd_gold
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.schema.parse.parse import parse_eval_schema

PER_FIELD: Final = 5
"""Texts of each field, unless the caller says otherwise: each is a request."""
_SEED: Final = 1


class _Plan:
    """The changes, and what is asked about each."""

    def __init__(
        self, gold: Sequence[Record], documents: DocumentTexts, schema: Schema, model: str, id_field: str | None,
        per_field: int, seed: int, prompt: str | None,
    ) -> None:  # fmt: skip
        if per_field < 1:
            raise InputError(f"at least one text of each field is changed, not {per_field}")
        refuse_odd_gold(gold)
        tree = parse_eval_schema(schema)
        id_field = id_field if id_field is not None else tree.id_field
        self.ids: list[RecordId] = ids_of(gold, id_field)
        keys = frozenset(key for key in (id_field, documents if isinstance(documents, str) else None) if key)
        texts = texts_of(gold, self.ids, documents)
        bare: dict[int, SchemaNode] = {}
        plain: dict[int, dict[str, Any]] = {}
        self.roots = []
        for record in gold:
            root = schema_of(tree, record)
            self.roots.append(bare.setdefault(id(root), bare_root(root, keys)))
            plain.setdefault(id(self.roots[-1]), plain_schema(root, keys))
        self.records = [{key: value for key, value in record.items() if key not in keys} for record in gold]
        self.changes = changes_of(self.records, texts, self.roots, per_field, seed)
        rules = FROM_TEXT if prompt is None else prompt
        self.asks: list[RecordAsk] = [
            record_ask(model, rules, one.text, plain[id(self.roots[one.place])], self.records[one.place])
            for one in self.changes
        ]


def changed_documents_cost(
    gold: Iterable[Record], documents: DocumentTexts, schema: Schema, judge: Judge, *, id_field: str | None = None,
    per_field: int = PER_FIELD, seed: int = _SEED, prompt: str | None = None,
) -> CostEstimate:  # fmt: skip
    """Estimate what `changed_documents` with the same arguments would cost. Nothing is sent."""
    plan = _Plan(list(gold), documents, schema, judge.model, id_field, per_field, seed, prompt)
    return judge.estimate_of(FORM, {ask.key: ask for ask in plan.asks})


def changed_documents(
    gold: Iterable[Record], documents: DocumentTexts, schema: Schema, judge: Judge, *, id_field: str | None = None,
    per_field: int = PER_FIELD, seed: int = _SEED, prompt: str | None = None,
) -> ChangedDocuments:  # fmt: skip
    """Replace one value in the text of some documents, have a model extract it, and see which value comes back.

    `documents` is the key of gold with the text, or texts by id. The new value is that of another record, or a number
    with one digit changed. `prompt` is your own prompt of the extraction, as the system message; it must ask for one
    JSON object. Raises InputError, SchemaError (both ValueError).
    """
    plan = _Plan(list(gold), documents, schema, judge.model, id_field, per_field, seed, prompt)
    answers = judge.answers_of(FORM, {ask.key: ask for ask in plan.asks})
    records = [json.loads(answers.texts[ask.key]) if ask.key in answers.texts else None for ask in plan.asks]
    found = came_back(plan.changes, records, plan.records, plan.roots, seed)
    replaced = [
        ReplacedValue(plan.ids[one.place], one.leaf.path, one.leaf.at, one.leaf.value, one.new, how)
        for one, how in zip(plan.changes, found.how, strict=True)
    ]
    failed = tuple(
        (plan.ids[one.place], answers.failed[ask.key])
        for one, ask in zip(plan.changes, plan.asks, strict=True)
        if ask.key not in answers.texts
    )
    return ChangedDocuments(judge.model, found.fields, tuple(replaced), failed, answers.usage, found.p)
