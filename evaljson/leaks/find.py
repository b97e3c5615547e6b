"""leaks(): test data inside prompts, twice in gold, or in tuning data. No model is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaljson.base.errors import InputError
from evaljson.evaluate import Record
from evaljson.leaks.facts import Known
from evaljson.leaks.model import Leak, Leaks
from evaljson.leaks.prompts import documents_in_prompt, gold_in_prompt
from evaljson.leaks.same import same_documents, same_records
from evaljson.leaks.texts import Documents
from evaljson.load.document_texts import DocumentTexts, ids_of, texts_of
from evaljson.results.scored_records import refuse_odd_gold


def leaks(
    gold: Iterable[Record],
    prompts: Mapping[str, str] | None = None,
    *,
    id_field: str | None = None,
    tuning: Iterable[Record | None] = (),
    documents: DocumentTexts | None = None,
    tuning_documents: DocumentTexts | None = None,
) -> Leaks:
    """List gold records, and their documents, that are where they must not be, with evidence.

    `prompts` are texts by name, with their examples. `tuning` are records that a prompt or model was tuned on; a key
    named by `documents` is looked for in them too. A record is recognised by values that few records have: what is
    frequent, or short, tells nothing. Raises InputError.
    """
    records, others = list(gold), list(tuning)
    refuse_odd_gold(records)
    ids, other_ids = ids_of(records, id_field), ids_of(others, id_field)
    named = dict(prompts or {})
    for name, text in named.items():
        if not isinstance(text, str):
            raise InputError(f"the prompt {name!r} is not a text")
    texts = texts_of(records, ids, documents)
    key = documents if isinstance(documents, str) and tuning_documents is None else tuning_documents
    other_texts = texts_of(others, other_ids, key, must=False)
    without = [_without(record, documents) for record in records]
    known = Known.of(without, id_field)
    written = Documents.of(texts)
    found: list[Leak] = []
    for name, text in named.items():
        found += gold_in_prompt(name, text, known, ids)
        found += documents_in_prompt(name, text, written, ids)
    found += _once(same_records("twice in gold", "gold", known, ids, known, ids),
                   same_documents("twice in gold", "gold", written, ids, written, ids))  # fmt: skip
    if others:
        tuned = Known.of([_without(record, key) for record in others], id_field)
        tuned_texts = Documents.of(other_texts)
        where = "tuning data"
        found += _once(same_records("in tuning data", where, known, ids, tuned, other_ids),
                       same_documents("in tuning data", where, written, ids, tuned_texts, other_ids))  # fmt: skip
    return Leaks(
        len(records), tuple(named), tuple(sorted(found, key=lambda one: -one.share)), _notes(named, others, texts)
    )


def _once(*found: Iterable[Leak]) -> list[Leak]:
    """Keep the surest of several findings of the same two records."""
    best: dict[tuple[Any, Any], Leak] = {}
    for one in (one for part in found for one in part):
        pair = one.record, one.other
        if pair not in best or one.share > best[pair].share:
            best[pair] = one
    return list(best.values())


def _without(record: Record | None, documents: DocumentTexts | None) -> Record | None:
    """Leave out the text of the document: its values are compared by themselves."""
    if record is None or not isinstance(documents, str):
        return record
    return {key: value for key, value in record.items() if key != documents}


def _notes(prompts: Mapping[str, str], tuning: Sequence[Any], texts: Sequence[str | None]) -> tuple[str, ...]:
    notes = []
    if not prompts:
        notes.append("no prompt was given: only gold itself was looked at" if not tuning else "no prompt was given")
    if not any(texts):
        notes.append("no texts of documents were given: only values of gold were looked for")
    return tuple(notes)
