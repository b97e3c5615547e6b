"""Writes the figures of the HTML report: one row per variant, and one row per field."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError
from evaljson.compare.leaderboard import Loss, greatest, lacked_records, records_without_gold, worst_fields
from evaljson.compare.shared_records import shared_places
from evaljson.floor import Floors
from evaljson.report.compare.cost_of_gain import VariantCost
from evaljson.report.export.html.changes import (
    NOTE,
    UNTESTED,
    Changes,
    change_cells,
    change_heads,
    is_over_others,
    over_records,
)
from evaljson.report.export.html.one_record import one_record_lines
from evaljson.report.export.html.ranking import (
    LONG,
    WHERE_IT_FAILS,
    cost_cells,
    fully_right_cell,
    loses_most_cell,
    name_cell,
    scale_line,
)
from evaljson.report.export.html.skipped import rows_in_words, skipped_fields, skipped_line
from evaljson.report.fields.by_variant import VariantFigures, variant_figures
from evaljson.report.fields.containers import NOTE as OF_WHOLES
from evaljson.report.fields.containers import wholes
from evaljson.report.records.table_html import breakable
from evaljson.results.fully_right import records_right
from evaljson.results.losses import field_table
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.results.shown_means import shown_means, shown_pooled
from evaljson.wording.differences import digits_for
from evaljson.wording.short_names import told_apart
from evaljson.wording.values import escaped, isolated
from evaljson.wording.words import LOOKS, counted, points

if TYPE_CHECKING:
    import pandas as pd

Runs = Mapping[str, RunResult]
Table = tuple[list[str], list[list[str]]]
"""The headings of a table, and the cells of its rows, as HTML."""
WORST = 5
"""Fields that are in sight."""
MANY = 4
"""Variants from which on each has one narrow column."""
OF_MANY = "▲ better and ▼ worse than {}, beyond chance, allowing for how many fields there are."
OF_FLOOR = "Floor: the F1 that one gets there without reading a document; arrays and objects themselves have none."
_SIGNS = {"better": " ▲", "worse": " ▼"}
_COUNTED = 4
"""Of LOOKS, those that figures are made of: match, wrong, missing, invented."""


def averages(runs: Runs) -> str:
    """Write the F1 of each, highest first, and over how many records; of each where they are not the same ones."""
    ranked = highest_first({name: run.mean_f1 for name, run in runs.items()})
    records = {name: counted(runs[name].total_records, "record") for name in ranked}
    same = len({run.record_keys for run in runs.values()}) == 1
    means = ", ".join(
        f"<b><bdi>{escaped(name)}</bdi></b>: F1 {points(shown_means(runs[name]).f1)}"
        f"{'' if same else f' over {records[name]}'}"
        for name in ranked
    )
    over = f" over {records[ranked[0]]}." if same else ". Their records are not the same ones."
    return f"<p>{means}{over}</p>{scale_line()}"


def failures_table(runs: Runs) -> str:
    """Write one row per variant, highest F1 first: records that are fully right, and the fields that lose most.

    Of runs over different records, these are of the records that all share, which is said; each has its own where
    they share none.
    """
    shared = _shared(runs)
    rows = [
        [
            name_cell(name),
            fully_right_cell(records_right(runs[name].tallies.rows, places=shared.get(name))),
            loses_most_cell(_loses_most(runs[name], shared.get(name))),
        ]
        for name in highest_first({name: run.mean_f1 for name, run in runs.items()})
    ]
    table = _table(["Variant", *WHERE_IT_FAILS], rows, "figures told")
    if not shared:
        return table
    records = counted(len(next(iter(shared.values()))), "record")
    return f'<p class="faint">In the {records} that all of them share:</p>{table}'


def _loses_most(run: RunResult, places: Ints | None) -> Sequence[Loss]:
    return greatest(worst_fields(run, places), lacked_records(run, places), records_without_gold(run, places))


def _shared(runs: Runs) -> Mapping[str, Ints]:
    """Return the places in each run of the records that all share; nothing where all have the same, or share none."""
    if len({run.record_keys for run in runs.values()}) == 1:
        return {}
    try:
        return dict(zip(runs, shared_places(list(runs.values())), strict=True))
    except InputError:
        return {}


def summary_table(runs: Runs, whole: Runs | None = None, costs: Mapping[str, VariantCost] | None = None) -> str:
    """Write one row per variant, highest F1 first: means over records, counts of results, records missing.

    `whole`: the runs with all their records, where `runs` have only some; they say how many records are missing.
    `costs`: what is noted of cost and latency, for a column each.
    """
    missing = {name: len(run.missing) for name, run in (whole or runs).items()}
    are_more = whole is not None and any(whole[name] is not run for name, run in runs.items())
    runs = {name: runs[name] for name in highest_first({name: run.mean_f1 for name, run in runs.items()})}
    counts = [_counts(run) for run in runs.values()]
    shown = _shown(counts)
    of_costs, cells = cost_cells(list(runs), costs or {})
    heads = ["Variant", "F1", "Precision", "Recall", "Pooled F1", "Records", *(LOOKS[at].label for at in shown)]
    rows = [
        [
            name_cell(name),
            *map(_figure, (*shown_means(run), shown_pooled(run).f1)),
            *map(_count, (run.total_records, *(variant_counts[at] for at in shown), missing[name])),
            *([cells[name]] if of_costs else []),
        ]
        for (name, run), variant_counts in zip(runs.items(), counts, strict=True)
    ]
    return _table([*heads, "Records missing, of all" if are_more else "Records missing", *of_costs], rows)


def _shown(counts: Sequence[Sequence[int]]) -> list[int]:
    """Return which of LOOKS have a column: statuses outside all figures only if there are any."""
    return [at for at in range(len(LOOKS)) if at < _COUNTED or any(row[at] for row in counts)]


def _counts(run: RunResult) -> list[int]:
    return [
        run.total_matches, run.total_mismatches, run.total_omissions, run.total_hallucinations, run.total_skipped,
        run.total_batch_errors,
    ]  # fmt: skip


def fields_table(runs: Runs, changes: Mapping[str, Changes], floors: Floors | None = None) -> str:
    """Write one row per field, what costs mean F1 most first, with F1 and its loss of each variant, and the floor.

    The first few are in sight, all others below them once they are asked for.
    """
    explanation = "F1 lost: points of mean F1 that the field costs; those of all fields add up to 100 minus F1."
    skipped = skipped_fields(runs.values())
    if len(runs) == 1:
        table = field_table(next(iter(runs.values())))
        table = table[~table["field"].isin(list(skipped))]
        whole_names, together = wholes(table["field"].tolist()), ""
        heads, rows = _of_one(table, whole_names)
    else:
        figures = _over_records(variant_figures(runs), runs)
        figures = figures.only([field for field in figures.fields if field not in skipped])
        whole_names, together = dict(figures.wholes), " in all variants together"
        if len(runs) > MANY:
            heads, rows = _of_many(figures, changes)
            explanation += f" {OF_MANY.format(next(iter(runs)))}{_signs_over(runs, changes)}" if changes else ""
        else:
            heads, rows = _of_several(figures, changes, runs)
            explanation += f" {NOTE if changes else UNTESTED}"
    if whole_names:
        explanation += f" {OF_WHOLES}"
    fields = table["field"].tolist() if len(runs) == 1 else figures.fields
    if floors is not None:
        heads, rows = _with_floor(heads, rows, fields, floors)
        explanation += f" {OF_FLOOR}"
    first, rest = (rows[:WORST], rows[WORST:]) if len(rows) > WORST + 3 else (rows, [])
    undeclared = {field for run in runs.values() for field in run.undeclared}
    summary = rows_in_words(fields[len(first) :], whole_names, undeclared)
    more = f"<details><summary>{summary}</summary>{_table(heads, rest)}</details>" if rest else ""
    return (
        f'<h2 id="fields">{"Worst fields" if rest else "Fields"}</h2><p class="faint">What costs F1 most{together} '
        f"comes first. {escaped(explanation)}</p>{_table(heads, first)}{more}"
        f"{one_record_lines(runs)}{skipped_line(skipped)}"
    )


def _over_records(figures: VariantFigures, runs: Runs) -> VariantFigures:
    """Return what mean F1 over all its records loses: also those of other runs, where a run loses nothing."""
    shares = [run.tallies.rows.records / max(run.total_records, 1) for run in runs.values()]
    return replace(figures, f1_lost=figures.f1_lost * shares)


def _with_floor(heads: list[str], rows: list[list[str]], fields: Sequence[str], floors: Floors) -> Table:
    """Put the floor of each field behind its name."""
    cells = (None if (found := floors.at(field)) is None else found[1] for field in fields)
    beside = [[row[0], _figure(cell, bar=False), *row[1:]] for row, cell in zip(rows, cells, strict=True)]
    return [heads[0], "Floor", *heads[1:]], beside


def _of_many(figures: VariantFigures, changes: Mapping[str, Changes]) -> Table:
    """Write one narrow column per variant, with a sign where the field is beyond chance from the baseline."""
    rows = []
    for field, shares, losses in zip(figures.fields, figures.f1.tolist(), figures.f1_lost.tolist(), strict=True):
        cells = [_name(field, figures.wholes), f"<td>{_lost(_mean(losses))}</td>"]
        for name, share in zip(figures.variants, shares, strict=True):
            change = changes[name].fields.get(field) if name in changes else None
            sign = _SIGNS.get(change.verdict, "") if change is not None else ""
            figure = "" if _defined(share) is None and not sign else f"{points(_defined(share))}{sign}"
            cells.append(f"<td>{figure}</td>")  # the style puts the dash in: thousands of them have to be small
        rows.append(cells)
    return ["Field", "F1 lost, mean", *(f"F1 of {name}" for name in figures.variants)], rows


def _signs_over(runs: Runs, changes: Mapping[str, Changes]) -> str:
    """Say over how many records the signs are, where F1 is over others; of several comparisons, from and to."""
    base = next(iter(runs.values())).total_records
    others = {name: one for name, one in changes.items() if name in runs}
    if not any(is_over_others(one, base, runs[name].total_records) for name, one in others.items()):
        return ""
    records = sorted({one.records for one in others.values() if one.records is not None})
    counts = f"{records[0]:,} to {records[-1]:,} records" if len(records) > 1 else counted(records[0], "record")
    figures = sorted({run.total_records for run in runs.values()})
    own = f"{figures[0]:,} to {figures[-1]:,}" if len(figures) > 1 else f"{figures[0]:,}"
    return f" Signs are over all that a variant shares with the baseline, {counts}; F1 is over {own}."


def _of_one(table: pd.DataFrame, whole_names: Mapping[str, str]) -> Table:
    looks = [LOOKS[at] for at in _shown(table[[look.label for look in LOOKS]].to_numpy().tolist())]
    heads = ["Field", "F1", "Precision", "Recall", "F1 lost", *(look.label for look in looks)]
    rows = [
        [
            _name(row["field"], whole_names),
            *(_figure(row[name], bar=at < WORST) for name in ("f1", "precision", "recall")),
            f"<td>{_lost(row['f1_lost'])}</td>",
            *(_count(row[look.label], faint=at < WORST) for look in looks),
        ]
        for at, row in enumerate(table.to_dict("records"))
    ]
    return heads, rows


def _of_several(figures: VariantFigures, changes: Mapping[str, Changes], runs: Runs) -> Table:
    base, *others = figures.variants
    f1 = {name: figures.f1[:, at].tolist() for at, name in enumerate(figures.variants)}
    records = {name: runs[name].total_records for name in f1}
    are_others = any(is_over_others(changes.get(name), records[base], records[name]) for name in others)
    heads = ["Field"]
    for name, count in records.items():
        heads += [f"F1 of {name}{over_records(count) if are_others else ''}", f"F1 lost by {name}"]
        heads += [] if name == base else change_heads(changes.get(name), records[base], count)
    digits = max((digits_for(f1[base], f1[name]) for name in others), default=1)
    rows = []
    for field, shares, losses in zip(figures.fields, figures.f1.tolist(), figures.f1_lost.tolist(), strict=True):
        cells = [_name(field, figures.wholes)]
        for name, share, loss in zip(figures.variants, shares, losses, strict=True):
            cells += [_figure(share, digits), f"<td>{_lost(loss)}</td>"]
            if name != base:
                cells += change_cells(changes.get(name), field, (_defined(shares[0]), _defined(share)), digits)
        rows.append(cells)
    return heads, rows


def _mean(losses: Sequence[float]) -> float:
    """Return the mean over the variants; one without a result there loses nothing."""
    return sum(_defined(loss) or 0.0 for loss in losses) / len(losses)


def _lost(loss: float) -> str:
    return points(_defined(loss) or 0.0, 2)


def _defined(share: float | None) -> float | None:
    return None if share is None or math.isnan(share) else share


def _count(count: int, faint: bool = True) -> str:
    return f"<td>{count:,}</td>" if count or not faint else '<td class="zero">0</td>'


def _name(field: str, whole_names: Mapping[str, str]) -> str:
    whole = f' <span class="faint">({whole_names[field]})</span>' if field in whole_names else ""
    long = " class=long" if len(field) > LONG else ""
    return f"<td{long}>{isolated(field) or '(whole record)'}{whole}</td>"


def _figure(share: float | None, digits: int = 1, bar: bool = True) -> str:
    share = _defined(share)
    if share is None:
        return "<td>–</td>"
    if not bar:
        return f"<td>{points(share, digits)}</td>"
    return f'<td class="bar" style="--v:{share * 100:.1f}%">{points(share, digits)}</td>'


def column_heads(heads: Sequence[str]) -> str:
    """Write the heads of columns: short, as far as no two would read alike."""
    return "".join(_head(text, short) for text, short in zip(heads, told_apart(heads, LONG), strict=True))


def _head(text: str, short: str) -> str:
    """Write the head of a column; a long one is shortened and wraps, and says all of it to a pointer."""
    about = "" if text == short else f' title="{escaped(text)}"'
    long = " class=long" if len(text) > LONG else ""
    return f'<th scope="col"{long}{about}><bdi>{breakable(short)}</bdi></th>'


def _table(heads: list[str], rows: list[list[str]], kind: str = "figures") -> str:
    head = column_heads(heads)
    body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows)
    return (
        f'<div class="scroll"><table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )
