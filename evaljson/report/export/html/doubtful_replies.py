"""Replies that ended early, or look like another record's, in the HTML report: nothing in a table of fields says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from evaljson.base.listed import first_of
from evaljson.report.patterns.kinds import BY_NAME
from evaljson.report.patterns.other_record import looks_like
from evaljson.report.records.id_keys import id_labels
from evaljson.results.model import RunResult
from evaljson.wording.short_names import shortened
from evaljson.wording.values import escaped, isolated

_NAMED: Final = 3
"""Records that are named of a variant."""
_LONGEST: Final = 60


def doubtful_replies_lines(runs: Mapping[str, RunResult]) -> str:
    """Write a line each, with the records and what to do about them; empty where there are none."""
    cut = {name: id_labels([one.record_id for one in run.cut_off]) for name, run in runs.items() if run.cut_off}
    found = {name: alike for name, run in runs.items() if (alike := looks_like(run))}
    like = {name: [f"{one.record} like {one.other}" for one in alike] for name, alike in found.items()}
    return _line("Replies cut off", "cut_off", cut) + _line("Records that look like another one", "other_record", like)


def _line(title: str, kind: str, by_variant: Mapping[str, Sequence[str]]) -> str:
    if not by_variant:
        return ""
    said = "; ".join(f"{isolated(name)} {len(records):,} ({_first(records)})" for name, records in by_variant.items())
    return f'<p dir="auto">⚠ <b>{title}</b>: {said}. {escaped(BY_NAME[kind].remedy)}</p>'


def _first(records: Sequence[str]) -> str:
    return first_of([isolated(shortened(one, _LONGEST)) for one in records], _NAMED)
