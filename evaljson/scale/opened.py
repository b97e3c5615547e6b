"""Opens results that were scored in parts with all that the app shows of them, read as far as someone looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evaljson.base.errors import InputError
from evaljson.results.joined_results import JoinedResults
from evaljson.results.model import RunResult
from evaljson.results.protocol import Results
from evaljson.results.saved.run import saved_results
from evaljson.results.subset import SubsetResults
from evaljson.scale.line_records import LineRecords, RunExtracted, RunGold
from evaljson.scale.manifest import Manifest
from evaljson.scale.plan import ChunkPlan
from evaljson.scale.read_back import Recorded, opened_results, stream_run
from evaljson.scale.run_chunk import RUNS, part_file


@dataclass(frozen=True, slots=True)
class OpenedStream:
    """Results that were scored in parts, with all that the app shows of them."""

    run: RunResult
    """Values, reasons and records are read from the files when someone looks at them."""
    gold: LineRecords
    extracted: LineRecords
    schema: Mapping[str, Any]
    """The eval schema, with the key that joins the records as its x-eval-id."""


def open_stream(folder: str | Path) -> OpenedStream:
    """Open the results that `evaluate_stream` wrote into a folder with rows "app".

    Numbers of all results are in memory, about 25 bytes each; everything else is read from the folder and from the two
    files when someone looks at it. Raises InputError as `read_stream`, and for a folder that was written without it.
    """
    folder = Path(folder)
    manifest, summary = opened_results(folder)
    refuse_lacking(folder, manifest, summary)
    plan, id_field = plan_of(manifest), summary["id_field"]
    tree = plan.tree()
    listed = Recorded.read(folder, in_files=True)
    joined = JoinedResults(
        len(manifest.chunks),
        lambda at: saved_results(part_file(str(folder), RUNS, manifest.chunks[at].number)),
        list(summary["per_field"]),
    )
    order = listed.order.astype(np.intp)
    results: Results = joined if (order == np.arange(len(order))).all() else SubsetResults(joined, order)
    records = listed.taken(order)
    gold = LineRecords([ref.gold for ref in manifest.chunks], "gold", plan)
    extracted = LineRecords([ref.extracted for ref in manifest.chunks], "extracted", plan)
    of_run = RunGold(gold, records.positions.tolist(), records.ids, records.types, id_field)
    produced = RunExtracted(extracted, records.extracted, of_run, tree)
    run = stream_run(manifest, summary, records, results, of_run, produced, tree.cluster_field)
    return OpenedStream(run, gold, extracted, named_schema(manifest, id_field))


def refuse_lacking(folder: Path, manifest: Manifest, summary: Mapping[str, Any]) -> None:
    """Raise InputError for a folder that lacks what the app shows."""
    if manifest.schema is None or manifest.signature["written"]["rows"] != "app":
        raise InputError(
            f"{folder} has figures alone, without what the app shows: score into another folder with --rows app."
        )
    if summary["gold_refused"]:
        raise InputError(f"{folder}: {summary['gold_refused']:,} lines of gold cannot be read; correct them first.")


def plan_of(manifest: Manifest) -> ChunkPlan:
    """Return the plan that the records of a folder are read by, without post-processors and plug-ins."""
    written = manifest.signature["written"]
    id_field = manifest.signature["options"].get("id_field")
    return ChunkPlan(manifest.schema or {}, id_field, gold=written["gold"], extracted=written["extracted"])


def named_schema(manifest: Manifest, id_field: str | None) -> dict[str, Any]:
    """Return the eval schema of a folder, with the key that joins the records."""
    return {**(manifest.schema or {}), **({} if id_field is None else {"x-eval-id": id_field})}
