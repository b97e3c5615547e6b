"""Saves a run as bytes, and loads it: the result table as Parquet, with everything else in the metadata of the file.

A loaded run has the results that were saved, whatever the engine would compute today. Gold and extracted records are
not saved: they are passed to `load_run`, and the run says at which positions its records are.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from evaljson.base.errors import InputError
from evaljson.confidence.split import plain_records
from evaljson.load.cut_reply import CutReply
from evaljson.load.invented_record import InventedRecord
from evaljson.load.pairing import Unpaired
from evaljson.load.placed_records import TakenRecords
from evaljson.results.aggregate import Records, record_ids, totals
from evaljson.results.clusters import ChosenClusters
from evaljson.results.model import RunResult
from evaljson.results.saved.columns import columns_of
from evaljson.results.saved.parquet_file import ROWS, SavedFile
from evaljson.results.saved.results import ALIGNMENTS, INDICES, SavedResults
from evaljson.results.undeclared_fields import undeclared_fields
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.confidence import KEY as CONFIDENCE_KEY
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.judging import JudgeUsage
from evaljson.scoring.problems import Problem
from evaljson.scoring.schema_parts import make_parts
from evaljson.scoring.tallies import record_figures

if TYPE_CHECKING:
    import pandas as pd

FORMAT = 1
COMPRESSION: Final = "zstd"
_ABOUT = b"evaljson.run"
_BUILT = {"records", "per_field", "table", "signer"}
"""Fields that are rebuilt from the table when a run is loaded."""


def save_run(run: RunResult) -> bytes:
    """Write the run as a Parquet file. Raises InputError for a value that cannot be written as JSON."""
    table = pa.table(columns_of(run))
    about = about_run(run, run.table.alignments(list(range(len(run.records)))))
    sink = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(about), sink, compression=COMPRESSION, row_group_size=ROWS)
    return sink.getvalue()


def about_run(run: RunResult, alignments: pd.DataFrame) -> dict[bytes, bytes | str]:
    """Return the metadata of a saved run: all but its results. `alignments` have places of records as their ids."""
    return {_ABOUT: json.dumps(_about(run, run.tallies.rows.fields)), ALIGNMENTS: _packed(alignments)}


def _about(run: RunResult, listed: list[str]) -> dict[str, Any]:
    about = {field.name: getattr(run, field.name) for field in fields(run) if field.name not in _BUILT}
    for name in ("strays", "duplicates", "problems", "cut_off"):
        about[name] = [asdict(field) for field in about[name]]
    for name in ("judged", "clusters"):
        about[name] = None if about[name] is None else asdict(about[name])
    ids, signature = record_ids(run.records), dict(run.signature)
    return {"format": FORMAT, "run": about, "ids": ids, "fields": listed, "signature": signature}


def _packed(frame: pd.DataFrame) -> bytes:
    """Encode the alignments of the run, by place of the record."""
    for name in INDICES:
        if any(isinstance(index, str) for index in frame[name]):  # keys of maps: a column has one type
            frame[name] = [None if index is None else json.dumps(index) for index in frame[name]]
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pandas(frame, preserve_index=False), sink, compression="zstd")
    return base64.b64encode(sink.getvalue())


def load_run(
    data: bytes, gold: Sequence[Any], extracted: Sequence[Any], schema: Mapping[str, Any] | None = None
) -> RunResult:
    """Load a saved run; `gold` and `extracted` are the records that it was scored from.

    `schema` is the one that it was scored under: with x-eval-confidence, extracted records are shown without their
    confidences. Raises InputError for bytes that are not a saved run, or for a run of other records.
    """
    file, about = _opened(data)
    values = about["run"]
    positions = tuple((place, other) for place, other in values["positions"])
    try:
        invented = frozenset(values.get("invented_records", ()))
        types = values["types"] or [None] * len(positions)
        strays = {
            at: InventedRecord(values["id_field"], record_id, type_)
            for at, (record_id, type_) in enumerate(zip(about["ids"], types, strict=True))
            if record_id in invented
        }
        scored_gold = TakenRecords(gold, [place for place, _ in positions], strays)
        produced: Sequence[Any] = TakenRecords(extracted, [other for _, other in positions])
    except IndexError:
        raise InputError("the run was scored from other records than these; score again.") from None
    # Parsing takes as long as all else here, and few schemas have confidences.
    needed = schema is not None and (CONFIDENCE_KEY in schema or "undeclared" not in values)
    tree = parse_eval_schema(schema) if schema is not None and needed else None
    if tree is not None and tree.confidence is not None:
        parts = make_parts(tree, tree.id_field, list(scored_gold))
        produced = plain_records(tree.confidence, parts, list(produced))
    results = SavedResults(file, about["fields"], len(positions))
    figures = record_figures(*results.tallies.by_record())
    values |= {
        **totals(results.tallies),
        "strays": tuple(Unpaired(**one) for one in values["strays"]),
        "duplicates": tuple(Unpaired(**one) for one in values["duplicates"]),
        "problems": tuple(Problem(**one) for one in values["problems"]),
        "positions": positions,
        "missing": tuple(values["missing"]),
        "invented_records": tuple(values.get("invented_records", ())),
        "left_out": tuple(values["left_out"]),
        "undeclared": _undeclared(values, about["fields"], tree),
        "judged": None if values.get("judged") is None else JudgeUsage(**values["judged"]),
        "types": None if values["types"] is None else tuple(values["types"]),
        "cut_off": tuple(CutReply(**one) for one in values.get("cut_off", ())),
        "clusters": _clusters(values.get("clusters")),
    }
    records = Records(results, about["ids"], scored_gold, produced, figures)
    values.setdefault("id_field", about["signature"].get("options", {}).get("id_field"))  # runs of earlier versions
    return RunResult(**values, records=records, table=results, signer=lambda: about["signature"])


def saved_results(file: Path) -> SavedResults:
    """Return the results of a run in a file on the disk, without the run. Raises InputError as `load_run`."""
    opened, about = _opened(file)
    return SavedResults(opened, about["fields"], len(about["ids"]))


def _opened(data: bytes | Path) -> tuple[SavedFile, dict[str, Any]]:
    try:
        file = SavedFile(data)
        about: dict[str, Any] = json.loads(file.metadata(_ABOUT))
    except (OSError, pa.ArrowInvalid, KeyError, TypeError, ValueError) as error:
        raise InputError("this is not a saved run, or it is damaged; score again.") from error
    if about["format"] > FORMAT:
        raise InputError("the run was saved by a later evaljson; update evaljson, or score again.")
    return file, about


def _clusters(saved: Mapping[str, Any] | None) -> ChosenClusters | None:
    return None if saved is None else ChosenClusters(saved["key"], tuple(saved["of_records"]))


def _undeclared(values: Mapping[str, Any], listed: list[str], tree: SchemaNode | None) -> tuple[str, ...]:
    """Return the undeclared fields as saved; for runs of earlier versions, which lack them, find them by the schema."""
    if "undeclared" in values:
        return tuple(values["undeclared"])
    return () if tree is None else undeclared_fields(listed, tree)
