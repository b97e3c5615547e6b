"""What all ticked suggestions gain together: measured by scoring with all of them, never added up from their gains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.report.history.rescored import Moved, leaders_first, way_of_the_rest
from evaljson.suggest import Suggestion, applied
from evaljson.ui.schema.field_ticks import is_ticked
from evaljson.ui.schema.previews import TICK, previews
from evaljson.ui.schema.suggestion_card import CardContext
from evaljson.ui.schema.synonym_ticks import is_cut
from evaljson.ui.shared.own_records import over_own_records
from evaljson.ui.shared.parts import plain
from evaljson.wording.short_names import shortened
from evaljson.wording.words import counted

_NAMED: Final = 4
_QUICK: Final = 50_000
"""Results of the largest variant up to which the page itself scores with what is ticked."""
_NONE: Final[Mapping[str, Moved]] = {}


def show_together(shown: CardContext, left: list[Suggestion]) -> None:
    """Say what those that are left and ticked do to F1 of each variant, applied at once.

    Those that need a look are not among them. Variants that take longer appear by themselves.
    """
    words, waiting = _in_words(shown, left)
    if not waiting:
        if words:
            st.markdown(words)
        return

    @st.fragment(run_every=TICK)
    def look() -> None:
        words, waiting = _in_words(shown, left)
        if not waiting:
            st.rerun()
        st.markdown(f"{words} · working out {counted(waiting, 'more variant')} …")

    look()


def _in_words(shown: CardContext, left: list[Suggestion]) -> tuple[str, int]:
    """Return it in Markdown, and how many variants are not yet worked out."""
    found, ids = shown.found, {one.id for one in left}
    of_all = [one for one in found.for_all if one.id in ids]
    chosen = [one for one in map(shown.chosen, filter(is_ticked, of_all)) if one is not None]
    if not chosen:
        return "", 0
    is_all = len(chosen) == len(of_all) and not any(map(is_cut, of_all))
    waiting = 0
    if is_all and len(left) == len(found) and found.together is not None:
        effects = found.together.variants
        figures: Mapping[str, Moved] = {
            name: Moved(name, None, one.before.f1, one.after.f1) for name, one in effects.items()
        }
    else:
        figures, waiting = _scored_with(shown, chosen)
    if not figures:
        return "", 0
    others = len(left) - len(of_all)
    look = f"without the {others:,} under “Look at each”" if others else ""
    if is_all and len(chosen) == 1:  # there is nothing to tick
        which = look.capitalize() or "Applied"
    else:
        several = "All of them together" if is_all else f"The {len(chosen):,} ticked together"
        which = (several if len(chosen) > 1 else "The one ticked") + (f", {look}" if look else "")
    in_order = leaders_first(figures.values())
    named = " · ".join(f"{plain(shortened(one.variant, 40), 40)} {one.in_words()}" for one in in_order[:_NAMED])
    unnamed = len(found.variants) - waiting - min(len(figures), _NAMED)
    way = way_of_the_rest(in_order[:_NAMED], in_order[_NAMED:])
    more = f" · {counted(unnamed, 'more variant')}{way}" if unnamed > 0 else ""
    return f"{which}, F1{over_own_records(shown.evaluation)}: {named}{more}", waiting


def _scored_with(shown: CardContext, chosen: list[Suggestion]) -> tuple[Mapping[str, Moved], int]:
    """Score with all of them, and count the variants that are left for the next look.

    Nothing where that takes too long for a page, or where they are of an older schema.
    """
    evaluation = shown.evaluation
    largest = max((len(run.tallies.rows.record) for run in evaluation.runs.values()), default=0)
    if not shown.is_current or largest > _QUICK:
        return _NONE, 0
    try:
        computed = previews(evaluation, applied(evaluation.schema, chosen).schema, None)
    except EvaljsonError:
        return _NONE, 0
    moves = {name: Moved(name, None, one.before.mean_f1, one.after.mean_f1) for name, one in computed.found.items()}
    return moves, len(computed.waiting)
