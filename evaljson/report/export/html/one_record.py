"""Below the table of fields: those whose wrong values are mostly in one record."""

from __future__ import annotations

from collections.abc import Mapping

from evaljson.report.compare.verdict_html import pieces_html
from evaljson.report.patterns.fields_of_one_record import said_of_fields
from evaljson.report.patterns.one_record import fields_mostly_in_record
from evaljson.results.model import RunResult


def one_record_lines(runs: Mapping[str, RunResult]) -> str:
    """Write a line for each variant that has such fields; empty without any."""
    several = len(runs) > 1
    said = [said_of_fields(fields_mostly_in_record(run), name if several else None) for name, run in runs.items()]
    return "".join(f'<p class="faint">{pieces_html(pieces)}</p>' for pieces in said if pieces)
