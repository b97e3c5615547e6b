"""Reads results that were scored in parts back as a run: its figures and those of each record, without the values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.errors import InputError
from evaljson.load.pairing import Unpaired
from evaljson.results.aggregate import Records, totals
from evaljson.results.model import RunResult
from evaljson.results.protocol import FiguresAlone
from evaljson.scale.manifest import Manifest, read_manifest
from evaljson.scoring.problems import Problem
from evaljson.scoring.status import NAMES
from evaljson.scoring.tallies import Rows, Tallies, record_figures

if TYPE_CHECKING:
    import pyarrow as pa

_RESULTS = ("position", "field", "status", "score", "weight")
_RECORDS = ("position", "record_id", "id_is_number", "extracted_position", "type")


def read_stream(folder: str | Path) -> RunResult:
    """Return the run whose results `evaluate_stream` wrote into a folder, for `compare_runs` and for statistics.

    Its figures are those of the summary. Records have ids and figures, but neither values nor field results; those are
    in the files. Takes about 30 bytes of memory per result.

    Raises InputError for a folder without such results, and where they are not whole.
    """
    manifest, summary = _opened(Path(folder))
    records = _table(Path(folder) / "records", _RECORDS)
    positions = records["position"].to_numpy()
    order = np.lexsort((positions, positions < 0))  # records that gold lacks are the last ones
    records = records.take(order)
    tallies = Tallies(_rows(Path(folder), positions[order], list(summary["per_field"])))
    ids = [
        int(one) if is_number else one
        for one, is_number in zip(records["record_id"].to_pylist(), records["id_is_number"].to_pylist(), strict=True)
    ]
    types = tuple(records["type"].to_pylist())
    results, count = FiguresAlone(tallies), len(ids)
    figures = record_figures(*tallies.by_record())
    return RunResult(
        records=Records(results, ids, [{}] * count, [None] * count, figures),
        **totals(tallies),
        missing=tuple(summary["missing"]),
        strays=_unpaired(summary["strays"]),
        invented_records=tuple(summary["invented_records"]),
        duplicates=_unpaired(summary["duplicates"]),
        paired_by=summary["paired_by"],
        id_field=summary["id_field"],
        problems=tuple(Problem(**one) for one in summary["problems"]),
        missing_records=summary["missing_records"],
        left_out=tuple(summary["left_out"]),
        types=types if any(types) else None,
        positions=tuple(zip(records["position"].to_pylist(), records["extracted_position"].to_pylist(), strict=True)),
        undeclared=tuple(summary["undeclared"]),
        table=results,
        signer=lambda: _signature(manifest),
    )


def _signature(manifest: Manifest) -> Mapping[str, Any]:
    """Return that of the plan, with the hashes of both files in place of those of their records."""
    return {**manifest.signature, **{kind: one["sha256"] for kind, one in manifest.inputs.items()}}


def _opened(folder: Path) -> tuple[Manifest, Mapping[str, Any]]:
    manifest = read_manifest(folder)
    if manifest is None:
        raise InputError(f"{folder} has no manifest.json: it is no folder that results were streamed into.")
    try:
        summary: dict[str, Any] = json.loads((folder / "summary.json").read_bytes())
    except FileNotFoundError:
        raise InputError(f"{folder} is not scored to its end: run the same command again, and it goes on.") from None
    except ValueError as error:
        raise InputError(f"{folder}: summary.json cannot be read: {error}.") from error
    if summary["unscored"]:
        lost = len(summary["unscored"])
        raise InputError(f"{folder} lacks {lost} chunks that could not be scored: run the same command again.")
    return manifest, summary


def _rows(folder: Path, positions: Any, known: list[str]) -> Rows:
    """Return all results, by record; `positions` are those of the records."""
    table = _table(folder / "results", _RESULTS)
    held = table["field"].combine_chunks().dictionary_encode()
    status = table["status"].combine_chunks().dictionary_encode()
    names = held.dictionary.to_pylist()
    fields = [name for name in known if name in set(names)]
    fields += sorted(set(names) - set(fields))
    place = {name: at for at, name in enumerate(fields)}
    at = np.argsort(positions, kind="stable")
    record = at[np.searchsorted(positions[at], table["position"].to_numpy())]
    return Rows(
        record.astype(np.int32),
        np.array([place[name] for name in names], np.int32)[held.indices.to_numpy()],
        np.array([NAMES.index(name) for name in status.dictionary.to_pylist()], np.int8)[status.indices.to_numpy()],
        table["score"].to_numpy(),
        table["weight"].to_numpy(),
        fields,
        len(positions),
    )


def _table(folder: Path, columns: tuple[str, ...]) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.read_table(folder, columns=list(columns))
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{folder} cannot be read: {error}.") from error


def _unpaired(listed: list[Any]) -> tuple[Unpaired, ...]:
    return tuple(Unpaired(*one) for one in listed)
