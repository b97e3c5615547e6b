"""The bundled samples as evaluations of a store, added and scored when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import orjson

from evaljson.base.app_files import sample_folder
from evaljson.load import LoadedRecords, read_records
from evaljson.schema import parse_eval_schema
from evaljson.store import Evaluation, NotFound, Store
from evaljson.workspace.people_gold import agreement_with_others, keep_ceiling
from evaljson.workspace.scoring import score_due
from evaljson.workspace.variant_notes import REPEAT, Notes

FIRST: Final = "invoices"
FILMS: Final = "thin_films"
"""The one with texts, repeats of a prompt and a prompt that leaks."""
LATER: Final = "thin_films_later"
"""A later batch of the same kind of documents."""
BY_ANOTHER: Final = "thin_films_by_another"
"""What another person labelled in the same documents; there is nothing extracted."""
SAMPLES: Final = {
    FIRST: "Sample: invoices",
    FILMS: "Sample: thin films",
    LATER: "Sample: thin films, later batch",
    BY_ANOTHER: "Sample: thin films, another person",
}
_BESIDE: Final = {FILMS: (BY_ANOTHER, LATER)}
"""Samples that come with another one, to be compared with it."""
CONFIDENCE: Final = "confidence"
"""The key of an extracted record that its confidences are in."""
_SURE: Final = "confidence_of_"
_SCOPE = "samples"
BY: Final = "evaljson"


def sample_evaluation(store: Store, name: str) -> str:
    """Return the id of the sample, added again where it was deleted, with those to compare it with.

    Raises LoadError, StoreError, OSError.
    """
    for other in _BESIDE.get(name, ()):
        sample_evaluation(store, other)
    known = store.settings.get(_SCOPE, name)
    if known is not None:
        try:
            return store.evaluations.get(known).id
        except NotFound:
            pass
    folder = _folder(name)
    schema = sample_schema(name)
    id_field = schema.get("x-eval-id")
    if name == BY_ANOTHER:
        file, files = folder / "gold_of_another_person.jsonl", []
    else:
        file, files = folder / "gold.jsonl", sorted(folder.glob("prompt_*.jsonl"))
    variants = {
        path.stem.replace("_", " ").title(): _with_confidences(
            read_records(path, kind="extracted", id_field=id_field), path, str(id_field)
        )
        for path in files
    }
    gold = _with_texts(read_records(file, kind="gold", id_field=id_field), folder, str(id_field))
    sample = store.evaluations.create(
        SAMPLES[name], by=BY, gold=gold, variants=variants, schema=schema, is_sample=True, message="as it came"
    )
    sample = _with_notes(store, sample, folder)
    score_due(store, sample.id, by=BY, tell=lambda share, message: None)
    store.settings.set(_SCOPE, name, sample.id, by=BY)
    if name == FILMS:
        _keep_ceiling(store, sample.id, gold, schema)
    return sample.id


def _keep_ceiling(store: Store, sample: str, gold: LoadedRecords, schema: Mapping[str, Any]) -> None:
    """Work out how far the other person agrees: Overview has the ceiling from the start."""
    other = store.evaluations.get(store.settings.get(_SCOPE, BY_ANOTHER)).gold
    assert other is not None
    others = {SAMPLES[BY_ANOTHER]: store.datasets.load(other.id)}
    keep_ceiling(store, sample, agreement_with_others(gold, others, {}, parse_eval_schema(schema)), schema, by=BY)


def _with_notes(store: Store, sample: Evaluation, folder: Path) -> Evaluation:
    """Note the prompts of variants, where the sample has them, and which variants are repeats of one prompt."""
    repeated = {_prompt_of(variant.name) for variant in sample.variants if variant.name != _prompt_of(variant.name)}
    for variant in sample.variants:
        file = folder / f"{variant.name.lower().replace(' ', '_')}.txt"
        prompt = file.read_text(encoding="utf-8") if file.exists() else ""
        of = _prompt_of(variant.name)
        notes = Notes(prompt=prompt, tags=(f"{REPEAT}{of}",) if of in repeated else ())
        if notes != Notes():
            sample = store.variants.update(sample.id, sample.revision, variant.id, by=BY, meta=notes.as_meta())
    return sample


def _prompt_of(variant: str) -> str:
    """Return the prompt of a variant by its name: Prompt B of Prompt B 2."""
    return variant.rstrip("0123456789").strip()


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
    folder = _folder(name)
    schema: dict[str, Any] = orjson.loads((folder / "eval_schema.json").read_bytes())
    if any(folder.glob(f"{_SURE}*.jsonl")):
        schema["x-eval-confidence"] = {"parallel": CONFIDENCE}
    return schema


def _folder(name: str) -> Path:
    return sample_folder(FILMS if name == BY_ANOTHER else name)


def name_of(title: str) -> str:
    """Find the sample with this title (see SAMPLES)."""
    return next((name for name, known in SAMPLES.items() if known == title), FIRST)
