"""The sentence that says which version of the eval schema gave the first variant the highest F1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.wording.differences import in_points
from evaljson.wording.short_names import OF_MESSAGE, begun
from evaljson.wording.words import counted

_TODAY: Final = "with the files of today"


@dataclass(frozen=True, slots=True)
class Told:
    """A version as it is named: its number, what it was called, who made it, and on which day."""

    number: int
    message: str
    who: str
    day: str

    def in_words(self, call: Callable[[str], str], more: str = "") -> str:
        """Write `version 4 (“dates as dates”, by Ana, 28 Nov 2026)`; `call` writes what people typed."""
        message = f"“{call(begun(self.message, OF_MESSAGE))}”, " if self.message else ""
        return f"version {self.number} ({message}by {call(self.who)}, {self.day}{more})"


def put_first_sentence(
    first: str,
    other: str,
    f1: tuple[float, float],
    before: int,
    after: Told,
    *,
    call: Callable[[str], str],
    current: int | None = None,
    not_compared: Sequence[int] = (),
    may_be_chance: bool = False,
    passed: bool = False,
    records: int | None = None,
) -> str:
    """Say that version `after` made `first` the highest: under `before` it is `other`, and `f1` are both theirs there.

    All of that with the files of today: runs of those days may have had others, and other figures.
    `current` is the number of the current version where it only repeats `after`. `not_compared` are versions between
    the two. `passed`: whether another one, level with the first, is above it under a version since. `records`: how many
    the F1 is over, where that is not all.
    """
    again = "" if current is None or current == after.number else f"; version {current} is the same"
    who = after.in_words(call, again) if not not_compared else f"a version after {before}"
    gave = f"{who[0].upper()}{who[1:]} gave {call(first)} the highest F1"
    if passed:
        gave = f"From {who} on, {call(first)} has the highest F1, or cannot be told apart from the variant that has it"
    of_other, of_first, _ = in_points(*f1)
    over = "" if records is None else f", over the {counted(records, 'record')} that are ranked"
    has = f"has {'the highest' if passed else 'it'}{', maybe by chance' if may_be_chance else ''}"
    said = f"{gave}, {_TODAY}: under version {before}, {call(other)} {has}, {of_other} against {of_first}{over}."
    if not_compared:
        listed = ", ".join(map(str, not_compared))
        said += f" {'Version' if len(not_compared) == 1 else 'Versions'} {listed} could not be compared."
    return said


def first_under_all(compared: int) -> str:
    """Say that no version that was compared makes another variant first, where there are more versions than that."""
    return (
        f"{_TODAY.capitalize()}, none of the {compared} schema versions before this one makes another variant first; "
        "no others were compared."
    )
