"""Settings that would explain errors, as a decision of Overview: those that are known, and those that it looks for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.suggest.model import Effect
from evaljson.suggest.suggestions import Suggestions
from evaljson.ui.overview.decision import Decision, both_known, largest_move, moved_by, moved_in_words, ranking_in_words
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.alignment_hint import suggestions_button
from evaljson.ui.shared.find_suggestions import (
    QUICK,
    count_dismissed,
    found_now,
    left_of_earlier,
    look_now,
    results_in,
    search_of,
)
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.schema_hints import is_untuned
from evaljson.wording.words import counted

MOST: Final = 200_000
"""Results over all variants up to which Overview looks by itself: about a minute of one core."""


def known_suggestions(evaluation: OpenEvaluation) -> Iterator[Decision]:
    """Yield what a search has found, for the current state or before the last change."""
    found = found_now(evaluation)
    if found is not None and len(found):
        gone = count_dismissed(evaluation, found)
        if gone < len(found):
            yield _suggested(found, gone)
    elif earlier := left_of_earlier(evaluation):  # a change makes them no less true, but their figures are old
        are = "is" if earlier == 1 else "are"
        known = f"**{counted(earlier, 'setting')}** found before the last change"
        text = f"{known} {are} not in the schema. There may be more."
        yield Decision(text, partial(suggestions_button, "decide.suggestions"))


def sought_suggestions(evaluation: OpenEvaluation) -> Iterator[Decision]:
    """Look for them where nobody has chosen how a field is compared, and yield what is found.

    What takes longer than a second is looked for in a job, whose progress is drawn. Who looked and found nothing has
    nothing to decide.
    """
    if not is_untuned(evaluation) or found_now(evaluation) is not None or left_of_earlier(evaluation):
        return
    results = results_in(evaluation)
    if not evaluation.outdated and results <= QUICK:
        look_now(evaluation)
        yield from known_suggestions(evaluation)
        return
    looking = not evaluation.outdated and results <= MOST and _is_looked_for(evaluation)
    rest = "Rules that fit better are being looked for." if looking else "Suggestions looks for rules that fit better."
    text = f"**All fields are compared by default rules.** {rest}"
    yield Decision(text, partial(suggestions_button, "hint.untuned"))


def _is_looked_for(evaluation: OpenEvaluation) -> bool:
    """Begin the job, once in a session for each state, and show it while it is at work."""
    job = search_of(evaluation).begun()
    if job is None or job.state not in AT_WORK:
        return False
    watch(job.id, "Looking for rules that fit better", "overview.suggest.cancel", border=False)
    return True


def _suggested(found: Suggestions, gone: int = 0) -> Decision:
    """Say what they do together; `gone` of them are dismissed."""
    hidden = f", {gone:,} of them dismissed" if gone else ""
    if found.together is None:
        return _to_look_at(found, hidden)
    moved = moved_by(found.change, _moved(found.together))
    rest = len(found) - len(found.for_all)
    without = f", without {rest:,} to look at" if rest else ""
    effect = f"; together{without}: {moved_in_words(moved)}" if moved else ""
    pairings = sum(one.edit.align is not None for one in found)
    which = f", {pairings:,} by pairing" if pairings else ""
    count = counted(len(found), "setting")
    text = f"**{count}** would explain errors{which}{hidden}{effect}.{ranking_in_words(found.change)}"
    draw = partial(suggestions_button, "decide.suggestions")
    more, change = _first_with_unsure(found)
    return Decision(text + more, draw, change or found.change, moves=largest_move(moved))


def _first_with_unsure(found: Suggestions) -> tuple[str, RankingChange | None]:
    """Say where those that need a look would make another variant first than the others do."""
    change = None if found.with_unsure is None else found.with_unsure.change
    if change is None or not change.concerns_first or change.is_within_tie:
        return "", None
    if found.change is not None and (found.change.first, found.change.best) == (change.first, change.best):
        return "", None
    words = ranking_in_words(change)
    return ("" if words == ranking_in_words(found.change) else f" With those to look at:{words}"), change


def _to_look_at(found: Suggestions, hidden: str) -> Decision:
    """Say what those do together that all need a look."""
    count = counted(len(found), "setting")
    draw = partial(suggestions_button, "decide.suggestions")
    if found.with_unsure is None:
        return Decision(f"**{count}** to look at would explain errors{hidden}.", draw)
    change = found.with_unsure.change
    moved = moved_by(change, _moved(found.with_unsure.effect))
    which = "; together: " if len(found) > 1 else ": "
    effect = f"{which}{moved_in_words(moved)}" if moved else ""
    text = f"**{count}** to look at would explain errors{hidden}{effect}.{ranking_in_words(change)}"
    return Decision(text, draw, change, moves=largest_move(moved))


def _moved(effect: Effect) -> dict[str, tuple[float, float]]:
    before = {name: one.before.f1 for name, one in effect.variants.items()}
    return both_known(before, {name: one.after.f1 for name, one in effect.variants.items()})
