"""A run as one JSON document: every figure under its name in Python, and no NaN."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from evaljson.cli.run.gates import GateResult
from evaljson.cli.run.metrics import MeasuredMetric
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.cli.text.confidence import confidence_document
from evaljson.cli.text.fields import unscored_fields
from evaljson.cli.text.metrics import metric_document
from evaljson.cli.text.origin import origins, source_document
from evaljson.cli.text.patterns import pattern_document
from evaljson.cli.text.published import published_document
from evaljson.floor import Floors
from evaljson.report.export.run_json import FIGURES, counts_by_record, figures_of, unpaired
from evaljson.results.shown_means import records_without_fields

if TYPE_CHECKING:
    from evaljson.schema.conform import Conformity


def run_document(
    scored: ScoredFiles,
    gates: Sequence[GateResult],
    measured: Sequence[MeasuredMetric] = (),
    conformity: Conformity | None = None,
    groups: Mapping[str, Any] | None = None,
    floors: Floors | None = None,
    clusters: Mapping[str, Any] | None = None,
) -> str:
    """Write the document in ASCII, indented by 2: any text in ids and paths survives any terminal."""
    run = scored.run
    empty = records_without_fields(run)
    whole = {
        "signature": dict(run.signature),
        **{name: getattr(run, name) for name in FIGURES},
        "records_without_fields": sum(empty),
        "clusters": clusters,
        "fully_right": asdict(run.fully_right),
        "patterns": pattern_document(run),
        **published_document(run),
        "conformity": None if conformity is None else asdict(conformity),
        "paired_by": run.paired_by,
        "missing_records": run.missing_records,
        "id_field": scored.id_field,
        "schema": {"name": scored.schema_file, "inferred": scored.schema_file is None},
        "gold": source_document(scored.gold, scored.id_field),
        "extracted": source_document(scored.extracted, scored.id_field),
        "missing": list(run.missing),
        "left_out": list(run.left_out),
        "strays": [unpaired(one) for one in run.strays],
        "invented_records": list(run.invented_records),
        "duplicates": [unpaired(one) for one in run.duplicates],
        "problems": [asdict(problem) for problem in run.problems],
        "gates": [
            {
                "gate": one.gate.text,
                "path": one.gate.path,
                "figure": one.gate.figure,
                "bound": one.bound,
                "wanted": one.gate.wanted,
                "actual": one.actual,
                "interval": one.interval,
                "passed": one.passed,
            }
            for one in gates
        ],
        "metrics": metric_document(measured, run),
        "judge": None if run.judged is None else asdict(run.judged),
        "confidence": confidence_document(run),
        "by_type": [{"type": kind, **figures_of(part)} for kind, part in run.by_type().items()],
        "groups": groups,
        "floors": None if floors is None else floors.to_dict(),
        "per_field": {path: asdict(field) for path, field in run.per_field.items()},
        "unscored_fields": {path: asdict(field) for path, field in unscored_fields(run).items()},
        "records": _records(scored, empty),
    }
    return json.dumps(whole, indent=2, ensure_ascii=True, allow_nan=False)


def _records(scored: ScoredFiles, empty: Sequence[bool]) -> list[dict[str, Any]]:
    """Return figures and counts of each record in the order of gold, and how it was read."""
    run = scored.run
    return [
        {
            "record_id": record.record_id,
            "f1": record.f1,
            "precision": record.precision,
            "recall": record.recall,
            "nothing_to_score": nothing,
            "accuracy": accuracy,
            "produced": record.extracted is not None,
            **counts,
            **origin,
        }
        for record, nothing, accuracy, counts, origin in zip(
            run.records, empty, run.accuracy.by_record.tolist(), counts_by_record(run), origins(scored), strict=True
        )
    ]
