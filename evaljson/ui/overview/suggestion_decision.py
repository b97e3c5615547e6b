"""Settings that would explain errors, as a decision of Overview: those that are known, and those that it looks for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.suggest.kinds.acceptable_lists import AcceptableList
from evaljson.suggest.model import Effect, Suggestion
from evaljson.suggest.suggestions import Suggestions
from evaljson.ui.overview.decision import Decision, both_known, largest_move, moved_by, moved_in_words
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.alignment_hint import suggestions_button
from evaljson.ui.shared.find_suggestions import (
    QUICK,
    dismissed_of,
    found_now,
    has_looked,
    left_of_earlier,
    look_now,
    results_in,
    search_of,
)
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.more_by_content_words import more_by_content_in_words
from evaljson.ui.shared.schema_hints import is_untuned
from evaljson.ui.shared.ties_in_words import order_and_first_in_words, pairs_in_words
from evaljson.wording.words import counted

MOST: Final = 200_000
"""Results over all variants up to which Overview looks by itself: about a minute of one core."""

_NAME: Final = "suggestions"
_IN_SEARCH: Final = "Settings that may change this are being looked for."
_ON_SUGGESTIONS: Final = "Suggestions looks for rules that fit better."


def known_suggestions(evaluation: OpenEvaluation, lists: Sequence[AcceptableList] = ()) -> Iterator[Decision]:
    """Yield what a search has found for the current state, unless it is no more than `lists`, a decision of its own."""
    found, listed = found_now(evaluation), {one.path for one in lists}
    if found is not None and not all(one.path in listed and one.edit.compare == "any_of" for one in found):
        gone = dismissed_of(evaluation, found)
        if len(gone) < len(found):
            yield _suggested(found, gone)


def sought_suggestions(evaluation: OpenEvaluation, lists: Sequence[AcceptableList] = ()) -> Iterator[Decision]:
    """Look for them where nobody has chosen how a field is compared, and again after a change; yield what is found.

    A change makes settings that were found no less true, but their figures are old: they are counted meanwhile.
    What takes longer than a second is looked for in a job, whose progress is drawn; so is all that is looked for again,
    as no click should wait for it. Who looked and found nothing has nothing to decide.
    """
    is_again = has_looked(evaluation)
    if found_now(evaluation) is not None or not (is_again or is_untuned(evaluation)):
        return
    results = results_in(evaluation)
    if not (evaluation.outdated or is_again) and results <= QUICK:
        look_now(evaluation)
        yield from known_suggestions(evaluation, lists)
        return
    looking = not evaluation.outdated and results <= MOST and _is_looked_for(evaluation, is_again=is_again)
    if earlier := left_of_earlier(evaluation):
        yield _found_earlier(earlier, is_sought=looking)
    elif is_untuned(evaluation):
        rest = "Rules that fit better are being looked for." if looking else _ON_SUGGESTIONS
        text = f"**All fields are compared by default rules.** {rest}"
        yield Decision(text, partial(suggestions_button, "hint.untuned"), name=_NAME)


def sought_in_words(evaluation: OpenEvaluation) -> tuple[str, ...]:
    """Say, behind a verdict, that settings which may change it are being looked for; () where none are."""
    if found_now(evaluation) is not None or evaluation.outdated or results_in(evaluation) > MOST:
        return ()
    if not (left_of_earlier(evaluation) if has_looked(evaluation) else is_untuned(evaluation)):
        return ()
    return (_IN_SEARCH,) if search_of(evaluation).is_to_come() else ()


def not_sought_in_words(evaluation: OpenEvaluation) -> str:
    """Say, where nothing is to decide, that settings may still be found; "" where a search has ended."""
    if found_now(evaluation) is not None:
        return ""
    is_again = has_looked(evaluation)
    if evaluation.outdated and is_again and results_in(evaluation) <= MOST:
        return " Settings that would explain errors are looked for once all variants are scored."
    if search_of(evaluation).is_at_work():
        return " Settings that would explain errors are being looked for."
    since = " since the last change" if is_again else ""
    return f" Nobody has looked for settings that would explain errors{since}."


def _found_earlier(count: int, *, is_sought: bool) -> Decision:
    are, they = ("is", "it does") if count == 1 else ("are", "they do")
    rest = f"What {they} now is being looked for" if is_sought else "There may be more"
    text = f"**{counted(count, 'setting')}** found before the last change {are} not in the schema. {rest}."
    return Decision(text, partial(suggestions_button, "decide.suggestions"), name=_NAME)


def _is_looked_for(evaluation: OpenEvaluation, *, is_again: bool) -> bool:
    """Begin the job, once in a session for each state, and show it while it is at work."""
    job = search_of(evaluation).begun()
    if job is None or job.state not in AT_WORK:
        return False
    what = "settings that would explain errors" if is_again else "rules that fit better"
    watch(job.id, f"Looking for {what}", "overview.suggest.cancel", border=False)
    return True


def _suggested(found: Suggestions, gone: Collection[str] = ()) -> Decision:
    """Say what they do together; those whose ids are in `gone` are dismissed, but were measured with the others."""
    hidden = f", {len(gone):,} of them dismissed" if gone else ""
    if found.together is None:
        return _to_look_at(found, hidden, _with_dismissed(found, gone))
    moved = moved_by(found.change, _moved(found.together))
    rest = len(found) - len(found.for_all)
    without = f", without the {rest:,} {_that_need_a_look(rest)}" if rest else ""
    effect = f"; together{_with_dismissed(found.for_all, gone)}{without}: {moved_in_words(moved)}" if moved else ""
    pairings = sum(one.edit.align is not None for one in found)
    which = f", {pairings:,} by pairing" if pairings else ""
    count = counted(len(found), "setting")
    unsure = _first_with_unsure(found)
    with_unsure = f" With those that need a look:{_of_ranking(unsure)}" if unsure is not None else ""
    text = f"**{count}** would explain errors{which}{hidden}{effect}.{_of_ranking(found.change)}{with_unsure}"
    below = [_of_pairs(found.change), f" {more_by_content_in_words(found)}".rstrip()]
    if unsure is not None and (pairs := _of_pairs(unsure)):
        below.append(f" With those that need a look:{pairs}")
    draw, change = partial(suggestions_button, "decide.suggestions"), unsure or found.change
    return Decision(text, draw, change, moves=largest_move(moved), more="".join(below).strip(), name=_NAME)


def _of_ranking(change: RankingChange | None) -> str:
    """Say what becomes of the ranking; of two variants, the pair too, as nothing else says who is better."""
    return order_and_first_in_words(change) + (
        pairs_in_words(change) if change is not None and change.variants <= 2 else ""
    )


def _of_pairs(change: RankingChange | None) -> str:
    return "" if change is None or change.variants <= 2 else pairs_in_words(change)


def _first_with_unsure(found: Suggestions) -> RankingChange | None:
    """Return the change of ranking where those that need a look make another variant first than the others do."""
    change = None if found.with_unsure is None else found.with_unsure.change
    if change is None or not change.concerns_first or change.is_within_tie:
        return None
    if found.change is not None and (found.change.first, found.change.best) == (change.first, change.best):
        return None
    return change


def _with_dismissed(measured: Iterable[Suggestion], gone: Collection[str]) -> str:
    count = sum(one.id in gone for one in measured)
    return f", with {'that one' if count == 1 else f'those {count:,}'}" if count else ""


def _to_look_at(found: Suggestions, hidden: str, with_gone: str) -> Decision:
    """Say what those do together that all need a look."""
    look = f"**{counted(len(found), 'setting')}** {_that_need_a_look(len(found))}"
    draw = partial(suggestions_button, "decide.suggestions")
    if found.with_unsure is None:
        return Decision(f"{look} would explain errors{hidden}.", draw, name=_NAME)
    change = found.with_unsure.change
    moved = moved_by(change, _moved(found.with_unsure.effect))
    which = f"; together{with_gone}: " if len(found) > 1 else ": "
    effect = f"{which}{moved_in_words(moved)}" if moved else ""
    text = f"{look} would explain errors{hidden}{effect}.{_of_ranking(change)}"
    return Decision(text, draw, change, moves=largest_move(moved), more=_of_pairs(change).strip(), name=_NAME)


def _that_need_a_look(count: int) -> str:
    return f"that {'needs' if count == 1 else 'need'} a look"


def _moved(effect: Effect) -> dict[str, tuple[float, float]]:
    before = {name: one.before.f1 for name, one in effect.variants.items()}
    return both_known(before, {name: one.after.f1 for name, one in effect.variants.items()})
