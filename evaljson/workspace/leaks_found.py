"""Gold of an evaluation inside the prompts noted at its variants, or twice in itself: looked for once, and kept.

They are in the settings of the workspace under a scope of the evaluation, by what they depend on: gold and the prompts.
"""

from __future__ import annotations

import hashlib
import json
from typing import Final

from evaljson._version import __version__
from evaljson.leaks import Leak, Leaks, leaks
from evaljson.load.document_texts import ids_of, source_of
from evaljson.store import Evaluation, Store
from evaljson.workspace.variant_notes import notes_of

LEAKS: Final = "leaks"
"""The kind of the jobs that look for them."""
_FOUND: Final = "found"
_KEPT: Final = 4
"""States of one evaluation that are remembered."""
_MOST: Final = 200
"""Leaks of one state, the surest ones, whose evidence is kept; of the others it is only kept that there are."""
_RULES: Final = 3
"""Counts up when something else is taken for a leak: what was found by earlier rules is looked for again."""


def prompts_of(evaluation: Evaluation) -> dict[str, str]:
    """Return the prompts noted at variants, by name."""
    noted = {variant.name: notes_of(variant.meta).prompt for variant in evaluation.variants}
    return {name: prompt for name, prompt in noted.items() if prompt.strip()}


def leaks_key(evaluation: Evaluation, id_field: str | None) -> str:
    """Return what they depend on: same key, same leaks."""
    gold = None if evaluation.gold is None else evaluation.gold.id
    text = json.dumps([__version__, _RULES, gold, id_field, prompts_of(evaluation)], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def found_leaks(store: Store, evaluation: Evaluation, id_field: str | None) -> Leaks | None:
    """Return them, the surest `_MOST` with evidence; None where no one has looked."""
    kept = store.settings.get(_scope(evaluation.id), _FOUND, {}).get(leaks_key(evaluation, id_field))
    if kept is None:
        return None
    return Leaks(kept["records"], tuple(kept["prompts"]), tuple(Leak(**one) for one in kept["found"]))


def look_for_leaks(store: Store, evaluation: str, *, by: str) -> Leaks | None:
    """Look for them and keep them; None where there is no gold. Source texts beside gold are looked for too."""
    snapshot = store.evaluations.get(evaluation)
    if snapshot.gold is None or snapshot.schema_number is None:
        return None
    id_field = store.schemas.get(evaluation, snapshot.schema_number).schema.get("x-eval-id")
    loaded = store.datasets.load(snapshot.gold.id)
    gold = [(at, record) for at, record in enumerate(loaded.records) if record is not None]
    records = [record for _, record in gold]
    pairs = zip(ids_of(records, id_field), (source_of(loaded, at) for at, _ in gold), strict=True)
    texts = {one: text for one, text in pairs if text is not None}
    found = leaks(records, prompts_of(snapshot), id_field=id_field, documents=texts or None)
    kept = {key: value for key, value in found.to_dict().items() if key in ("records", "prompts", "found")}
    held = store.settings.get(_scope(evaluation), _FOUND, {})
    surest, others = kept["found"][:_MOST], kept["found"][_MOST:]
    state = {**kept, "found": [*surest, *({**one, "evidence": ""} for one in others)]}
    newest = {**dict(list(held.items())[1 - _KEPT :]), leaks_key(snapshot, id_field): state}
    store.settings.set(_scope(evaluation), _FOUND, newest, by=by)
    return found


def _scope(evaluation: str) -> str:
    return f"{LEAKS}:{evaluation}"
