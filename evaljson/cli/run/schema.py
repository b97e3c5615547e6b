"""An eval schema from a file: read as strict JSON, resolved, checked; or inferred from gold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evaljson import SchemaError, SchemaNode, annotate_xeval, parse_eval_schema
from evaljson.cli.console import Messages
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.strict_json import read_json
from evaljson.schema import InferReport, infer_with_report, resolve_with_report

_MOST_NOTES = 10


def read_schema(file: str, recursion: int, messages: Messages) -> SchemaNode:
    """Read, resolve and check a schema; files it refers to are looked for below its folder.

    Raises LoadError if it is not JSON, SchemaError for everything else.
    """
    content, name = read_json(file)
    try:
        report = resolve_with_report(content, _path_of(file), recursion=recursion)
        tree = parse_eval_schema(report.schema)
    except SchemaError as error:
        raise SchemaError(error.problem, f"{name}: {error.path}" if error.path else name) from error
    for remark in report.remarks[:_MOST_NOTES]:
        messages.note(f"{name}: {remark}.")
    if len(report.remarks) > _MOST_NOTES:
        more = len(report.remarks) - _MOST_NOTES
        messages.note(f"{name}: {more:,} more like these; resolve_with_report in Python lists all.")
    return tree


def infer_schema_of(records: list[dict[str, Any]], messages: Messages) -> SchemaNode:
    """Infer the eval schema of gold records, and report where it is a guess."""
    report = infer_with_report(records)
    messages.note("no --schema: inferred from gold; `evaljson infer` prints it for you to review and keep.")
    report_guesses(report, messages)
    return parse_eval_schema(annotate_xeval(report.schema))


def report_guesses(report: InferReport, messages: Messages) -> None:
    """Print where an inferred schema is a guess."""
    for position in report.mixed:
        messages.warn(f"{position}.")
    for path in report.empty:
        messages.note(f"{path or 'the record'}: only null or empty in gold, so its type is a guess.")


def _path_of(file: str) -> Path | None:
    """Return the path that references are relative to; None for stdin and pipes."""
    return Path(file) if file != STDIN and Path(file).is_file() else None
