"""The ranking of the HTML report, as Overview shows it: the sentence, and a table with intervals and ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from evaljson.base.errors import InputError
from evaljson.compare.leaderboard import (
    InventedRecords,
    LackedRecords,
    Leaderboard,
    Loss,
    Place,
    RepeatedKey,
    WorstContainer,
    leaderboard,
)
from evaljson.compare.words.ranking_sentence import ranking_sentence
from evaljson.floor import Floors
from evaljson.report.compare.cost_of_gain import VariantCost, between_tied, noted
from evaljson.report.compare.verdict_html import verdict_html
from evaljson.report.export.html.against import against_cells, against_head, against_key
from evaljson.report.export.html.changes import Changes
from evaljson.results.fully_right import RightShare
from evaljson.results.model import RunResult
from evaljson.results.shown_means import has_fields
from evaljson.wording.values import escaped, isolated
from evaljson.wording.words import counted, points, ranks

_LEAST: Final = 3
"""Variants from which on they are ranked; of two, the verdict says what there is to say."""
LONG: Final = 40
"""Characters of a name from which on it wraps."""
_ROOM: Final = 0.02
"""Of F1, beside the lowest and the highest interval."""
WHERE_IT_FAILS: Final = ("Fully right", "Loses most at")


def board_of(runs: Mapping[str, RunResult], known: Leaderboard | None = None) -> Leaderboard | None:
    """Rank three runs or more; None for fewer, and where there is nothing to rank. `known` is their ranking, if any."""
    if len(runs) < _LEAST or not any(map(has_fields, runs.values())):
        return None
    if known is not None:
        return known
    try:
        return leaderboard(runs)
    except InputError:
        return None  # they share no record: each has its figures below


def ranking_verdict(board: Leaderboard, more: Sequence[str], costs: Mapping[str, VariantCost]) -> str:
    """Write the sentence on the ranking with `more` behind it, and what it rests on."""
    said = ranking_sentence(board).then(between_tied(board, costs)).then(more)
    basis = " ".join(f"<bdi>{escaped(line)}</bdi>" for line in said.basis)
    return f'<p class="verdict" dir="auto">{verdict_html(said)}</p><p class="faint">{basis}</p>'


def tied(board: Leaderboard | None) -> list[str]:
    """Name the variants that share the first place, highest F1 first; none where one has it alone."""
    leaders = [] if board is None else [place.name for place in board.places if place.best_rank == 1]
    return leaders if len(leaders) > 1 else []


def ranking_table(
    board: Leaderboard,
    floors: Floors | None = None,
    costs: Mapping[str, VariantCost] | None = None,
    base: str = "",
    changes: Mapping[str, Changes] | None = None,
) -> str:
    """Write one row per variant: the ranks that chance allows, F1 with its interval, and where it loses most.

    Cost and latency have a column where they are noted of a variant, and so has the difference from `base` where
    `changes` know its interval.
    """
    ends = [end for place in board.places for end in (*(place.interval or ()), place.f1)]
    scale = max(0.0, min(ends) - _ROOM), min(1.0, max(ends) + _ROOM)
    is_tie = len(board.leaders) > 1
    floor = None if floors is None or floors.highest is None else floors.highest.f1
    heads_of_costs, cells = cost_cells([place.name for place in board.places], costs or {})
    against = against_head(board, base, changes or {})
    beside = {} if against is None else against_cells(board, base, changes or {})
    rows = "".join(
        _row(place, scale, is_tie and place.best_rank == 1, floor, beside.get(place.name, ""), cells[place.name])
        for place in board.places
    )
    fully, loses = WHERE_IT_FAILS
    drawn = f"F1, {points(scale[0], 0)} to {points(scale[1], 0)}"
    heads = ("Variant", "Ranks", "F1", "95% interval", drawn, *([] if against is None else [against]), fully,
             *heads_of_costs, loses)  # fmt: skip
    head = "".join(f'<th scope="col"{" class=drawn" if text == drawn else ""}>{text}</th>' for text in heads)
    told = scale_line("" if against is None else against_key(beside.values()))
    return (
        f'{told}<div class="scroll"><table class="figures ranked"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def scale_line(more: str = "") -> str:
    """Write what the figures of the table are, and `more` of its columns."""
    said = "Figures are from 0 to 100; F1 is the mean over records. Loses most at: share of what F1 loses."
    return f'<p class="faint">{said}{more}</p>'


def cost_cells(names: Sequence[str], costs: Mapping[str, VariantCost]) -> tuple[list[str], dict[str, str]]:
    """Return the headings of what is noted of any of these variants, and the cells of each."""
    known = [costs.get(name, VariantCost()) for name in names]
    columns = [
        (head, unit, values)
        for head, unit, values in (
            ("Cost", "", [one.cost for one in known]),
            ("Latency", " s", [one.latency for one in known]),
        )
        if any(value is not None for value in values)
    ]
    cells = {
        name: "".join(f"<td>{noted(values[at], unit)}</td>" for _, unit, values in columns)
        for at, name in enumerate(names)
    }
    return [head for head, *_ in columns], cells


def _row(place: Place, scale: tuple[float, float], is_tied: bool, floor: float | None, against: str, costs: str) -> str:
    interval = "–" if place.interval is None else " to ".join(map(points, place.interval))
    cells = (
        f"{name_cell(place.name)}<td>{ranks(place.best_rank, place.worst_rank)}</td><td><b>{points(place.f1)}</b></td>"
        f"<td>{interval}</td><td class=drawn>{_range(place, scale, floor)}</td>"
        f"{against}{fully_right_cell(place.right)}{costs}{loses_most_cell(place.loses_most)}"
    )
    return f'<tr class="tie">{cells}</tr>' if is_tied else f"<tr>{cells}</tr>"


def name_cell(name: str) -> str:
    """Write the name of a variant; a long one wraps."""
    return f"<td{' class=long' if len(name) > LONG else ''}><bdi>{escaped(name)}</bdi></td>"


def fully_right_cell(right: RightShare) -> str:
    """Write how many records are fully right."""
    return f"<td>{right.right:,} of {right.right + right.wrong:,}</td>"


def loses_most_cell(most: Iterable[Loss]) -> str:
    """Write what loses most. A key that the schema lacks has a plus before it."""
    said = ", ".join(f"{_of_loss(one)} {points(one.share, 0)}%" for one in most)
    return f"<td>{said or 'nothing'}</td>"


def _of_loss(one: Loss) -> str:
    if isinstance(one, LackedRecords):
        return counted(one.records, "missing record")
    if isinstance(one, InventedRecords):
        return f"{counted(one.records, 'record')} without gold"
    if isinstance(one, WorstContainer):
        return f"{isolated(one.path)} ({counted(one.fields, 'field')})"
    if isinstance(one, RepeatedKey):
        return f"+ {isolated(one.key)} ({counted(one.places, 'place')})"
    return f"{'' if one.declared else '+ '}{isolated(one.field) or '(whole record)'}"


def _range(place: Place, scale: tuple[float, float], floor: float | None) -> str:
    """Draw the interval as a bar with a mark at the F1, and one at the floor if it is in sight.

    The columns beside it and the line below say the same in figures.
    """

    def at(figure: float) -> float:
        return 100 * (figure - scale[0]) / ((scale[1] - scale[0]) or 1.0)

    low, high = place.interval or (place.f1, place.f1)
    seen = floor is not None and scale[0] <= floor <= scale[1]
    mark = f'<u style="left:{at(floor):.1f}%"></u>' if floor is not None and seen else ""
    bar = f'<i style="left:{at(low):.1f}%;width:{at(high) - at(low):.1f}%"></i>'
    return f'<div class="range" aria-hidden="true">{mark}{bar}<b style="left:{at(place.f1):.1f}%"></b></div>'
