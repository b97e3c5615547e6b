"""A run as one JSON document: signature, figures, and every result with its values. Plain JSON: no NaN anywhere."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from evaljson.base.json_text import json_text
from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.load.pairing import Unpaired
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.results.model import RunResult
from evaljson.results.shown_means import records_without_fields
from evaljson.scoring.status import NAMES, PENDING

FIGURES = (
    "mean_f1", "mean_precision", "mean_recall", "pooled_f1", "pooled_precision", "pooled_recall", "total_records",
    "total_fields", "total_matches", "total_mismatches", "total_omissions", "total_hallucinations", "total_skipped",
    "total_batch_errors", "empty_records",
)  # fmt: skip
_TOLD = ("status", "score", "weight", "similarity", "comparator", "reason", "extracted_path")


def to_json(
    run: RunResult,
    variant: str | None = None,
    schema: Mapping[str, Any] | None = None,
    repaired: Sequence[Mapping[str, Any]] | None = None,
) -> bytes:
    """Write the document of `run_document`, one record per line, in ASCII, which survives any tool."""
    whole = run_document(run, variant, schema, repaired)
    records = whole.pop("records")
    head = json.dumps(whole, indent=1, ensure_ascii=True, allow_nan=False)[:-2]
    lines = ",\n  ".join(json.dumps(record, ensure_ascii=True, allow_nan=False) for record in records)
    return f'{head},\n "records": [\n  {lines}\n ]\n}}\n'.encode("ascii")


def run_document(
    run: RunResult,
    variant: str | None = None,
    schema: Mapping[str, Any] | None = None,
    repaired: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return everything in a run, under its names in Python, with the eval schema if one is given.

    `repaired` are the records that were repaired while they were read (`repaired_records`), for who knows the file.

    A result has `gold` and `extracted` where the side has a value: a key that is missing stands for an absent value,
    null for null. A value that JSON cannot hold (NaN, an infinity) stands as text under `gold_text`, `extracted_text`.
    """
    confidence = run.confidence()
    return {
        "variant": variant,
        "signature": dict(run.signature),
        **figures_of(run),
        "paired_by": run.paired_by,
        "missing_records": run.missing_records,
        "missing": list(run.missing),
        "left_out": list(run.left_out),
        "strays": [unpaired(record) for record in run.strays],
        "duplicates": [unpaired(record) for record in run.duplicates],
        "problems": [asdict(problem) for problem in run.problems],
        "judge": None if run.judged is None else asdict(run.judged),
        "confidence": None if confidence is None else asdict(confidence),
        "clusters": None if run.clustered is None else asdict(run.clustered.about),
        "by_type": [{"type": kind, **figures_of(part)} for kind, part in run.by_type().items()],
        **({} if repaired is None else {"repaired": list(repaired)}),
        "schema": schema,
        "records": _records(run),
    }


def figures_of(run: RunResult) -> dict[str, Any]:
    """Return all figures of a run, including those of each field."""
    fields = {path: asdict(field) for path, field in run.per_field.items()}
    figures = {name: getattr(run, name) for name in FIGURES}
    nothing = {"records_without_fields": sum(records_without_fields(run))}
    return {**figures, **nothing, "fully_right": asdict(run.fully_right), "per_field": fields}


def unpaired(record: Unpaired) -> dict[str, Any]:
    """Describe an unpaired record. Its id may be any value: what is not an id is shown as JSON text, cut."""
    kept = (
        record.id is None
        or isinstance(record.id, str | int)
        or (isinstance(record.id, float) and math.isfinite(record.id))
    )
    return {
        "position": record.position,
        "id": record.id if kept else json.dumps(record.id)[:80],
        "reason": record.reason,
    }


def counts_by_record(run: RunResult) -> list[dict[str, int]]:
    """Count the results of each status in each record."""
    rows = run.tallies.rows
    flat = np.bincount(rows.record * len(NAMES) + rows.status, minlength=rows.records * len(NAMES))
    counts = flat.reshape(rows.records, len(NAMES))[:, :PENDING].tolist()
    return [dict(zip(NAMES[:PENDING], record_counts, strict=True)) for record_counts in counts]


def _records(run: RunResult) -> list[dict[str, Any]]:
    results: list[list[dict[str, Any]]] = [[] for _ in run.records]
    every = run.table.in_order()
    sure = _confidences(run, every.rows)
    for place, field, result, confidence in zip(every.records, every.fields, every.results, sure, strict=True):
        results[place].append({**_result(run.records[place], field, result), **confidence})
    types = run.types or [None] * len(run.records)
    return [
        {
            "record_id": record.record_id,
            "type": kind,
            "f1": record.f1,
            "precision": record.precision,
            "recall": record.recall,
            "nothing_to_score": empty,
            "produced": record.extracted is not None,
            **counts,
            "results": record_results,
        }
        for record, kind, empty, counts, record_results in zip(
            run.records, types, records_without_fields(run), counts_by_record(run), results, strict=True
        )
    ]


def _confidences(run: RunResult, rows: list[int]) -> list[dict[str, float]]:
    """Return the confidence of each result, by its row in the tallies; nothing where the extraction gave none."""
    confidences = run.table.confidences()
    if confidences is None:
        return [{} for _ in rows]
    return [{} if math.isnan(confidence) else {"confidence": confidence} for confidence in confidences[rows].tolist()]


def _result(record: RecordResult, field: str, result: FieldResult) -> dict[str, Any]:
    gold = value_at(record.gold, result.path) if result.gold_value is None else result.gold_value
    extracted = ABSENT if result.extracted_path is None else result.extracted_value
    attributes = {name: getattr(result, name) for name in _TOLD}
    return {"path": result.path, "field": field, **attributes, **_value("gold", gold), **_value("extracted", extracted)}


def _value(side: str, value: Any) -> dict[str, Any]:
    if value is ABSENT:
        return {}
    return {side: value} if _is_plain(value) else {f"{side}_text": json_text(value)}


def _is_plain(value: Any) -> bool:
    """Check whether every number in it is finite."""
    if isinstance(value, float):
        return math.isfinite(value)
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(_is_plain, inside))
