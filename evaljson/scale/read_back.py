"""Reads results that were scored in parts back as a run: its figures and those of each record, without the values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import AnyInts
from evaljson.base.errors import InputError
from evaljson.load.cut_reply import CutReply
from evaljson.load.pairing import Unpaired
from evaljson.results.aggregate import Records, totals
from evaljson.results.model import RunResult
from evaljson.results.protocol import FiguresAlone, Results
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
    manifest, summary = opened_results(folder)
    records = Recorded.read(Path(folder))
    tallies = Tallies(_rows(Path(folder), records.positions, list(summary["per_field"])))
    count = len(records.ids)
    return stream_run(manifest, summary, records, FiguresAlone(tallies), [{}] * count, [None] * count, None)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The records of a run, as their files say."""

    positions: AnyInts
    """In gold; below 0 for records that gold lacks."""
    ids: list[Any]
    extracted: list[int | None]
    types: list[str | None]

    @classmethod
    def read(cls, folder: Path, *, in_files: bool = False) -> Recorded:
        """Read them, by position in gold, or in the order of the files."""
        table = _table(folder / "records", _RECORDS)
        ids = [
            int(one) if is_number else one
            for one, is_number in zip(table["record_id"].to_pylist(), table["id_is_number"].to_pylist(), strict=True)
        ]
        listed = cls(
            table["position"].to_numpy(), ids, table["extracted_position"].to_pylist(), table["type"].to_pylist()
        )
        return listed if in_files else listed.taken(listed.order)

    @property
    def order(self) -> AnyInts:
        """The places of the records by position; records that gold lacks are the last ones."""
        order: AnyInts = np.lexsort((np.abs(self.positions), self.positions < 0))
        return order

    def taken(self, order: AnyInts) -> Recorded:
        """Return them in this order."""
        at = order.tolist()
        columns = ([column[place] for place in at] for column in (self.ids, self.extracted, self.types))
        return Recorded(self.positions[order], *columns)


def stream_run(
    manifest: Manifest, summary: Mapping[str, Any], records: Recorded, results: Results, gold: Sequence[Any],
    extracted: Sequence[Any], cluster_field: str | None,
) -> RunResult:  # fmt: skip
    """Build the run of these results and records."""
    figures = record_figures(*results.tallies.by_record())
    inside = dict(summary.get("cut_off", ()))
    behind = int(manifest.inputs["gold"]["records"]) + np.cumsum(records.positions < 0) - 1
    positions = np.where(records.positions < 0, behind, records.positions)
    return RunResult(
        records=Records(results, records.ids, gold, extracted, figures),
        **totals(results.tallies),
        missing=tuple(summary["missing"]),
        strays=_unpaired(summary["strays"]),
        invented_records=tuple(summary["invented_records"]),
        duplicates=_unpaired(summary["duplicates"]),
        paired_by=summary["paired_by"],
        id_field=summary["id_field"],
        cluster_field=cluster_field,
        problems=tuple(Problem(**one) for one in summary["problems"]),
        missing_records=summary["missing_records"],
        left_out=tuple(summary["left_out"]),
        types=tuple(records.types) if any(records.types) else None,
        positions=tuple(zip(positions.tolist(), records.extracted, strict=True)),
        undeclared=tuple(summary["undeclared"]),
        cut_off=tuple(CutReply(one, inside[one]) for one in records.ids if one in inside),
        table=results,
        signer=lambda: _signature(manifest),
    )


def _signature(manifest: Manifest) -> Mapping[str, Any]:
    """Return that of the plan, with the hashes of both files in place of those of their records."""
    return {**manifest.signature, **{kind: one["sha256"] for kind, one in manifest.inputs.items()}}


def opened_results(folder: str | Path) -> tuple[Manifest, Mapping[str, Any]]:
    """Return the manifest and the summary of a folder. Raises InputError where its results are not whole."""
    folder = Path(folder)
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
