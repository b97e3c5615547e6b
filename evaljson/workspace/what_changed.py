"""What happened to an evaluation since it was first scored, and what that did to F1: the latest changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from evaljson.report.history.rescored import Moved
from evaljson.report.history.trend import Round, Trend
from evaljson.results.ranking import highest_first
from evaljson.store import Event
from evaljson.wording.words import counted, person, points
from evaljson.workspace.earlier_runs import moves_figures
from evaljson.workspace.history import in_words, when

MOST: Final = 8
"""Changes that are listed."""
_NAMED: Final = 4
"""Variants whose F1 is named of one change."""


def what_changed(
    of: Trend, events: Iterable[Event], by_field: Callable[[str, str], str] = lambda was, run: ""
) -> list[tuple[str, str, str]]:
    """List the latest changes, the last one first: when, who did what, and the F1 before and after.

    Where one file alone is another, what `by_field` says of the runs before and after, by their ids, stands behind it.
    Of several changes before anything was scored again, the last one has their F1, and says so. A file with the same
    records as the one before it is no change.
    """
    if not of.rounds:
        return []
    first = of.rounds[0].when
    moving = [one for one in sorted(events, key=lambda one: one.revision) if one.moment > first and _moves(one)]
    after = [_round_after(of, event) for event in moving]
    then = [*after[1:], None]  # the round after the next change
    rows = []
    for event, number, following in zip(moving, after, then, strict=False):
        is_last = number is not None and number != following
        f1 = _f1(of.rounds[number - 1], of.rounds[number]) if is_last and number else ""
        if f1 and number:
            together = after.count(number)
            f1 = _with_those_before(together - 1) + f1 + _of_fields(of.rounds[number - 1], of.rounds[number], by_field)
        f1 = "together with the change after it" if number is not None and not is_last else f1
        rows.append((when(event.moment), f"{person(event.who)} {in_words(event, most=None)}", f1))
    return rows[::-1][:MOST]


def _with_those_before(others: int) -> str:
    """Say that the figures are those of other changes too, before which nothing was scored."""
    return f"together with the {counted(others, 'change') if others > 1 else 'change'} before it: " if others else ""


def _moves(event: Event) -> bool:
    if event.detail.get("same_records"):
        return False
    return event.version is not None or moves_figures(event)


def _round_after(of: Trend, event: Event) -> int | None:
    return next((number for number, one in enumerate(of.rounds) if one.when >= event.moment), None)


def _f1(before: Round, after: Round) -> str:
    """Write what moved, and who has the highest F1 where that is another one."""
    was, now = _figures(before), _figures(after)
    moves = [Moved(name, None, was[name], f1) for name, f1 in now.items() if name in was]
    told = [f"{one.variant} {one.in_words()}" for one in moves if one.by]
    told += [f"{name} {points(f1)} (new)" for name, f1 in now.items() if name in after.added]
    more = [f"{counted(len(told) - _NAMED, 'more variant')}"] if len(told) > _NAMED else []
    if was and was.keys() <= now.keys():
        (old, *_), (new, *_) = highest_first(was), highest_first(now)
        if old != new and now.get(old) != now[new]:
            more.append(f"highest: {old} → {new}")
    return "; ".join([*told[:_NAMED], *more]) or "as before"


def _of_fields(before: Round, after: Round, by_field: Callable[[str, str], str]) -> str:
    if after.changed or len(after.other_files) != 1:
        return ""
    was, now = (
        next((point.run for point in one.points if point.variant == after.other_files[0]), None)
        for one in (before, after)
    )
    said = "" if was is None or now is None or was == now else by_field(was, now)
    return f". {said}".rstrip(".") if said else ""


def _figures(of: Round) -> Mapping[str, float | None]:
    return {point.variant: point.f1 for point in of.points}
