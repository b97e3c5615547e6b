"""The records of the HTML report: those that lose most, a line each, and folded below it what is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.load.loaded_records import RecordId
from evaljson.report.export.html.records_in_brief import NONE_SIGN, RecordInBrief, brief_table
from evaljson.report.export.html.shared_runs import SharedRuns
from evaljson.report.fields.fault_kinds import kinds_by_path, misplaced_by_path
from evaljson.report.records.diff_html import KEY
from evaljson.report.records.elements import Item, Pairs, pairs_by_record, paths_of, with_headings
from evaljson.report.records.id_keys import id_labels
from evaljson.report.records.rows import Row, record_rows
from evaljson.report.records.table_html import bare_table
from evaljson.results.field_result import RecordResult
from evaljson.results.losses import record_losses
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.review.label_states import GoldLabels, LabelsOfRecord, label_words
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.wording.values import escaped
from evaljson.wording.words import counted

VALUES = 30
"""Values shown of one record: lines times variants."""
LEAST_ROWS = 8
"""Lines shown of one record, however many variants there are."""
MOST_VARIANTS = 4
"""Columns beside gold."""
_LONGEST = 1_000
"""Characters of one value."""
_DIGITS = 9
"""Decimals of F1 that set records apart: beyond them are errors of rounding."""
_AND_NONE = f" · {NONE_SIGN} no usable record</div>"
_IN_FULL = '<p class="faint screen">What else is wrong in each of them:</p>'


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


def records_section(
    shared: SharedRuns, whole: Mapping[str, RunResult], tree: SchemaNode, most: int, said: GoldLabels,
    compared: str | None = None, leaders: Sequence[str] = (),
) -> str:  # fmt: skip
    """Write at most `most` records, greatest loss in all variants shown first.

    `shared` are the runs over the records that all share, and `whole` those with all records, which say what was left
    out; `said`: what reviews say of gold; `compared` and `leaders` are those of `patterns_section`.
    """
    every, runs = shared.runs, _columns(shared.runs, compared, leaders)
    lost = _lost_by_record(runs, shared)
    wrong = sum(one > 0 for one in lost.values())
    shown = sorted(lost, key=lambda one: -lost[one])[: min(most, wrong)]
    labels = dict(zip(lost, id_labels(list(lost)), strict=True))
    places = [{record.record_id: place for place, record in enumerate(run.records)} for run in runs.values()]
    pairs = [pairs_by_record(run) for run in runs.values()] if len(shown) else []
    parts, brief = [], []
    for number, record_id in enumerate(shown, 1):
        at = [by_id.get(record_id) for by_id in places]
        holder, place = next(
            (run, position) for run, position in zip(runs.values(), at, strict=True) if position is not None
        )
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
        of_record = said.get(holder.positions[place][0] if holder.positions else place, {})
        of_place = schema_of(tree, holder.records[place].gold)
        rows, anchor = _rows(there, of_place), f"record-{number}"
        brief.append(_in_brief(anchor, labels[record_id], list(runs), there, rows))
        parts.append(_record(anchor, labels[record_id], there, rows, of_record))
    told = _told(len(shown), wrong, len(lost), shared, len(runs), len(every))
    in_any = sum(one > 0 for one in _lost_by_record(every, shared).values())
    sentence = told + _left_out(whole) + _without(every, list(runs), in_any - wrong)
    key = KEY if any("<del>" in part or "<ins>" in part for part in parts) else ""
    if len(runs) > 1 and any(one.missing for one in brief):
        key = f'<div class="ej-key">{NONE_SIGN} no usable record</div>' if not key else key.replace("</div>", _AND_NONE)
    table = brief_table(brief, list(runs)) + _IN_FULL if brief else ""
    return f'<h2 id="records">Records</h2><p>{sentence}</p>{key}{table}{"".join(parts)}'


def worst_first(rows: Sequence[Row]) -> list[Row]:
    """Return the differences, what loses most first; lines of one element stay together, in their order."""
    together: dict[tuple[str, int | None], list[Row]] = {}
    for row in rows:
        if row.is_difference:
            end = row.path.rfind("]")
            together.setdefault((row.path[: end + 1], row.own), []).append(row)
    groups = [[row] for at, group in together.items() if not at[0] for row in group]
    groups += [group for at, group in together.items() if at[0]]
    return list(chain.from_iterable(sorted(groups, key=lambda group: -max(row.lost for row in group))))


def _that_lose_most(rows: Sequence[Row], pairs: Sequence[Pairs], most: int) -> list[Item]:
    """Return the differences that lose most, as many as have room in `most` lines with the headings above them."""
    places = [place for place, row in enumerate(rows) if row.is_difference]
    places.sort(key=lambda place: -rows[place].lost)
    for count in range(min(most, len(places)), 1, -1):
        items = _of_places(rows, places[:count], pairs)
        if len(items) <= most:
            return items
    return _of_places(rows, places[:1], pairs)


def _of_places(rows: Sequence[Row], places: Sequence[int], pairs: Sequence[Pairs]) -> list[Item]:
    return _differences(with_headings(worst_first([rows[place] for place in sorted(places)]), pairs))


def _differences(items: Sequence[Item]) -> list[Item]:
    return [item for item in items if not isinstance(item, Row) or item.is_difference]


def _columns(runs: Mapping[str, RunResult], compared: str | None, leaders: Sequence[str]) -> dict[str, RunResult]:
    """Return the variants that have a column: the baseline, and of more than fit beside it the one `compared` with it,
    the `leaders`, and those with the highest F1."""
    base, *others = runs
    if len(runs) <= MOST_VARIANTS:
        return dict(runs)
    best = highest_first({name: runs[name].mean_f1 for name in others})
    first = [name for name in (compared, *leaders) if name in others]
    kept = list(dict.fromkeys([base, *first, *best]))[:MOST_VARIANTS]
    return {name: runs[name] for name in kept}


def _lost_by_record(runs: Mapping[str, RunResult], shared: SharedRuns) -> dict[RecordId | None, float]:
    """Return by record what its F1 lacks to 1 in all runs together: of records of the first run, and of those without
    gold that only others have. Runs that cannot be compared with it add no records."""
    lost: dict[RecordId | None, float] = {}
    for number, (name, run) in enumerate(runs.items()):
        for record, own in zip(run.records, _f1_lost(run).tolist(), strict=True):
            if number == 0 or record.record_id in lost or (shared.strays and name not in shared.alone):
                lost[record.record_id] = lost.get(record.record_id, 0.0) + own
    return lost


def _f1_lost(run: RunResult) -> Floats:
    """Return by record what its F1 lacks to 1."""
    return np.round(1 - record_losses(run)[0], _DIGITS)


def _told(shown: int, wrong: int, records: int, shared: SharedRuns, columns: int, variants: int) -> str:
    """Say how many of the `records` lose F1 in the variants that have a column, and how many are here."""
    here = f" in the {columns} variants shown" if columns < variants else ""
    if not wrong:
        over = counted(records, "record") if shared.records is None else shared.in_words
        return f"No difference that counts in {over}{here}."
    most = f" most in {'these' if here else 'all variants'} together" if columns > 1 else " most"
    of = f"{records:,}" if shared.records is None else f"the {re.sub(' records? ', ' ', shared.in_words, count=1)}"
    begin = f"{counted(wrong, 'record')} of {of} {'loses' if wrong == 1 else 'lose'} F1{here}"
    if shown < wrong:
        here = f"the one that loses{most} is" if shown == 1 else f"the {shown:,} that lose{most} are"
        left = wrong - shown
        return f"{begin}; {here} shown here, {left:,} {'is' if left == 1 else 'are'} left out."
    return f"{begin}, and all of them are shown, what loses{most} first."


def _left_out(runs: Mapping[str, RunResult]) -> str:
    """Say which variants have missing records that count in no figure: those differ from nothing here."""
    counts = {name: len(run.missing) for name, run in runs.items() if run.missing_records == "exclude" and run.missing}
    said = ", ".join(f"<bdi>{escaped(name)}</bdi> {number:,}" for name, number in counts.items())
    return f" Missing records that are left out: {said}." if said else ""


def _without(names: Iterable[str], columns: Sequence[str], wrong_there: int) -> str:
    """Say which variants have no column, and how many records lose F1 in these alone."""
    left_out = [f"<bdi>{escaped(name)}</bdi>" for name in names if name not in columns]
    if not left_out:
        return ""
    shown = (
        f"Shown are {len(columns)} of {len(columns) + len(left_out):,} variants: the baseline, and of the others those "
    )
    shown += "first that may be best."
    alone = f" Only there {counted(wrong_there, 'other record')} lose F1." if wrong_there > 1 else ""
    alone = " Only there 1 other record loses F1." if wrong_there == 1 else alone
    return f" {shown} Left out: {', '.join(left_out)}.{alone}"


def _rows(there: Sequence[_There], tree: SchemaNode) -> list[Row]:
    return record_rows(
        [variant.record for variant in there],
        tree,
        [variant.kinds for variant in there],
        [variant.moved for variant in there],
    )


def _in_brief(
    anchor: str, label: str, columns: Sequence[str], there: Sequence[_There], rows: Sequence[Row]
) -> RecordInBrief:
    """Return the line of a record."""
    f1 = {variant.name: variant.record.f1 for variant in there}
    missing = [variant.name for variant in there if variant.record.extracted is None]
    names = [variant.name for variant in there]
    return RecordInBrief(anchor, label, [f1.get(name) for name in columns], worst_first(rows), names, missing)


def _record(anchor: str, label: str, there: Sequence[_There], rows: list[Row], said: LabelsOfRecord) -> str:
    """Write one record, folded."""
    pairs = [variant.pairs for variant in there]
    items = _differences(with_headings(rows, pairs, fold=True))
    missing = [variant.name for variant in there if variant.record.extracted is None]
    notes = [
        f"<p>No usable record of <bdi>{escaped(name)}</bdi>: what gold has counts as missing.</p>" for name in missing
    ]
    most = max(LEAST_ROWS, VALUES // len(there))
    lines = sum(isinstance(item, Row) for item in items)
    if len(items) > most:
        items = _that_lose_most(rows, pairs, most)
        shown = sum(isinstance(item, Row) for item in items)
        if shown < lines:  # else only headings are left out
            notes.append(f"<p>The {shown:,} of {counted(lines, 'difference')} that lose most weight are shown.</p>")
    words = label_words(said, paths_of(items))
    table = bare_table(items, [variant.name for variant in there], most=_LONGEST, labels=words) if items else ""
    heading = f'<h3><bdi>{escaped(label)}</bdi> <span class="faint">{counted(lines, "difference")}</span></h3>'
    return (
        f'<section class="record"><details><summary>{heading}</summary><div id="{anchor}">{"".join(notes)}{table}</div>'
        "</details></section>\n"
    )
