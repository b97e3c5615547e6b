"""The summary of a run in parts as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from rich.table import Table
from rich.text import Text

from evaljson.cli.console import printable, shorten
from evaljson.cli.run.gates import GateResult
from evaljson.cli.run.parts import shown_mean
from evaljson.scale.summary import StreamSummary
from evaljson.wording.words import counted, points

_MOST = 60
_COUNTS = ("matches", "mismatches", "omissions", "hallucinations", "skipped", "batch_errors")
_HEADERS = ("F1", "prec.", "recall", "match", "mismatch", "omitted", "invented", "skipped", "not judged")


def part_tables(summary: StreamSummary) -> Iterator[Table]:
    """Make a table of the fields, and one of the whole run."""
    fields = _table("field", _HEADERS)
    for path, field in summary.per_field.items():
        counts = (f"{getattr(field, name):,}" for name in _COUNTS)
        shown = Text(shorten(printable(path) or "(the record)", _MOST))
        fields.add_row(shown, *map(points, (field.f1, field.precision, field.recall)), *counts)
    yield fields
    whole = _table("", _HEADERS[:3])
    for name, start in (("mean over records", "mean"), ("pooled over all fields", "pooled")):
        figures = (shown_mean(summary, f"{start}_{figure}") for figure in ("f1", "precision", "recall"))
        whole.add_row(Text(name, "bold"), *map(points, figures))
    yield whole


def _table(first: str, headers: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    table.add_column(first)
    for header in headers:
        table.add_column(header, justify="right", no_wrap=True)
    return table


def part_lines(summary: StreamSummary, folder: str) -> Iterator[str]:
    """Say what was scored, what was not, and where the results are."""
    by = "position" if summary.id_field is None else repr(summary.id_field)
    yield f"{counted(summary.total_records, 'record')} scored, joined by {by}."
    if summary.unscored:
        lost = sum(chunk.records for chunk in summary.unscored)
        yield f"NOT SCORED: {counted(len(summary.unscored), 'chunk')} with {counted(lost, 'gold record')}."
    yield f"Results: {folder}/results/*.parquet, records: {folder}/records/*.parquet, summary: {folder}/summary.json"


def part_document(summary: StreamSummary, gates: Sequence[GateResult]) -> str:
    """Write the document in ASCII, indented by 2."""
    whole = summary.as_json()
    whole["gates"] = [
        {"gate": one.gate.text, "wanted": one.gate.wanted, "actual": one.actual, "passed": one.passed} for one in gates
    ]
    whole["problems"] = [asdict(problem) for problem in summary.problems]
    return json.dumps(whole, indent=2, ensure_ascii=True, default=str)
