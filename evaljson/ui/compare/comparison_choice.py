"""The choices of the Compare page: two sides, the figure, other challengers and the tab; all are in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import streamlit as st

from evaljson.compare import FIGURES
from evaljson.compare.adjusted import ADJUSTMENTS, Adjustment
from evaljson.compare.words.phrases import figure_word
from evaljson.ui.compare.cluster_choice import NAME, chosen_cluster
from evaljson.ui.session.address import asked_many, pick, pick_button, pick_many, publish, seed, seed_many, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_pair import SIDES, is_chosen, keep_pair
from evaljson.ui.session.sides import ComparedSide, sides_of
from evaljson.ui.shared.default_pair import two_highest
from evaljson.ui.shared.link import add_to_link

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
"""Filters of the lists of fields and records; the first is the default."""
_FIGURE_HELP: Final = (
    "Precision: share of what was extracted that is right. Recall: share of gold that was found. "
    "F1 combines both. Means over records; pooled figures count every value the same."
)


_ALONE: Final = "evaljson.pair_alone"
"""The pair that is compared alone, with its evaluation: that choice is not for the next pair."""
PAIR_ALONE: Final = "none: this pair alone"
_OTHERS_HELP: Final = (
    "Verdicts are adjusted for all that are compared with the baseline. With none, they are about this pair alone: "
    "right only if you chose the two before you saw any result."
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Two sides, and the other challengers of the baseline."""

    a: ComparedSide
    b: ComparedSide
    others: tuple[ComparedSide, ...]
    """All challengers, including B; by default every variant that can be one."""
    rest: Mapping[str, str]
    """Titles, by name, of the possible challengers other than B."""
    nobody: str
    """What the choice of the other challengers is where there shall be none."""
    figure: str
    cluster: str | None
    """What records belong together by, as `cluster_by` takes it."""
    count: int
    """Number of sides to choose from."""
    address: Mapping[str, str | list[str] | None]
    pair: tuple[str, str]
    """The names of A and B in the boxes."""
    is_chosen: bool
    """Whether someone chose them."""

    @property
    def left_out(self) -> int:
        """Return how many possible challengers are left out, so that the pair is compared alone; 0 if it is not."""
        return len(self.rest) if len(self.others) == 1 else 0

    def key(self, evaluation: OpenEvaluation) -> tuple[object, ...]:
        """Return what the comparison of A and B depends on, to cache it by."""
        return (
            self.a.title,
            self.b.title,
            *self.a.keys(evaluation),
            "against",
            *self.b.keys(evaluation),
            self.figure,
            self.cluster,
        )


def choose(evaluation: OpenEvaluation, names: Sequence[str]) -> Chosen:
    """Draw the choices at the top of the page; `names` are at least two scored variants."""
    sides = sides_of(evaluation, names)

    def title(name: str) -> str:
        return sides[name].title if name in sides else name

    highest = two_highest(evaluation, names)
    default = highest or (names[0], names[1])
    was_chosen = is_chosen(evaluation.id, PAGE, default, follows=highest is not None)
    first, second, third = st.columns([3, 3, 2])
    with first:
        a = pick(
            "Baseline",
            "a",
            list(sides),
            page=PAGE,
            default=default[0],
            show=title,
            help="What all others are compared with.",
        )
    with second:
        b = pick("Compared with baseline", "b", list(sides), page=PAGE, default=_next(default, names, a), show=title)
    with third:
        figure = pick("Decide by", "figure", FIGURES, page=PAGE, show=_figure_title, help=_FIGURE_HELP)
    others, rest, listed = _challengers(evaluation.id, sides, a, b)
    cluster = chosen_cluster(evaluation, sides[a].first)
    address: dict[str, str | list[str] | None] = {
        "a": a if was_chosen else None,
        "b": b if was_chosen else None,
        "with": listed,
        "figure": figure if figure != FIGURES[0] else None,
        NAME: cluster,
    }
    return Chosen(
        sides[a],
        sides[b],
        others,
        {name: title(name) for name in rest},
        _nobody(rest),
        figure,
        cluster,
        len(sides),
        address,
        (a, b),
        was_chosen,
    )


def _next(default: tuple[str, str], names: Sequence[str], a: str) -> str:
    first, second = default
    return second if a == first else next(name for name in names if name != a)


def _figure_title(figure: str) -> str:
    word = figure_word(figure)
    return word[:1].upper() + word[1:]


def _challengers(
    evaluation: str, sides: Mapping[str, ComparedSide], a: str, b: str
) -> tuple[tuple[ComparedSide, ...], list[str], list[str]]:
    """Return the challengers, the names of possible ones other than B, and the choice for the address.

    The choice is empty for all of them, and `_nobody` for none; `choose_others` draws its box.
    """
    taken = {*sides[a].variants, *sides[b].variants}
    rest = [name for name, side in sides.items() if not set(side.variants) & taken]
    nobody, is_asked = _nobody(rest), asked_many("with") is not None
    listed = seed_many("with", [nobody, *rest] if rest else [], page=PAGE)
    if nobody in listed and len(listed) > 1:  # the last one holds
        listed = [nobody] if listed[-1] == nobody else [name for name in listed if name != nobody]
    pair = evaluation, frozenset((a, b))
    if listed == [nobody] and not is_asked and st.session_state.get(_ALONE, pair) != pair:
        listed = []  # it was chosen for two others: going through pairs alone would find what chance makes of them
    st.session_state[widget_key(PAGE, "with")] = listed
    if listed == [nobody]:
        st.session_state[_ALONE] = pair
    else:
        st.session_state.pop(_ALONE, None)
    others = [] if listed == [nobody] else listed or rest
    return (sides[b], *(sides[name] for name in others)), rest, listed


def _nobody(rest: Sequence[str]) -> str:
    """Return what the address says for no other challenger: no variant is called so."""
    word = "none"
    while word in rest:
        word += "_"
    return word


def choose_others(chosen: Chosen) -> None:
    """Draw the box that chooses the other challengers."""
    titles = chosen.rest
    if titles:
        pick_many(
            "Also compare with the baseline",
            "with",
            [chosen.nobody, *titles],
            page=PAGE,
            show=lambda name: titles.get(name, PAIR_ALONE if name == chosen.nobody else name),
            help=_OTHERS_HELP,
            placeholder="all others",
        )


def choose_part(count: int) -> str:
    """Choose one of PARTS; `count` is the number of sides to choose from."""
    return pick_button("Show", "part", _parts(count), page=PAGE, show=lambda option: PARTS.get(option, option))


def _parts(count: int) -> list[str]:
    return [part for part in PARTS if part != VARIANTS or count > 2]


def adjustment_now(count: int) -> Adjustment:
    """Return how the verdicts on fields below are adjusted, whose choice is drawn below what depends on it.

    Other parts than that of the fields have strict ones; `count` is the number of sides to choose from.
    """
    seed("part", _parts(count), page=PAGE)
    if st.session_state[widget_key(PAGE, "part")] != FIELDS:
        return ADJUSTMENTS[0]
    seed("adjust", ADJUSTMENTS, page=PAGE)
    return cast("Adjustment", st.session_state[widget_key(PAGE, "adjust")])


def publish_choices(evaluation: OpenEvaluation, chosen: Chosen, **more: str | list[str] | None) -> None:
    """Put them into the address, with `more`; the pair only where someone chose it, and else into what is copied."""
    publish(PAGE, **{**more, **chosen.address})
    keep_pair(evaluation.id, chosen.pair, chosen=chosen.is_chosen)
    add_to_link({} if chosen.is_chosen else dict(zip(SIDES, chosen.pair, strict=True)))
