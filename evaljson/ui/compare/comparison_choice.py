"""What the Compare page compares and shows, as chosen and as it stands in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evaljson.compare import FIGURES
from evaljson.compare.words.sentence import figure_word
from evaljson.ui.session.address import pick, pick_button, pick_many, seed_many
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.sides import ComparedSide, sides_of

PAGE: Final = "compare"
FIELDS, RECORDS, VARIANTS, SLICES, AGREEMENT = "fields", "records", "variants", "slices", "agreement"
PARTS: Final = {
    FIELDS: "Fields",
    RECORDS: "Records",
    VARIANTS: "All variants",
    SLICES: "Groups of records",
    AGREEMENT: "Agreement",
}
CHANGES: Final = ("changed", "worse", "better", "all")
"""What lists of fields and records are narrowed down to, at first to what changed."""
_FIGURE_HELP: Final = (
    "What the verdict is about. F1 weighs wrong, missing and invented values together; precision is the share of what "
    "was extracted that is right, recall the share of gold that was found. These three are means over records, so "
    "each record counts the same; pooled ones count each value the same."
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Two sides, and whoever else is held against the baseline."""

    a: ComparedSide
    b: ComparedSide
    others: tuple[ComparedSide, ...]
    """All challengers, B among them; at first everybody."""
    rest: Mapping[str, str]
    """Titles, by name, of those that could be challengers beside B."""
    figure: str
    count: int
    """How many sides there are to choose from."""
    address: Mapping[str, str | list[str] | None]

    def key(self, evaluation: OpenEvaluation) -> tuple[object, ...]:
        """Same key, same comparison of A and B."""
        return (self.a.title, self.b.title, *self.a.keys(evaluation), "against", *self.b.keys(evaluation), self.figure)


def choose(evaluation: OpenEvaluation, names: Sequence[str]) -> Chosen:
    """The choices on top of the page; `names` are at least two scored variants."""
    sides = sides_of(evaluation, names)

    def title(name: str) -> str:
        return sides[name].title if name in sides else name

    first, second, third = st.columns([3, 3, 2])
    with first:
        a = pick(
            "Baseline",
            "a",
            list(sides),
            page=PAGE,
            default=names[0],
            show=title,
            help="The variant that all others are measured against; it stays when you choose another on the right.",
        )
    with second:
        b = pick("Compared with it", "b", list(sides), page=PAGE, default=_next(names, a), show=title)
    with third:
        figure = pick("Verdict on", "figure", FIGURES, page=PAGE, show=_figure_title, help=_FIGURE_HELP)
    others, rest, listed = _challengers(sides, a, b)
    address: dict[str, str | list[str] | None] = {
        "a": a,
        "b": b,
        "with": listed,
        "figure": figure if figure != FIGURES[0] else None,
    }
    return Chosen(sides[a], sides[b], others, {name: title(name) for name in rest}, figure, len(sides), address)


def _next(names: Sequence[str], a: str) -> str:
    return next(name for name in names if name != a)


def _figure_title(figure: str) -> str:
    word = figure_word(figure)
    return word[:1].upper() + word[1:]


def _challengers(
    sides: Mapping[str, ComparedSide], a: str, b: str
) -> tuple[tuple[ComparedSide, ...], list[str], list[str]]:
    """Who is held against the baseline, who beside B could be, and as it stands in the address.

    Nobody is listed where all are; the box for it is drawn where they are shown.
    """
    taken = {*sides[a].variants, *sides[b].variants}
    rest = [name for name, side in sides.items() if not set(side.variants) & taken]
    listed = seed_many("with", rest, page=PAGE)
    return (sides[b], *(sides[name] for name in listed or rest)), rest, listed


def choose_others(chosen: Chosen) -> None:
    """The box for who else is held against the baseline."""
    titles = chosen.rest
    if titles:
        pick_many(
            "Held against the baseline as well",
            "with",
            list(titles),
            page=PAGE,
            show=lambda name: titles.get(name, name),
            placeholder="all others",
        )


def choose_part(count: int) -> str:
    """One of PARTS; `count` is how many sides there are to choose from."""
    options = [part for part in PARTS if part != VARIANTS or count > 2]
    return pick_button("Show", "part", options, page=PAGE, show=lambda one: PARTS.get(one, one))
