"""The ranking of several variants in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaljson.compare.leaderboard import Leaderboard, Place
from evaljson.compare.words.cluster_notes import of_no_values
from evaljson.compare.words.overall_sentence import Name, OverallVerdict
from evaljson.wording.words import counted, points

_NAMED: Final = 3


def ranking_sentence(board: Leaderboard) -> OverallVerdict:
    """Say which variant is best; nobody in a tie is called so, and neither is who is not above all others.

    "Behind" and "above" are differences that are more than chance. A variant behind another one may still have a
    higher F1 than one of the tied, and need not be behind each of them.
    """
    leaders = [place for place in board.places if place.best_rank == 1]
    others = len(board.places) - len(leaders)
    first = board.places[0]
    basis = _basis(board)
    if len(leaders) > 1:
        told = f" cannot be told apart ({_f1_of(leaders)})"
        rest = (": ", *_listed(leaders), told, *_behind(board, leaders), ".")
        return OverallVerdict(("No variant is best",), rest, basis)
    if first.worst_rank == 1:
        below = {1: "the other one", 2: "both others"}.get(others, f"all {others:,} others")
        return OverallVerdict((Name(first.name), " is best"), (f": F1 {points(first.f1)}, above {below}.",), basis)
    close = counted(first.worst_rank - 1, "other")
    rest = (": ", Name(first.name), f" has the highest F1 ({points(first.f1)}), maybe by chance above {close}.")
    return OverallVerdict(("No variant is best",), rest, basis)


def _f1_of(leaders: Sequence[Place]) -> str:
    low, high = (points(end(place.f1 for place in leaders)) for end in (min, max))
    if low == high:
        return f"{'both' if len(leaders) == 2 else 'all'} F1 {low}"
    return f"F1 {low} to {high}"


def _why_tied(board: Leaderboard, one: str) -> str:
    """Say, after a space, that those tied for first differ by less than chance moves an F1; "" elsewhere.

    An interval is half as wide over four times as many records.
    """
    leaders = [place for place in board.places if place.best_rank == 1]
    widths = [place.interval[1] - place.interval[0] for place in leaders if place.interval is not None]
    apart = leaders[0].f1 - leaders[-1].f1
    if len(leaders) < 2 or not widths or max(widths) <= apart:
        return ""
    return (
        f" The tied are up to {points(apart)} points apart, with intervals of up to {points(max(widths))} points: four "
        f"times as many {one}s would halve these."
    )


def _behind(board: Leaderboard, leaders: Sequence[Place]) -> tuple[str, ...]:
    """Say that the variants outside of a tie are behind: all of the tied, or at least one variant."""
    others = [Name(place.name) for place in board.places if place.best_rank > 1]
    if not others:
        return ()
    # None of the tied is above another of them, so those that each is above are all outside.
    of_all = all(place.worst_rank == len(leaders) for place in leaders)
    if len(others) == 1:
        return "; ", others[0], " is behind" if of_all else " is behind one of them at least"
    if of_all:
        return (f"; the other {len(others):,} are behind",)
    return (f"; each of the other {len(others):,} is behind at least one variant",)


def _listed(places: list[Place]) -> tuple[str, ...]:
    names = [Name(place.name) for place in places]
    if len(names) > _NAMED + 1:
        named = [piece for name in names[:_NAMED] for piece in (name, ", ")]
        return (*named[:-1], f" and {len(names) - _NAMED:,} more")
    return (*tuple(piece for name in names[:-1] for piece in (name, ", "))[:-1], " and ", names[-1])


def _basis(board: Leaderboard) -> tuple[str, ...]:
    about = board.clusters
    groups = "" if about is None or about.largest < 2 else f" in {counted(about.clusters, 'cluster')}"
    over = f"{counted(board.records, 'record')}{groups}"
    one = "cluster" if groups else "record"
    alone = "; the interval of an F1 is of that variant alone" if len(board.places) > 1 else ""
    said = f"Over the same {over}, adjusted for {counted(board.pairs, 'comparison')}{alone}.{_why_tied(board, one)}"
    ignored = "" if about is None else of_no_values(about)
    apart = [f"Intervals may overlap where ranks differ: ranks go {one} by {one}."] * board.overlaps_apart
    kept_out = [f"{name} is not ranked: {why}." for name, why in board.refused.items()]
    return (said, *([ignored] if ignored else []), *apart, *kept_out)
