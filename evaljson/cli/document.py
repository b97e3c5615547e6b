"""A run as one JSON document: every figure under the name that it has in Python, and no NaN anywhere."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from evaljson import RunResult
from evaljson.cli.fields import unscored_fields
from evaljson.cli.gates import GateResult
from evaljson.cli.metrics import Measured, metric_document
from evaljson.cli.summary import Scored
from evaljson.load import LoadedRecords, Unpaired
from evaljson.scoring.status import NAMES, PENDING

_FIGURES = (
    "mean_f1", "mean_precision", "mean_recall", "pooled_f1", "pooled_precision", "pooled_recall", "total_records",
    "total_fields", "total_matches", "total_mismatches", "total_omissions", "total_hallucinations", "total_skipped",
    "total_batch_errors", "empty_records", "paired_by", "missing_records",
)  # fmt: skip


def document(scored: Scored, gates: Sequence[GateResult], measured: Sequence[Measured] = ()) -> str:
    """The document in ASCII, indented by 2: any text in ids and paths survives any terminal."""
    run = scored.run
    whole = {
        "signature": dict(run.signature),
        **{name: getattr(run, name) for name in _FIGURES},
        "id_field": scored.id_field,
        "schema": {"name": scored.schema, "inferred": scored.schema is None},
        "gold": _source(scored.gold),
        "extracted": _source(scored.extracted),
        "missing": list(run.missing),
        "strays": [_unpaired(one) for one in run.strays],
        "duplicates": [_unpaired(one) for one in run.duplicates],
        "problems": [asdict(problem) for problem in run.problems],
        "gates": [
            {
                "gate": one.gate.text,
                "path": one.gate.path,
                "figure": one.gate.figure,
                "bound": one.bound,
                "wanted": one.gate.wanted,
                "actual": one.actual,
                "passed": one.passed,
            }
            for one in gates
        ],
        "metrics": metric_document(measured, run),
        "per_field": {path: asdict(field) for path, field in run.per_field.items()},
        "unscored_fields": {path: asdict(field) for path, field in unscored_fields(run).items()},
        "records": _records(run),
    }
    return json.dumps(whole, indent=2, ensure_ascii=True, allow_nan=False)


def _source(loaded: LoadedRecords) -> dict[str, Any]:
    return {
        "name": loaded.name,
        "format": loaded.format,
        "sha256": loaded.sha256,
        "read": loaded.n_read,
        "refused": loaded.n_refused,
        "problems": [asdict(problem) for problem in loaded.problems],
    }


def _unpaired(one: Unpaired) -> dict[str, Any]:
    """A stray's id may be any value: what is no id is shown as JSON text, cut."""
    kept = one.id is None or isinstance(one.id, str | int) or (isinstance(one.id, float) and math.isfinite(one.id))
    return {"position": one.position, "id": one.id if kept else json.dumps(one.id)[:80], "reason": one.reason}


def _records(run: RunResult) -> list[dict[str, Any]]:
    """Figures and counts of each record, in the order of gold."""
    rows = run.table.tallies.rows
    flat = np.bincount(rows.record * len(NAMES) + rows.status, minlength=rows.records * len(NAMES))
    counts = flat.reshape(rows.records, len(NAMES)).tolist()
    return [
        {
            "record_id": record.record_id,
            "f1": record.f1,
            "precision": record.precision,
            "recall": record.recall,
            "produced": record.extracted is not None,
            **{NAMES[status]: own[status] for status in range(PENDING)},
        }
        for record, own in zip(run.records, counts, strict=True)
    ]
