"""The summary below the tables of `score`: records, field counts, judge, signature."""

from __future__ import annotations

from collections.abc import Iterator

from evaljson import RunResult
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.results.clusters import Clustering
from evaljson.results.fully_right import FullyRight, RightShare
from evaljson.wording.words import BY_STATUS, counted, dollars, points


def summary_lines(scored: ScoredFiles, clusters: Clustering | None = None) -> Iterator[str]:
    """Write lines of at most 80 columns."""
    yield from _record_lines(scored)
    if clusters is not None:
        of = counted(clusters.clusters, "cluster")
        yield f"          in {of}, up to {clusters.largest:,} in one; intervals go by them"
        if clusters.without:
            yield f"          {clusters.without:,} without a value, each a cluster of its own"
    yield from _field_lines(scored.run)
    yield from right_lines(scored.run.fully_right)
    yield from _judge_lines(scored.run)
    yield "Signature " + short_signature(scored.run)


def _record_lines(scored: ScoredFiles) -> Iterator[str]:
    run = scored.run
    joined = f"joined by {scored.id_field!r}" if run.paired_by == "id" else "paired by position"
    treatment = "fields count as missing" if run.missing_records == "omit" else "left out"
    yield f"Records   {run.total_records:,} scored, {joined}"
    yield (
        f"          {len(run.missing):,} missing ({treatment}), {len(run.strays):,} stray, "
        f"{len(run.duplicates):,} duplicate"
    )
    if scored.gold.n_refused or scored.extracted.n_unreadable:
        yield f"          unreadable: {scored.gold.n_refused:,} gold, {scored.extracted.n_unreadable:,} extracted"
    if run.invented_records:
        yield f"          {len(run.invented_records):,} of the strays scored: fields count as invented"
    if run.left_out:
        yield f"          {len(run.left_out):,} left out: their extracted record cannot be read"
    if scored.extracted.repaired:
        lossy = f", {len(scored.extracted.lossy):,} with characters lost" if scored.extracted.lossy else ""
        yield f"          {len(scored.extracted.repaired):,} extracted repaired{lossy}: their JSON was broken"
    if run.empty_records:
        yield f"          {run.empty_records:,} with no extracted value that counts: their precision is 1"


def _field_lines(run: RunResult) -> Iterator[str]:
    totals = {
        "match": run.total_matches,
        "mismatch": run.total_mismatches,
        "omission": run.total_omissions,
        "hallucination": run.total_hallucinations,
        "skipped": run.total_skipped,
        "batch_error": run.total_batch_errors,
    }
    shown = [f"{BY_STATUS[status].word} {total:,}" for status, total in totals.items()]
    yield f"Fields    {', '.join(shown[:4])},"
    yield f"          {', '.join(shown[4:])}"


def right_lines(right: FullyRight) -> Iterator[str]:
    """Say how many records, and rows of arrays, are right as a whole, with the interval of their share."""
    yield f"Right     {_share(right.records, 'records')}"
    if right.per_array:
        yield f"          {_share(right.rows, 'array rows')}"


def _share(one: RightShare, what: str) -> str:
    decided = one.right + one.wrong
    undecided = f"; {one.undecided:,} undecided" if one.undecided else ""
    if one.interval is None:
        return f"no {what} to count{undecided}"
    low, high = map(points, one.interval)
    return f"{one.right:,} of {decided:,} {what} fully: {points(one.share)} ({low} to {high}){undecided}"


def _judge_lines(run: RunResult) -> Iterator[str]:
    used = run.judged
    if used is None:
        return
    who = f"{used.model}, no language model" if used.stand_in else used.model
    yield f"Judge     {who}: {counted(used.fields, 'field')}, {used.equal:,} equal, {used.failed:,} not judged"
    if not used.stand_in:
        cost = "" if used.price is None else f", {dollars(used.price)}"
        yield (
            f"          {used.cached:,} of {counted(used.distinct, 'question')} answered before, "
            f"{counted(used.calls, 'request')}, {used.tokens_in + used.tokens_out:,} tokens{cost}"
        )
    if used.stopped:
        yield f"          stopped: {used.stopped}"


def short_signature(run: RunResult) -> str:
    """Return the version and the first digits of each hash: enough to see whether two runs have the same inputs."""
    signature = run.signature
    hashes = (f"{part} {signature[part][:8]}" for part in ("schema", "gold", "extracted"))
    return f"evaljson {signature['engine']}, {', '.join(hashes)}"
