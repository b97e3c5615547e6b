"""Random records as files, and what `evaluate` says of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import evaljson
from evaljson.scale.summary import StreamSummary

Record = dict[str, Any]
FIGURES = (
    "mean_precision", "mean_recall", "mean_f1", "pooled_precision", "pooled_recall", "pooled_f1", "total_records",
    "total_fields", "total_matches", "total_mismatches", "total_omissions", "total_hallucinations", "total_skipped",
    "total_batch_errors", "per_field", "empty_records", "missing", "left_out", "invented_records", "undeclared",
    "problems", "paired_by", "id_field", "missing_records",
)  # fmt: skip


def write_lines(file: Path, records: Sequence[Any]) -> str:
    """Write one record a line; a text is a line as it is."""
    lines = (record if isinstance(record, str) else json.dumps(record) for record in records)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(file)


def said(run: evaljson.RunResult | StreamSummary) -> dict[str, Any]:
    """Every figure and problem; the order of fields too."""
    whole: dict[str, Any] = {name: getattr(run, name) for name in FIGURES}
    whole["per_field"] = [(path, asdict(one)) for path, one in run.per_field.items()]
    if isinstance(run, StreamSummary):
        whole["strays"], whole["duplicates"] = list(run.strays), list(run.duplicates)
    else:
        whole["strays"] = [(one.position, one.id, one.reason) for one in run.strays]
        whole["duplicates"] = [(one.position, one.id, one.reason) for one in run.duplicates]
    return whole


def bytes_of(folder: Path) -> dict[str, bytes]:
    """The content of every file that results are in."""
    files = [
        folder / "summary.json",
        *(one for name in ("results", "records", "chunks") for one in (folder / name).iterdir()),
    ]
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(files)}
