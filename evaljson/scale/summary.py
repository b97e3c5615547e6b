"""From the sums of all chunks to the figures and problems of the whole run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from evaljson.load.loaded_records import RecordId
from evaljson.results.field_result import FieldAggregation
from evaljson.results.scored_records import few_joined
from evaljson.results.undeclared_fields import undeclared_fields
from evaljson.scale.chunk_sums import ChunkSums, ids_of
from evaljson.scale.manifest import Manifest
from evaljson.schema.node import SchemaNode
from evaljson.scoring.problems import Problem, Problems

MOST_NOTED = 100
"""Lines that could not be read as they are, listed in the summary; all are in the documents of the chunks."""


@dataclass(frozen=True, slots=True)
class Unscored:
    """A chunk that could not be scored: its records are in no figure."""

    number: int
    records: int
    """Gold records in it."""
    why: str


@dataclass(frozen=True, slots=True)
class StreamSummary:
    """The figures of a run in parts, under their names in RunResult."""

    mean_precision: float | None
    mean_recall: float | None
    mean_f1: float | None
    pooled_precision: float | None
    pooled_recall: float | None
    pooled_f1: float | None
    total_records: int
    total_fields: int
    total_matches: int
    total_mismatches: int
    total_omissions: int
    total_hallucinations: int
    total_skipped: int
    total_batch_errors: int
    per_field: Mapping[str, FieldAggregation]
    empty_records: int
    paired_by: str
    id_field: str | None
    missing_records: str
    missing: tuple[RecordId, ...]
    strays: tuple[tuple[int, Any, str], ...]
    """Position in the extracted file, id and reason."""
    duplicates: tuple[tuple[int, Any, str], ...]
    left_out: tuple[RecordId, ...]
    invented_records: tuple[RecordId, ...]
    undeclared: tuple[str, ...]
    problems: tuple[Problem, ...]
    gold_refused: int
    extracted_refused: int
    repaired: int
    reading: tuple[tuple[str, int | None, str, str], ...] = ()
    """The first lines that could not be read as they are: side, line, severity and what was wrong."""
    cut_off: tuple[tuple[RecordId, str | None], ...] = ()
    """Records whose reply ended early: id, and the path of what was open there; None for one that was not read."""
    unscored: tuple[Unscored, ...] = field(default=())
    """Chunks that are in no figure; empty for a whole run."""

    def as_json(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        return asdict(self)


def summarise(
    sums: ChunkSums, manifest: Manifest, tree: SchemaNode, id_field: str | None, missing_records: str,
    reading: Sequence[Sequence[Any]] = (), unscored: Sequence[Unscored] = (),
) -> StreamSummary:  # fmt: skip
    """Work out the figures, once everything is added up."""
    invented = {(type(one), one) for _, one, _ in sums.invented}
    strays = [one for _, one, _ in sums.strays if (type(one), one) not in invented]
    problems = Problems()
    problems.take(sums.problems)
    if id_field is not None:
        few = few_joined(id_field, sums.gold, ids_of(sums.missing), strays)
        if few is not None:
            problems.add(*few)
    if manifest.note is not None:
        problems.add("records", "", manifest.note)
    if unscored:
        lost = sum(one.records for one in unscored)
        problems.add("records", "", "gold records are in chunks that could not be scored, and in no figure", lost)
    noted = sorted(reading, key=lambda one: (one[0], one[1] or 0, one[3]))[:MOST_NOTED]
    return StreamSummary(
        **sums.sums.totals(),
        empty_records=sums.sums.empty,
        paired_by="position" if id_field is None else "id",
        id_field=id_field,
        missing_records=missing_records,
        missing=ids_of(sums.missing),
        strays=sums.strays,
        duplicates=sums.duplicates,
        left_out=ids_of(sums.left_out),
        invented_records=ids_of(sums.invented),
        undeclared=undeclared_fields(list(sums.sums.in_order()), tree),
        problems=problems.listed(),
        gold_refused=sums.gold_refused,
        extracted_refused=sums.extracted_refused,
        repaired=sums.repaired,
        reading=tuple((kind, line, severity, what) for kind, line, severity, what in noted),
        cut_off=tuple((record_id, inside) for _, record_id, inside in sums.cut_off),
        unscored=tuple(unscored),
    )
