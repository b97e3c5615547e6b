"""An eval schema from a file: strict JSON, resolved, checked."""

from __future__ import annotations

from pathlib import Path

from evaljson import SchemaError, SchemaNode, parse_eval_schema
from evaljson.cli.inputs import STDIN
from evaljson.cli.json_file import read_json
from evaljson.cli.options.common import recursion
from evaljson.cli.text.console import Voice
from evaljson.schema import resolve_with_report

_SHOWN = 10


def read_schema(file: str, voice: Voice) -> SchemaNode:
    """Read, resolve and check a schema; files that it refers to are looked for below its folder.

    What had to be decided is said. Raises LoadError for what is no JSON, SchemaError for the rest.
    """
    found, name = read_json(file)
    try:
        report = resolve_with_report(found, _own_file(file), recursion=recursion())
        tree = parse_eval_schema(report.schema)
    except SchemaError as error:
        raise SchemaError(error.problem, f"{name}: {error.path}" if error.path else name) from error
    for remark in report.remarks[:_SHOWN]:
        voice.note(f"{name}: {remark}.")
    if len(report.remarks) > _SHOWN:
        voice.note(
            f"{name}: {len(report.remarks) - _SHOWN:,} more like these; resolve_with_report in Python lists all."
        )
    return tree


def _own_file(file: str) -> Path | None:
    """Where the schema lies, for what it refers to; None for stdin and pipes, which lie nowhere."""
    return Path(file) if file != STDIN and Path(file).is_file() else None
