"""Random records as files, and what `evaluate` says of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import evaljson
from evaljson.base.errors import InputError
from evaljson.scale.summary import StreamSummary
from tests.profiles import share
from tests.property.generate import records, schemas

Record = dict[str, Any]
FIGURES = (
    "mean_precision", "mean_recall", "mean_f1", "pooled_precision", "pooled_recall", "pooled_f1", "total_records",
    "total_fields", "total_matches", "total_mismatches", "total_omissions", "total_hallucinations", "total_skipped",
    "total_batch_errors", "per_field", "empty_records", "missing", "left_out", "invented_records", "undeclared",
    "problems", "paired_by", "id_field", "missing_records",
)  # fmt: skip


class Scored(NamedTuple):
    """Gold and extracted records of a random schema, and their run."""

    gold: list[Any]
    extracted: list[Any]
    schema: dict[str, Any]
    run: evaljson.RunResult


def random_runs(first: int, seed: int, count: int, size: int) -> Iterator[Scored]:
    """Score `size` random records of each random schema, but for those that `evaluate` refuses."""
    for i, schema in enumerate(islice(schemas(first + seed), share(count))):
        pairs = list(islice(records(Random(f"{seed}/{i}"), schema), size))
        gold, extracted = [one for one, _ in pairs], [one for _, one in pairs]
        try:
            run = evaljson.evaluate(gold, extracted, schema)
        except InputError:
            continue
        yield Scored(gold, extracted, schema, run)


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
