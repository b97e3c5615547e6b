"""What reviews have come to, worked out once for everyone and each state of a review."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.floor.between import Ceiling
from evaljson.jobs.page_work import StoppedError
from evaljson.store import Review
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.decided_before import earlier_reviews
from evaljson.workspace.people_gold import ceiling_of_mean, kept_ceiling
from evaljson.workspace.review_outcome import PeopleResult, ReviewResult, most_decided, reviews_of_gold, reviews_to_show

_KEPT: Final = 20
_QUICK: Final = 2_000
"""Opinions up to which a page that only shows the ceiling waits for it."""
_LOOKED_AT: Final = 5
"""Reviews, newest first, that may have a ceiling to show."""
_INSTEAD: Final = "use evaljson review in a terminal, or review fewer records at a time"


def result_of(review: Review) -> ReviewResult:
    """Return what a review has come to; shared, so never changed. Raises StoppedError if that takes too long."""
    return _result(review.id, review.last_event, events_before(review))


def events_before(review: Review) -> tuple[tuple[str, int], ...]:
    """Return (id, last event) of each answered review that was made before: what they decide counts, too."""
    return tuple((one.id, one.last_event) for one in earlier_reviews(server.store(), review) if one.answered)


@st.cache_resource(show_spinner="Working out what the answers come to", max_entries=_KEPT)
def _result(review: str, last_event: int, before: tuple[tuple[str, int], ...]) -> ReviewResult:
    result: ReviewResult = server.work("review_outcome", server.url(), review, last_event, instead=_INSTEAD)
    return result


def people_of(review: Review) -> PeopleResult:
    """Return how far people agree in a review; shared, so never changed. Raises StoppedError."""
    return _people(review.id, review.last_event)


@st.cache_resource(show_spinner="Working out how far people agree", max_entries=_KEPT)
def _people(review: str, last_event: int) -> PeopleResult:
    result: PeopleResult = server.work("review_people", server.url(), review, last_event, instead=_INSTEAD)
    ceiling = result.ceiling
    _known_ceilings()[review, last_event] = None if ceiling is None else ceiling_of_mean(ceiling.f1, of_cards=True)
    return result


@st.cache_resource(show_spinner=False)
def _known_ceilings() -> dict[tuple[str, int], Ceiling | None]:
    return {}


def ceiling_of(evaluation: OpenEvaluation) -> Ceiling | None:
    """Return the F1 of people with each other, from the newest review of the gold in place that has one; None where not
    known.

    Without one, that with another person's gold, where it was looked at on Fields.
    """
    if evaluation.is_earlier:
        return None
    reviews = reviews_of_gold(server.store(), evaluation.stored)
    if not reviews:
        return kept_ceiling(server.store(), evaluation.stored, evaluation.schema)

    for review in reviews[: -_LOOKED_AT - 1 : -1]:
        if review.answered > _QUICK and (review.id, review.last_event) not in _known_ceilings():
            return None  # it would keep the page waiting; whoever looks at the outcome of the review finds it for all
        try:
            people_of(review)
        except StoppedError:
            return None
        if (found := _known_ceilings().get((review.id, review.last_event))) is not None:
            return found
    return None


def result_beside(evaluation: OpenEvaluation) -> ReviewResult | None:
    """Return what the review of the gold in place with most decided cards has come to, to show beside what is scored.

    None without such a review, before anything is decided, and where it would take too long.
    """
    if evaluation.is_earlier:
        return None
    reviews = reviews_to_show(server.store(), evaluation.stored)
    if not reviews:
        return None

    def read(review: Review) -> ReviewResult | None:
        try:
            return result_of(review)
        except StoppedError:
            return None

    key = ("review beside", *((review.id, review.last_event, events_before(review)) for review in reviews))
    result: ReviewResult | None = cache.derived(key, lambda: most_decided(reviews, read))
    return result
