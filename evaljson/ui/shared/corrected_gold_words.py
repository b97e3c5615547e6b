"""That gold is as reviews corrected it, in words: for pages in Markdown, and for files in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaljson.compare.many import ManyComparison
from evaljson.store import Review
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.opened_reviews import opened
from evaljson.ui.shared.favour_words import in_plain_text
from evaljson.ui.shared.plain_text import one_line
from evaljson.workspace.answered_since import is_answered_since, says_other_gold
from evaljson.workspace.gold_favour import Favour, favour_of
from evaljson.workspace.review_outcome import reviews_in_place

NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class GoldInPlace:
    """Corrected gold that is in place, and what it means for the figures."""

    reviews: Sequence[Review]
    """Those that corrected it, one after the other."""
    scored: str
    """How far figures are scored against it."""
    is_behind: bool
    """Whether answers of these reviews say otherwise by now."""
    favour: Favour | None

    def in_words(self, names: Sequence[str]) -> str:
        """Say it in a sentence or two; `names` are those of the reviews, as they are to be shown."""
        shown = " and ".join(f"“{name}”" for name in names)
        said = f"Gold is as corrected in the {'review' if len(names) == 1 else 'reviews'} {shown}; {self.scored}."
        return f"{said} What was answered since is not in it." if self.is_behind else said


def gold_in_place(evaluation: OpenEvaluation) -> GoldInPlace | None:
    """Return what reviews made of the gold in place; None where none corrected it."""
    store, stored, state = server.store(), evaluation.stored, (evaluation.id, evaluation.revision)
    reviews = cache.derived(("reviews in place", *state), lambda: reviews_in_place(store, stored))
    if not reviews:
        return None
    is_behind = any(map(_says_other_gold, reviews))
    favour = cache.derived(("favour in place", *state), lambda: favour_of(store, stored, reviews))
    return GoldInPlace(reviews, scored_against_it(evaluation), is_behind, favour)


def _says_other_gold(review: Review) -> bool:
    now = server.store().reviews.get(review.id)

    def look() -> bool:
        events = server.store().review_events.all(now.id)
        return is_answered_since(events) and says_other_gold(opened(now), server.dataset(now.gold).records)

    return cache.derived(("says other gold", now.id, now.last_event), look)


def corrected_gold_remark(evaluation: OpenEvaluation) -> str:
    """Say for files what pages say beside figures; "" where no review corrected gold."""
    found = gold_in_place(evaluation)
    if found is None:
        return ""
    said = found.in_words([one_line(one.name, NAME_LENGTH) for one in found.reviews])
    return said if found.favour is None else f"{said} {in_plain_text(found.favour)}"


def with_gold_remark(evaluation: OpenEvaluation, many: ManyComparison) -> ManyComparison:
    """Return comparisons with that remark as a note."""
    remark = corrected_gold_remark(evaluation)
    return replace(many, notes=(*many.notes, remark)) if remark else many


def scored_against_it(evaluation: OpenEvaluation) -> str:
    """Say how far figures are scored against the gold in place."""
    gold = evaluation.stored.gold
    against = [gold is not None and run.gold == gold.id for run in evaluation.stored_runs.values()]
    if all(against):
        return "figures are scored against it"
    return "not all figures are scored against it yet" if any(against) else "figures are not scored against it yet"
