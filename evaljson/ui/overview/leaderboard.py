"""The leaderboard of Overview: all variants ranked, with intervals, ties, and where each of them fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.base.paths import split
from evaljson.compare.leaderboard import (
    InventedRecords,
    LackedRecords,
    Leaderboard,
    Loss,
    Place,
    RepeatedKey,
    WorstContainer,
    WorstField,
)
from evaljson.compare.words.ranking_sentence import ranking_sentence
from evaljson.floor.between import NOTHING_KNOWN, FloorAndCeiling
from evaljson.report.compare.cost_of_gain import between_tied, noted
from evaljson.report.records.table_html import path_html
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.ranking import board_of_runs
from evaljson.ui.session.run_facts import invented_records
from evaljson.ui.session.standing import current_names
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.record_filters import LIKE
from evaljson.ui.shared.variant_costs import costs_of
from evaljson.ui.shared.verdict_sentence import show_verdict_sentence
from evaljson.wording.short_names import told_apart
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, points, ranks
from evaljson.workspace.variant_notes import Notes, notes_of

_ROOM: Final = 0.02
"""Of F1, beside the lowest and the highest interval."""
_ABOUT: Final = {"Loses most at": ' title="Shares of what mean F1 loses: each record counts as one."'}
"""What a pointer shows at the head of a column."""
_BESIDE: Final = {"Loses most at": '<span class="ej-few">: first 2</span>'}
"""What is behind the head of a column where there is no room for all of it."""
_OTHERS: Final = {
    (False, False): "",
    (True, False): ", in the records that it has",
    (False, True): ", in records that gold has",
    (True, True): ", in records that it and gold have",
}
"""Which records a field loses in, by whether the variant lacks records, and has some that gold lacks."""
_LONGEST_NAME: Final = 24
"""Characters of the name of a variant in its column; the pointer shows all of it."""
_LONGEST: Final = 28
"""Characters of a path that is shown whole."""
_STYLE: Final = """<style>
.ej-board{width:100%;border-collapse:collapse;font-size:.8125rem;line-height:1.25;table-layout:fixed}
.ej-board th{text-align:left;font-weight:600;padding:.15rem .4rem;border-bottom:1px solid rgba(128,128,128,.45)}
.ej-board td{padding:.2rem .4rem;border-bottom:1px solid rgba(128,128,128,.15);white-space:nowrap;overflow:hidden;
 text-overflow:ellipsis}
