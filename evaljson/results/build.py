"""From scored results and their pairing to a run with all its figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evaljson.load.loaded_records import RecordId
from evaljson.load.pairing import Pairing
from evaljson.results.aggregate import Records, totals
from evaljson.results.model import RunResult
from evaljson.results.protocol import Results
from evaljson.scoring.judging import JudgeUsage
from evaljson.scoring.problems import Problem
from evaljson.scoring.tallies import record_figures


def run_result(
    results: Results, gold: Sequence[Any], pairing: Pairing, *, missing: tuple[RecordId, ...],
    missing_records: str, left_out: tuple[RecordId, ...], id_field: str | None, cluster_field: str | None,
    types: tuple[str | None, ...] | None,
    invented_records: tuple[RecordId, ...], undeclared: tuple[str, ...], problems: tuple[Problem, ...],
    judged: JudgeUsage | None, signer: Callable[[], Mapping[str, Any]],
) -> RunResult:  # fmt: skip
    """Build the run; the keyword arguments are its fields of the same names."""
    figures = record_figures(*results.tallies.by_record())
    return RunResult(
        records=Records(results, pairing.record_ids, gold, pairing.extracted, figures),
        **totals(results.tallies),
        missing=missing,
        strays=tuple(pairing.strays),
        invented_records=invented_records,
        duplicates=tuple(pairing.duplicates),
        paired_by=pairing.by,
        id_field=id_field,
        cluster_field=cluster_field,
        problems=problems,
        missing_records=missing_records,
        left_out=left_out,
        types=types,
        positions=tuple(pairing.positions),
        undeclared=undeclared,
        judged=judged,
        table=results,
        signer=signer,
    )
