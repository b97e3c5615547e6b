"""Stored runs of one prompt: how alike they are, and the records that win a vote among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from evaljson.consistency.model import FieldConsistency
from evaljson.consistency.repeats import consistency, in_some_runs
from evaljson.results.field_result import RecordResult
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode

LISTED: Final = 50
"""Records that are listed, those least alike first."""


@dataclass(frozen=True, slots=True)
class UnlikeRecord:
    """A record that the runs do not all say the same of."""

    record: str
    same: float | None
    """F1 of one run as if another were gold, the mean over pairs of runs; None where less than two produced it."""
    f1: tuple[float, ...]
    """Of each run."""
    voted: float


@dataclass(frozen=True, slots=True)
class RepeatsFound:
    """What `consistency` finds, without the run of the vote: small enough to hand to a page."""

    sentence: str
    f1: tuple[float, ...]
    """Of each run."""
    deviation: float
    fields: tuple[FieldConsistency, ...]
    unlike: int
    """Records that the runs do not all say the same of, also since some did not produce them."""
    listed: tuple[UnlikeRecord, ...]
    voted: tuple[dict[str, Any] | None, ...]


def repeats_found(runs: Mapping[str, RunResult], tree: SchemaNode) -> RepeatsFound:
    """Compare runs of one prompt over the same gold. Raises InputError."""
    results = list(runs.values())
    gold = [record.gold for record in results[0].records]
    found = consistency(gold, [[_extracted(one, tree.id_field) for one in run.records] for run in results], tree)
    in_some = in_some_runs(results).tolist()
    unlike = [at for at, same in enumerate(found.by_record) if in_some[at] or (same is not None and same < 1)]
    listed = sorted(unlike, key=lambda at: found.by_record[at] or 0.0)[:LISTED]
    return RepeatsFound(
        found.sentence,
        found.f1,
        found.deviation,
        found.fields,
        len(unlike),
        tuple(
            UnlikeRecord(
                str(at if results[0].records[at].record_id is None else results[0].records[at].record_id),
                found.by_record[at],
                tuple(run.records[at].f1 for run in results),
                found.voted_run.records[at].f1,
            )
            for at in listed
        ),
        found.voted,
    )


def _extracted(one: RecordResult, id_field: str | None) -> dict[str, Any] | None:
    """Return the extracted record under the id of its gold record, whichever key it had it under."""
    if one.extracted is None:
        return None
    return dict(one.extracted) if id_field is None else {**one.extracted, id_field: one.record_id}
