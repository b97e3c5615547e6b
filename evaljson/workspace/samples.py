"""The bundled samples as evaluations of a store, added and scored when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import orjson

from evaljson.base.app_files import sample_folder
from evaljson.load import LoadedRecords, read_records
from evaljson.store import Evaluation, NotFound, Store
from evaljson.workspace.scoring import score_due
from evaljson.workspace.variant_notes import Notes

SAMPLES: Final = {"invoices": "Sample: invoices", "thin_films": "Sample: thin films"}
FIRST: Final = "invoices"
CONFIDENCE: Final = "confidence"
"""The key of an extracted record that its confidences are in."""
_SURE: Final = "confidence_of_"
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
        path.stem.replace("_", " ").title(): _with_confidences(
            read_records(path, kind="extracted", id_field=id_field), path, str(id_field)
        )
        for path in sorted(folder.glob("prompt_*.jsonl"))
    }
    gold = _with_texts(read_records(folder / "gold.jsonl", kind="gold", id_field=id_field), folder, str(id_field))
    sample = store.evaluations.create(
        SAMPLES[name], by=BY, gold=gold, variants=variants, schema=schema, is_sample=True, message="as it came"
    )
    sample = _with_prompts(store, sample, folder)
    score_due(store, sample.id, by=BY, tell=lambda share, message: None)
    store.settings.set(_SCOPE, name, sample.id, by=BY)
    return sample.id


def _with_prompts(store: Store, sample: Evaluation, folder: Path) -> Evaluation:
    """Note the prompts of variants, where the sample has them."""
    for variant in sample.variants:
        file = folder / f"{variant.name.lower().replace(' ', '_')}.txt"
        if file.exists():
            meta = Notes(prompt=file.read_text(encoding="utf-8")).as_meta()
            sample = store.variants.update(sample.id, sample.revision, variant.id, by=BY, meta=meta)
    return sample


def _with_texts(gold: LoadedRecords, folder: Path, id_field: str | None) -> LoadedRecords:
    """Keep the texts of the documents beside gold, where the sample has them."""
    file = folder / "texts.jsonl"
    if id_field is None or not file.exists():
        return gold
    texts = {entry[id_field]: entry["text"] for entry in map(orjson.loads, file.read_bytes().splitlines())}
    return replace(gold, metadata=[{"text": texts[record[id_field]]} for record in gold.records if record is not None])


def _with_confidences(extracted: LoadedRecords, file: Path, id_field: str) -> LoadedRecords:
    """Put how sure the variant says it is of each value into its records, where the sample has that."""
    beside = file.with_name(f"{_SURE}{file.name}")
    if not beside.exists():
        return extracted
    sure = {entry[id_field]: entry[CONFIDENCE] for entry in map(orjson.loads, beside.read_bytes().splitlines())}
    records = [
        record if record is None or record.get(id_field) not in sure else {**record, CONFIDENCE: sure[record[id_field]]}
        for record in extracted.records
    ]
    return replace(extracted, records=records)


def sample_schema(name: str) -> Mapping[str, Any]:
    """Read the eval schema that comes with a sample, and say where its variants have their confidences."""
    folder = sample_folder(name)
    schema: dict[str, Any] = orjson.loads((folder / "eval_schema.json").read_bytes())
    if any(folder.glob(f"{_SURE}*.jsonl")):
        schema["x-eval-confidence"] = {"parallel": CONFIDENCE}
    return schema


def name_of(title: str) -> str:
    """Find the sample with this title (see SAMPLES)."""
    return next((name for name, known in SAMPLES.items() if known == title), FIRST)
