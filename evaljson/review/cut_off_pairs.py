"""Differences that are there because a reply ended early: they say nothing of gold, nor of what the model read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from evaljson.results.cut_off_rows import of_cut_off
from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard
from evaljson.review.placed_pairs import PlacedPair
from evaljson.review.places import CardPlace
from evaljson.wording.words import counted

_Lost = frozenset[tuple[int, str]]
_NONE: Final[_Lost] = frozenset()


def cut_off_pairs(runs: Mapping[str, RunResult]) -> Callable[[PlacedPair], bool]:
    """Return what tells of a difference whether all of it is missing or unfinished since its reply ended early."""
    lost = {variant: _lost(run) for variant, run in runs.items() if run.cut_off}

    def is_cut_off(pair: PlacedPair) -> bool:
        return _is_in(pair.place, lost.get(pair.place.variant, _NONE))

    return is_cut_off


def values_lost(cards: Iterable[ReviewCard]) -> int:
    """Count the values that cards of cut-off replies stand for, of one record in one variant each."""
    places = (place for card in cards for place in card.places)
    return len({(place.variant, place.record, path) for place in places for path, _ in place.results})


def cut_off_in_words(values: int) -> str:
    """Say how many values are left out, why, and what becomes of them; "" for none."""
    if not values:
        return ""
    count = "counts" if values == 1 else "count"
    return f"What cut-off replies lack is left out: {counted(values, 'value')}, which {count} as scored."


def _lost(run: RunResult) -> _Lost:
    """Return the places of a run that its open ends lack: (position of the record in gold, path of the result)."""
    rows = of_cut_off(run)
    records = run.tallies.rows.record[rows].tolist()
    positions = [run.positions[record][0] for record in records] if run.positions else records
    return frozenset(zip(positions, run.table.paths_at(rows), strict=True))


def _is_in(place: CardPlace, lost: _Lost) -> bool:
    """Check whether every result that a place stands for is among them."""
    return bool(lost) and all((place.record, path) in lost for path, _ in place.results)
