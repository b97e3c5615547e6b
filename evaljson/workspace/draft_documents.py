"""Text files of a draft that may be the documents of its gold.

They are stored beside the variants, as one of them that is marked and that nobody sees: so a copy of the store has them
too. Gold gets them when the draft is scored.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from evaljson.load import LoadedRecords
from evaljson.load.documents.beside_gold import with_documents
from evaljson.load.documents.matching import matched
from evaljson.load.documents.text_files import files_in
from evaljson.store import Evaluation, Store, Variant
from evaljson.store.topics.datasets import prepare
from evaljson.store.topics.variants import BESIDE_GOLD

_NAME: Final = "text files"


def held_documents(evaluation: Evaluation) -> Variant | None:
    """Return what holds the text files of a draft; None without any."""
    return next((variant for variant in evaluation.variants if variant.meta == BESIDE_GOLD), None)


def seen_variants(evaluation: Evaluation) -> tuple[Variant, ...]:
    """Return the variants without what holds the text files."""
    return tuple(variant for variant in evaluation.variants if variant.meta != BESIDE_GOLD)


def keep_documents(
    store: Store, evaluation: Evaluation, documents: LoadedRecords | None, taken: Collection[str], *, by: str
) -> Evaluation:
    """Store the text files of a draft in place of those that it has; `taken` are the names of its variants."""
    there, revision = held_documents(evaluation), evaluation.revision
    if documents is None:
        return evaluation if there is None else store.variants.delete(evaluation.id, revision, there.id, by=by)
    names = {*taken, *(variant.name for variant in seen_variants(evaluation))}
    numbered = (f"{_NAME} ({number})" for number in range(2, len(names) + 3))
    name = next(free for free in (_NAME, *numbered) if free not in names)
    if there is not None:
        return store.variants.update(evaluation.id, revision, there.id, by=by, name=name, data=documents)
    return store.variants.add(evaluation.id, evaluation.revision, name, documents, by=by, meta=BESIDE_GOLD)


def gold_with_documents(gold: LoadedRecords, documents: LoadedRecords | None, id_key: str | None) -> LoadedRecords:
    """Return gold with the text files that are named as its records beside these."""
    if documents is None or id_key is None:
        return gold
    return with_documents(gold, id_key, matched(files_in(documents), gold, id_key).texts)


def as_finished(stored: Evaluation, gold: LoadedRecords) -> Evaluation:
    """Return a draft as it will be once `settle_documents` has stored this gold."""
    held = stored.gold
    return replace(
        stored, gold=None if held is None else replace(held, id=_id_of(gold)), variants=seen_variants(stored)
    )


def settle_documents(store: Store, stored: Evaluation, gold: LoadedRecords, *, by: str) -> Evaluation:
    """Store gold as it is scored, and take out what held the text files."""
    evaluation = stored
    there = held_documents(evaluation)
    if there is None:
        return evaluation
    if _id_of(gold) != (stored.gold and stored.gold.id):
        evaluation = store.evaluations.set_gold(evaluation.id, evaluation.revision, gold, by=by, same_records=True)
    return store.variants.delete(evaluation.id, evaluation.revision, there.id, by=by)


def _id_of(gold: LoadedRecords) -> str:
    """Return the id that gold has, or will have, in a store."""
    prepared = prepare(gold, "gold")
    return prepared if isinstance(prepared, str) else prepared.id
