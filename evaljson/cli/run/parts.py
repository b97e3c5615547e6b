"""From two files to a summary, in parts: nothing here holds all records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evaljson.base.errors import InputError
from evaljson.cli.console import Messages, Steps
from evaljson.cli.files.read import STDIN
from evaljson.cli.options.fail_under import FIELD_FIGURES, RUN_FIGURES, Gate, check_paths
from evaljson.cli.options.reading import FileReading
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.options.stream import StreamOptions
from evaljson.cli.run.gates import GateResult
from evaljson.cli.run.problems import report_problems
from evaljson.cli.run.schema import read_schema
from evaljson.scale.plan import ChunkPlan
from evaljson.scale.stream import StreamProgress, score_in_parts
from evaljson.scale.summary import StreamSummary
from evaljson.wording.words import counted

_MOST_NOTED = 10
_READING = ("text_field", "payload", "metadata", "repair", "pick", "repeated_keys")


def score_parts(
    gold: str, extracted: str, scoring: ScoringOptions, stream: StreamOptions, plugins: Sequence[str],
    gates: Sequence[Gate], messages: Messages,
) -> StreamSummary:  # fmt: skip
    """Score in parts, and report what a user should know. Raises EvaljsonError for bad input."""
    assert stream.stream is not None
    if STDIN in (gold, extracted):
        raise InputError("--stream reads its files twice and by many processes: name files, not -.")
    if scoring.schema.schema_file is None:
        raise InputError(
            "--stream needs an eval schema, since no part knows the others' fields: `evaljson infer` makes one from "
            "some records of gold; name it with --schema."
        )
    if scoring.missing.ids_as_gold:
        raise InputError("--ids-as-gold looks at all ids at once, which --stream does not: leave one of them out.")
    tree = read_schema(scoring.schema.schema_file, scoring.schema.recursion, messages)
    check_paths(gates, tree, scoring.schema.id_field or tree.id_field)
    for gate in gates:
        if gate.figure not in (*RUN_FIGURES, *FIELD_FIGURES):
            raise InputError(f"{gate.source}: {gate.figure} needs all results at once; leave it out, or --stream.")
    plan = ChunkPlan(
        dict(tree.raw), scoring.schema.id_field, scoring.missing.policy, stream.rows, (), tuple(plugins),
        scoring.allow_unknown, _arguments(scoring.reading.gold, False),
        _arguments(scoring.reading.extracted, not scoring.reading.detect),
    )  # fmt: skip
    with messages.steps(100) as steps:
        summary = score_in_parts(
            gold, extracted, plan, stream.stream, workers=stream.workers, dask=stream.dask,
            report=lambda progress: _show(progress, steps),
        )  # fmt: skip
    _report(summary, gold, extracted, messages)
    if not summary.total_records:
        raise InputError("no record was scored; check the files, the ids, and the chunks that could not be scored.")
    return summary


def _arguments(reading: FileReading, is_plain: bool) -> dict[str, object]:
    """Return the arguments of `read_records` that are not its defaults; detection is left to the first part."""
    usual = FileReading()
    named = {name: getattr(reading, name) for name in _READING if getattr(reading, name) != getattr(usual, name)}
    named.pop("text_field", None)
    if isinstance(reading.text_field, str):
        named["text_field"] = reading.text_field
    return named | ({"text_field": False} if is_plain else {})


def _show(progress: StreamProgress, steps: Steps) -> None:
    text = progress.what
    if progress.of:
        text = f"{text} {progress.records:,} of {progress.of:,}"
    if progress.rate is not None:
        text += f", {progress.rate:,.0f} a second"
    if progress.seconds_left is not None:
        minutes, seconds = divmod(round(progress.seconds_left), 60)
        text += f", {minutes:,} min {seconds} s left" if minutes else f", {seconds} s left"
    steps.at(text, progress.share)


def _report(summary: StreamSummary, gold: str, extracted: str, messages: Messages) -> None:
    for kind, line, _, what in summary.reading[:_MOST_NOTED]:
        messages.warn(f"{gold if kind == 'gold' else extracted}: line {line}: {what}")
    report_problems(summary.problems, gold, extracted, messages)
    for chunk in summary.unscored:
        messages.warn(
            f"chunk {chunk.number} with {counted(chunk.records, 'gold record')} could not be scored: {chunk.why}. Run "
            "the same command to try it again."
        )


def gate_results(gates: Sequence[Gate], summary: StreamSummary) -> list[GateResult]:
    """Check each gate against the summary."""
    return [GateResult(gate, _actual(gate, summary)) for gate in gates]


def _actual(gate: Gate, summary: StreamSummary) -> float | None:
    if gate.path is None:
        return shown_mean(summary, RUN_FIGURES[gate.figure])
    field = summary.per_field.get(gate.path)
    return None if field is None else getattr(field, gate.figure)


def shown_mean(summary: StreamSummary, name: str) -> float | None:
    """Return a figure of the whole run by its name in the summary; None where no value counts."""
    found: float | None = getattr(summary, name)
    return None if summary.pooled_f1 is None else found


def refused_by_strict(summary: StreamSummary) -> list[str]:
    """List each kind of problem that --strict does not accept, with its count."""
    counts = {
        "comparator errors": sum(one.count for one in summary.problems if one.kind in ("comparator", "batch")),
        "fields not judged": summary.total_batch_errors,
        "unreadable gold records": summary.gold_refused,
        "unreadable extracted records": summary.extracted_refused,
        "stray records": len(summary.strays),
        "duplicate records": len(summary.duplicates),
    }
    return [f"{kind}: {count:,}" for kind, count in counts.items() if count]


def in_order(summary: StreamSummary, order: str) -> StreamSummary:
    """Return the summary with its fields in schema order, or those with the lowest F1 first."""
    if order == "schema":
        return summary
    fields = sorted(summary.per_field.items(), key=lambda one: (one[1].f1 is None, one[1].f1 or 0.0))
    return replace(summary, per_field=dict(fields))