@media(max-width:640px){.ej-board th:first-child{width:3.2rem!important}.ej-board td:first-child{white-space:normal}}
.ej-board tr.ej-tie td{background:rgba(0,114,178,.1)}
.ej-board a{color:inherit;text-decoration:underline;text-underline-offset:.15em}
.ej-board .num{text-align:right;font-variant-numeric:tabular-nums}
.ej-range{position:relative;height:.8rem;background:rgba(128,128,128,.13);border-radius:.2rem}
.ej-range span{position:absolute;top:.25rem;height:.3rem;border-radius:.15rem;
 background:color-mix(in srgb,#0072B2 70%,currentColor)}
.ej-range b{position:absolute;top:0;width:.25rem;height:.8rem;margin-left:-.12rem;background:currentColor}
.ej-range u{position:absolute;top:0;height:.8rem;border-left:2px dotted currentColor;opacity:.7}
.ej-worst{display:flex;gap:.5rem}
.ej-worst>span{flex:0 0 calc((100% - 1rem)/3);min-width:0}
.ej-worst a{display:block;overflow:hidden;text-overflow:ellipsis;font-size:.75rem}
.ej-few{display:none}
@media(max-width:1150px){.ej-few{display:inline}.ej-worst>span:nth-child(3){display:none}
 .ej-worst>span{flex-basis:calc((100% - .5rem)/2)}.ej-worst a{white-space:normal;overflow-wrap:anywhere}}
.ej-worst i{display:block;height:.2rem;background:#D55E00;border-radius:.1rem;min-width:2px}
</style>"""


def board_of(evaluation: OpenEvaluation) -> Leaderboard | None:
    """Rank the variants scored under the current schema, once for everyone; None where there is nothing to rank."""
    names = current_names(evaluation)
    if not names:
        return None
    try:
        return board_of_runs(evaluation, names)
    except InputError as error:
        problem_box(error.problem, error.path, "Score all variants again, or choose other files.")
        return None


def show_ranking(evaluation: OpenEvaluation, board: Leaderboard) -> Callable[[Sequence[str]], None]:
    """Draw the sentence on the ranking, and return what draws it again with another sentence behind it."""
    costs = between_tied(board, costs_of(evaluation, [place.name for place in board.places]))
    sentence, place = ranking_sentence(board).then(costs), st.empty()

    def draw(more: Sequence[str]) -> None:
        with place.container():
            show_verdict_sentence(sentence.then(more))

    draw(())
    over, *others = (plain(line, 400) for line in sentence.basis)
    st.caption(" ".join([f"Over {ranked_over(evaluation, board)}.", *others]), help=over)
    return draw


def ranked_over(evaluation: OpenEvaluation, board: Leaderboard) -> str:
    """Say how many records a ranking is over, and which where a variant was scored on more."""
    names = [place.name for place in board.places]
    are_of_gold = not any(invented_records(evaluation, name) for name in names)
    if are_of_gold and any(_scored_on(evaluation, name) > board.records for name in names):
        return f"the {counted(board.records, 'record')} that all have"
    return counted(board.records, "record")


def say_other_records(evaluation: OpenEvaluation, variant: str, board: Leaderboard) -> None:
    """Say how many records what follows is over, where the ranking is over fewer: those that all variants share."""
    records = _scored_on(evaluation, variant)
    if records > board.records:
        all_of = f"Over all {counted(records, 'record')} that {plain(variant, 60)} was scored on"
        st.caption(f"{all_of}; the ranking is over {board.records:,}.")


def _scored_on(evaluation: OpenEvaluation, variant: str) -> int:
    return int(evaluation.stored_runs[variant].metrics.get("total_records") or 0)


def show_board(evaluation: OpenEvaluation, board: Leaderboard, between: FloorAndCeiling = NOTHING_KNOWN) -> None:
    """Draw the table: ranks, F1 with its interval, records fully right, the worst fields, and what is noted.

    Floor and ceiling have a mark on the bars where they are among the intervals.
    """
    known = {variant.name: notes_of(variant.meta) for variant in evaluation.stored.variants}
    columns = _columns(board, known)
    low, high = _scale(board)
    tied = len(board.leaders) > 1
    largest = max((one.share for place in board.places for one in place.loses_most), default=1.0)
    head = "".join(
        f"<th{_of_width(width)}{' class=num' if number else ''}{_ABOUT.get(name, '')}>{name}"
        f"{_BESIDE.get(name, '')}</th>"
        for name, width, number in columns
    )
    shown = {name for name, _, _ in columns}
    names = told_apart([place.name for place in board.places], _LONGEST_NAME)
    rows = "".join(
        f"<tr{' class=ej-tie' if tied and place.best_rank == 1 else ''}>"
        f"{_cells(place, name, known.get(place.name, Notes()), (low, high), shown, largest, between)}</tr>"
        for place, name in zip(board.places, names, strict=True)
    )
    table = f'<table class="ej-board"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    st.html(f"{_STYLE}{table}".replace("@F1", f"F1, {points(low, 0)} to {points(high, 0)}"))


Column = tuple[str, str, bool]


def _columns(board: Leaderboard, known: Mapping[str, Notes]) -> list[Column]:
    """Return name, width and whether it holds numbers; cost and latency only where someone noted them."""
    ranked = [known.get(place.name, Notes()) for place in board.places]
    return [
        ("Rank", "5.4rem", False),
        ("Variant", "19%", False),
        ("F1", "3rem", True),
        ("@F1", "17%", False),
        ("Fully right", "5.6rem", True),
        *([("Cost", "4rem", True)] if any(notes.cost is not None for notes in ranked) else []),
        *([("Latency", "4.2rem", True)] if any(notes.latency is not None for notes in ranked) else []),
        ("Loses most at", "", False),
    ]


def _of_width(width: str) -> str:
    return f' style="width:{width}"' if width else ""


def _scale(board: Leaderboard) -> tuple[float, float]:
    ends = [end for place in board.places for end in (*(place.interval or ()), place.f1)]
    return max(0.0, min(ends) - _ROOM), min(1.0, max(ends) + _ROOM)


def _cells(
    place: Place,
    name: str,
    notes: Notes,
    scale: tuple[float, float],
    shown: set[str],
    largest: float,
    between: FloorAndCeiling,
) -> str:
    """Return the cells of one row with the `name` that is shown.

    `largest` is the largest share of a field, which has the longest bar.
    """
    right = place.right
    cells = [
        f"<td>{ranks(place.best_rank, place.worst_rank)}</td>",
        f'<td><a target="_self" title="{escaped(place.name)}" href="{_address("fields", a=place.name)}">'
        f'<bdi dir="auto">{escaped(name)}</bdi></a></td>',
        f'<td class="num"><b>{points(place.f1)}</b></td>',
        f"<td>{_range(place, scale, between)}</td>",
        f'<td class="num">{right.right:,} of {right.right + right.wrong:,}</td>',
    ]
    if "Cost" in shown:
        cells.append(f'<td class="num">{noted(notes.cost)}</td>')
    if "Latency" in shown:
        cells.append(f'<td class="num">{noted(notes.latency, " s")}</td>')
    others = _OTHERS[place.lacking is not None, place.invented is not None]
    worst = "".join(_loss(place.name, one, largest, others) for one in place.loses_most)
    cells.append(f'<td><div class="ej-worst">{worst or "nothing"}</div></td>')
    return "".join(cells)


def _range(place: Place, scale: tuple[float, float], between: FloorAndCeiling) -> str:
    def at(figure: float) -> float:
        return 100 * (figure - scale[0]) / ((scale[1] - scale[0]) or 1.0)

    bounds = [
        bound for bound in (between.floor, between.ceiling) if bound is not None and scale[0] <= bound <= scale[1]
    ]
    mark = "".join(f'<u style="left:{at(bound):.1f}%"></u>' for bound in bounds)
    mark += f'<b style="left:{at(place.f1):.1f}%"></b>'
    if place.interval is None:
        return f'<div class="ej-range">{mark}</div>'
    low, high = place.interval
    said = f"F1 {points(place.f1)}, 95% interval {points(low)} to {points(high)}"
    bar = f'<span style="left:{at(low):.1f}%;width:{max(at(high) - at(low), 0.5):.1f}%"></span>'
    return f'<div class="ej-range" role="img" aria-label="{said}" title="{said}">{bar}{mark}</div>'


def _loss(variant: str, one: Loss, largest: float, others: str) -> str:
    if isinstance(one, WorstField):
        return _worst(variant, one, largest, others)
    if isinstance(one, WorstContainer):
        return _in_sum(variant, one, largest, others)
    if isinstance(one, RepeatedKey):
        return _of_key(variant, one, largest, others)
    return _of_whole_records(variant, one, largest)


def _in_sum(variant: str, worst: WorstContainer, largest: float, others: str) -> str:
    fields = counted(worst.fields, "field")
    share = f"{points(worst.share, 0)}% of what its F1 loses, in {fields} together{others}"
    title = f"{escaped(worst.path)}: {share}. Opens the records of the worst of them, {escaped(worst.worst)}"
    shown = f'<bdi dir="auto">{path_html(_short(worst.path))}</bdi> ({fields})'
    address = _address("records", a=variant, field=worst.worst, status="fault")
    return _most(title, address, shown, worst.share / largest)


def _of_key(variant: str, key: RepeatedKey, largest: float, others: str) -> str:
    share = f"{points(key.share, 0)}% of what its F1 loses, in {counted(key.places, 'place')} together{others}"
    opens = f"Opens the records of the worst of them, {escaped(key.worst)}"
    title = f"{escaped(key.key)}, a key that the schema lacks: {share}. {opens}"
    shown = f'+ <bdi dir="auto">{path_html(_short(key.key))}</bdi> ({counted(key.places, "place")})'
    address = _address("records", a=variant, field=key.worst, status="fault")
    return _most(title, address, shown, key.share / largest)


def _of_whole_records(variant: str, records: LackedRecords | InventedRecords, largest: float) -> str:
    if isinstance(records, LackedRecords):
        said, sign, pattern = counted(records.records, "missing record"), "○", "record_missing"
    else:
        said, sign, pattern = f"{counted(records.records, 'record')} without gold", "+", "record_invented"
    share = f"{points(records.share, 0)}% of what its F1 loses, in all fields"
    address = _address("records", a=variant, status=f"{LIKE}{pattern}")
    return _most(f"{said}: {share}", address, f"{sign} {said}", records.share / largest)


def _worst(variant: str, worst: WorstField, largest: float, others: str) -> str:
    address = _address("records", a=variant, field=worst.field, status="fault")
    share = f"{points(worst.share, 0)}% of what its F1 loses{others}"
    lacks, plus = ("", "") if worst.declared else (", a key that the schema lacks", "+ ")
    shown = f'{plus}<bdi dir="auto">{path_html(_short(worst.field))}</bdi>'
    return _most(f"{escaped(worst.field)}{lacks}: {share}", address, shown, worst.share / largest)


def _most(title: str, address: str, shown: str, width: float) -> str:
    """Write what loses most as a link above its bar."""
    return (
        f'<span title="{title}"><a target="_self" href="{address}">{shown}</a>'
        f'<i style="width:{100 * width:.1f}%"></i></span>'
    )


def _short(path: str) -> str:
    """Return a path, of a long one the end: `…rows_0[].label`."""
    names = [step for step in split(path) if isinstance(step, str)]
    return path if len(names) < 3 or len(path) <= _LONGEST else f"…{path[path.rfind(names[-2]) :]}"


def _address(page: str, **chosen: str) -> str:
    return escaped(f"{page}?{urlencode({**here(), **chosen})}")
