"""The bundled samples as evaluations of a store, added and scored when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson

from evaljson.base.app_files import sample_folder
from evaljson.load import read_records
from evaljson.store import NotFound, Store
from evaljson.workspace.scoring import score_due

SAMPLES: Final = {"invoices": "Sample: invoices", "thin_films": "Sample: thin films"}
FIRST: Final = "invoices"
_SCOPE = "samples"
BY: Final = "evaljson"


def sample_evaluation(store: Store, name: str) -> str:
    """Return the id of the sample, added again where it was deleted. Raises LoadError, StoreError, OSError."""
    known = store.settings.get(_SCOPE, name)
    if known is not None:
        try:
            return store.evaluations.get(known).id
        except NotFound:
            pass
    folder = sample_folder(name)
    schema = sample_schema(name)
    id_field = schema.get("x-eval-id")
    variants = {
        path.stem.replace("_", " ").title(): read_records(path, kind="extracted", id_field=id_field)
        for path in sorted(folder.glob("prompt_*.jsonl"))
    }
    gold = read_records(folder / "gold.jsonl", kind="gold", id_field=id_field)
    sample = store.evaluations.create(
        SAMPLES[name], by=BY, gold=gold, variants=variants, schema=schema, is_sample=True, message="as it came"
    )
    score_due(store, sample.id, by=BY, tell=lambda share, message: None)
    store.settings.set(_SCOPE, name, sample.id, by=BY)
    return sample.id


def sample_schema(name: str) -> Mapping[str, Any]:
    """Read the eval schema that comes with a sample."""
    schema: dict[str, Any] = orjson.loads((sample_folder(name) / "eval_schema.json").read_bytes())
    return schema


def name_of(title: str) -> str:
    """Find the sample with this title (see SAMPLES)."""
    return next((name for name, known in SAMPLES.items() if known == title), FIRST)
