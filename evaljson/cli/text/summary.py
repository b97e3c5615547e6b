"""What stands below the table: which records were scored, how every field came out, and what it all depends on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evaljson import RunResult, SchemaNode
from evaljson.cli.judge_ask import judged_lines
from evaljson.load import LoadedRecords


@dataclass(frozen=True, slots=True)
class ScoredFiles:
    """A run with the files it came from."""

    run: RunResult
    gold: LoadedRecords
    extracted: LoadedRecords
    id_field: str | None
    schema: str | None
    """The file of the eval schema; None where it was inferred."""
    tree: SchemaNode
    """The eval schema itself."""


def summary_lines(scored: ScoredFiles) -> Iterator[str]:
    """Lines of at most 80 columns."""
    run = scored.run
    joined = f"joined by {scored.id_field!r}" if run.paired_by == "id" else "paired by position"
    fate = "counted as omitted" if run.missing_records == "omit" else "left out"
    yield f"Records  {run.total_records:,} scored, {joined}"
    yield (
        f"         {len(run.missing):,} missing ({fate}), {len(run.strays):,} stray, {len(run.duplicates):,} duplicate"
    )
    if scored.gold.n_refused or scored.extracted.n_refused:
        yield f"         unreadable: {scored.gold.n_refused:,} of gold, {scored.extracted.n_refused:,} of extracted"
    if run.left_out:
        yield f"         {len(run.left_out):,} left out: what was extracted for them cannot be read"
    if scored.extracted.repaired:
        yield f"         {len(scored.extracted.repaired):,} extracted mended: their JSON was broken"
    if run.empty_records:
        yield f"         {run.empty_records:,} produced nothing: precision counts as 1 for those"
    yield (
        f"Fields   match {run.total_matches:,}, mismatch {run.total_mismatches:,}, omission {run.total_omissions:,}, "
        f"hallucination {run.total_hallucinations:,},"
    )
    yield f"         skipped {run.total_skipped:,}, not judged {run.total_batch_errors:,}"
    yield from judged_lines(run)
    yield "Depends  " + short_signature(run)


def short_signature(run: RunResult) -> str:
    """Version and the first digits of each hash: enough to see whether two runs are alike."""
    signed = run.signature
    hashes = (f"{part} {signed[part][:8]}" for part in ("schema", "gold", "extracted"))
    return f"evaljson {signed['engine']}, {', '.join(hashes)}"
