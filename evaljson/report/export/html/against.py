"""The column of the ranking with the difference of each variant from the baseline, and its interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from evaljson.compare.leaderboard import Leaderboard, Place
from evaljson.compare.words.pair_sentence import verdict_of
from evaljson.report.export.html.changes import Changes, is_between, is_over_others
from evaljson.wording.differences import digits_for, shown_difference
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, signed_points

_KEY: Final = " ▲ better, ▼ worse than the baseline beyond chance, allowing for all pairs; an interval is of one pair."
_NONE: Final = " *"
"""In the place of an interval."""
_WHY_NONE: Final = " * No interval: this pair was not compared by F1."
_OVER: Final = "; over "
_OVER_OTHERS: Final = (
    " Where a pair shares other records than all variants do, a second difference is over these, with its interval."
)
_SIGNS: Final = {"better": "▲ ", "worse": "▼ "}


def against_key(cells: Iterable[str]) -> str:
    """Write what the cells of the column say, as far as these do."""
    every = "".join(cells)
    return _KEY + (_OVER_OTHERS if _OVER in every else "") + (_WHY_NONE if _NONE in every else "")


def against_head(board: Leaderboard, base: str, changes: Mapping[str, Changes]) -> str | None:
    """Write the heading; None where no interval is known, or the baseline is not ranked."""
    known = [change for change in changes.values() if change.whole is not None]
    if not known or all(place.name != base for place in board.places):
        return None
    return f"Against <bdi>{escaped(base)}</bdi>, {known[0].confidence * 100:g}% interval"


def against_cells(board: Leaderboard, base: str, changes: Mapping[str, Changes]) -> dict[str, str]:
    """Return the cell of each variant that is ranked. The sign is the verdict of the ranking."""
    places = {place.name: place for place in board.places}
    return {name: _cell(place, places[base], changes.get(name), board.records) for name, place in places.items()}


def _cell(place: Place, base: Place, changes: Changes | None, records: int) -> str:
    if place is base:
        return '<td class="zero">baseline</td>'
    digits, verdict = digits_for(base.f1, place.f1), verdict_of(base, place)
    difference = signed_points(shown_difference(base.f1, place.f1, digits), digits)
    whole = None if changes is None else changes.whole
    ends = _NONE if changes is None or whole is None else f" ({whole.interval})"
    is_other = is_over_others(changes, records) or (whole is not None and not is_between(whole, base.f1, place.f1))
    if changes is not None and whole is not None and is_other:
        # Over other records than those of the ranking, the interval is that of another difference.
        over = "other records" if changes.records is None else counted(changes.records, "record")
        ends = f"{_OVER}{over}: {signed_points(whole.difference, digits)} ({whole.interval})"
    kind = f' class="{verdict}"' if verdict in _SIGNS else ""
    return f"<td{kind}>{_SIGNS.get(verdict, '')}{difference}{ends}</td>"
