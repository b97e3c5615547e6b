"""The records of the HTML report: those that lose most, with what is wrong in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.report.fields.fault_kinds import kinds_by_path, misplaced_by_path
from evaljson.report.records.diff_html import KEY
from evaljson.report.records.elements import Pairs, pairs_by_record, with_headings
from evaljson.report.records.id_keys import id_labels
from evaljson.report.records.rows import Row, record_rows
from evaljson.report.records.table_html import bare_table
from evaljson.results.field_result import RecordResult
from evaljson.results.losses import record_losses
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, points

VALUES = 30
"""Values shown of one record: lines times variants."""
LEAST_ROWS = 8
"""Lines shown of one record, however many variants there are."""
MOST_VARIANTS = 4
"""Columns beside gold."""
_LONGEST = 1_000
"""Characters of one value."""


@dataclass(frozen=True, slots=True)
class _There:
    """A record as one variant has it."""

    name: str
    record: RecordResult
    pairs: Pairs
    kinds: Mapping[str, str]
    """By instance path, what is wrong with it."""
    moved: Mapping[str, str]
    """By instance path, where what is misplaced stands."""


def records_section(runs: Mapping[str, RunResult], tree: SchemaNode, most: int) -> str:
    """Write at most `most` records, greatest loss in all variants together first."""
    first = next(iter(runs.values()))
    order, wrong = _order(runs)
    several, runs = len(runs) > 1, _columns(runs)
    shown = order[: min(most, wrong)]
    labels = id_labels([record.record_id for record in first.records])
    places = [{record.record_id: place for place, record in enumerate(run.records)} for run in runs.values()]
    pairs = [pairs_by_record(run) for run in runs.values()] if len(shown) else []
    parts = []
    for place in shown.tolist():
        record_id = first.records[place].record_id
        at = [by_id.get(record_id) for by_id in places]
        there = [
            _There(
                name,
                run.records[position],
                of_run[position],
                kinds_by_path(run, [position])[0],
                misplaced_by_path(run, [position])[0],
            )
            for (name, run), position, of_run in zip(runs.items(), at, pairs, strict=True)
            if position is not None
        ]
        parts.append(_record(labels[place], there, schema_of(tree, first.records[place].gold)))
    sentence = _told(len(shown), wrong, len(first.records), several)
    key = KEY if any("<del>" in part or "<ins>" in part for part in parts) else ""
    return f'<h2 id="records">Records</h2><p>{sentence}</p>{key}{"".join(parts)}'


def _columns(runs: Mapping[str, RunResult]) -> dict[str, RunResult]:
    """Return the variants that have a column: the baseline, and of more than fit beside it the best ones."""
    base, *others = runs
    best = highest_first({name: runs[name].mean_f1 for name in others})[: MOST_VARIANTS - 1]
    kept = [base, *best] if len(runs) > MOST_VARIANTS else runs
    return {name: runs[name] for name in kept}


def _order(runs: Mapping[str, RunResult]) -> tuple[np.ndarray, int]:
    """Places in the first variant, what loses most in all together first, and how many lose anything in any."""
    first, *others = runs.values()
    whole = record_losses(first)[1].copy()
    for run in others:
        loss = dict(zip((record.record_id for record in run.records), record_losses(run)[1].tolist(), strict=True))
        whole += [loss.get(record.record_id, 0.0) for record in first.records]
    return np.argsort(-whole, kind="stable"), int((whole > 0).sum())


def _told(shown: int, wrong: int, records: int, several: bool) -> str:
    if not wrong:
        return f"No difference in {counted(records, 'record')}."
    most = " most in all variants together" if several else " most"
    begin = f"{counted(wrong, 'record')} of {records:,} differ from gold"
    if shown < wrong:
        return f"{begin}; the {shown:,} that lose{most} are shown here, {wrong - shown:,} are left out."
    return f"{begin}, and all of them are shown, what loses{most} first."


def _record(label: str, there: Sequence[_There], tree: SchemaNode) -> str:
    rows = record_rows(
        [variant.record for variant in there],
        tree,
        [variant.kinds for variant in there],
        [variant.moved for variant in there],
    )
    items = with_headings(rows, [variant.pairs for variant in there], fold=True)
    items = [item for item in items if not isinstance(item, Row) or item.is_difference]
    figures = " · ".join(f"<bdi>{escaped(variant.name)}</bdi> F1 {points(variant.record.f1)}" for variant in there)
    missing = [variant.name for variant in there if variant.record.extracted is None]
    notes = [
        f"<p>No usable record of <bdi>{escaped(name)}</bdi>: all of gold counts as missing.</p>" for name in missing
    ]
    most = max(LEAST_ROWS, VALUES // len(there))
    if len(items) > most:
        notes.append(f"<p>{most:,} of {len(items):,} lines are shown.</p>")
    table = bare_table(items[:most], [variant.name for variant in there], most=_LONGEST)
    heading = f'<h3><bdi>{escaped(label)}</bdi> <span class="faint">{figures}</span></h3>'
    return f'<section class="record">{heading}{"".join(notes)}{table}</section>\n'
