"""Gold as the review corrects it: put in place with a click, and taken back with one; and whom it favours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.store import NotFound, Review
from evaljson.ui.review.outcome_changes import say_changes, show_changes
from evaljson.ui.review.outcome_figures import has_other_choice
from evaljson.ui.review.outcome_newer import ask, forget, is_asked, left_behind_in_words
from evaljson.ui.review.outcome_other_gold import say_why_not
from evaljson.ui.review.outcome_repeated import warn_of_repeated
from evaljson.ui.review.outcome_steps import show_take_back, steps_in_words, take_back_last
from evaljson.ui.review.reading import stored_runs_of
from evaljson.ui.review.who import be
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.actor import actor_in
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.session.signed_in import way_in
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.corrected_gold_words import scored_against_it
from evaljson.ui.shared.favour_words import favoured, in_full
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import NOBODY, person, points
from evaljson.workspace.answered_since import is_answered_since
from evaljson.workspace.gold_favour import favour_of, reviews_together
from evaljson.workspace.read_review import OpenReview, read_review
from evaljson.workspace.review_gold import apply_review, reviews_left_behind
from evaljson.workspace.review_outcome import ReviewResult, reviews_in_place


def show_gold(evaluation: OpenEvaluation, opened: OpenReview, result: ReviewResult) -> None:
    """Draw the list of changes and what can be done with it."""
    review, now = opened.review, None if evaluation.stored.gold is None else evaluation.stored.gold.id
    made_by = reviews_in_place(server.store(), evaluation.stored)
    on_top = made_by[-1] if review.id in [one.id for one in made_by[:-1]] else None
    in_place, is_newer = now is not None and now == review.applied, is_answered_since(opened.events)
    is_there = in_place or on_top is not None
    is_other = not is_there and now not in (review.gold, review.replaced)
    st.subheader("Corrected gold", anchor=False)
    say_changes(opened, result, is_there=is_there, is_other=is_other)
    warn_of_repeated(opened, result)
    _warn_of_favour(evaluation, review, result)
    if not is_there and not is_other:
        _say_f1_then(evaluation, review, result)
    if on_top is not None:
        _show_what_is_on_top(on_top, is_newer=is_newer)
    elif is_other:
        say_why_not(evaluation, review)
    else:
        _show_buttons(evaluation, opened, result, in_place=in_place, is_newer=is_newer)
    show_changes(opened, result, is_there=is_there, was=now != review.gold)


_NEWER: Final = "Put newer answers in place"
_WHY_OTHERWISE: Final = (
    "As corrected, wrong values that people accept count as right, missing or invented ones that they accept are taken "
    "out of the count, and the audit stands for all matches. Corrected gold alone has none of that: what is accepted "
    "costs F1 as before until a rule of the eval schema makes it right."
)


def _say_f1_then(evaluation: OpenEvaluation, review: Review, result: ReviewResult) -> None:
    """Say what F1 corrected gold alone gives, where that is not the corrected figure shown above.

    It is worked out of the runs of the review, which another version of the eval schema may have scored. Nothing is
    known of a variant whose file was replaced since.
    """
    reviewed = {run.variant: run.extracted for run in stored_runs_of(review)}
    names = {one.id: one.name for one in evaluation.stored.variants if reviewed.get(one.id) == one.dataset.id}
    figures = [
        (plain(names[id], 40), points(one.f1_in_place), points(one.mean_f1.value))
        for id, one in result.variants.items()
        if id in names and one.f1_in_place is not None and one.mean_f1 is not None
    ]
    if not result.changes or all(then == corrected for _, then, corrected in figures):
        return
    said = " · ".join(f"{name} **{then}** (as corrected {corrected})" for name, then, corrected in figures)
    then = sorted({run.schema_number for run in stored_runs_of(review)})
    about = [] if _has_settings_of(evaluation, then) else (
        [f"version {' and '.join(map(str, then))} of the eval schema, which the review is about"]
    )  # fmt: skip
    if has_other_choice(evaluation, review):
        about.append("the choice of which records count that its runs had")
    other = f" This is under {' and '.join(about)}; it is scored under the current one." if about else ""
    st.markdown(f"F1 with corrected gold in place: {said}.{other}", help=_WHY_OTHERWISE)


def _has_settings_of(evaluation: OpenEvaluation, numbers: Sequence[int | None]) -> bool:
    """Check whether these versions of the eval schema set what the current one does, as where one came back."""
    now = evaluation.stored.schema_number
    if list(numbers) == [now]:
        return True
    known = {one.number: one.meaning for one in server.store().schemas.all(evaluation.id)}
    return {known.get(number) for number in numbers if number is not None} == {known.get(now or 0)}


def _warn_of_favour(evaluation: OpenEvaluation, review: Review, result: ReviewResult) -> None:
    """Say whom corrected gold favours, where not all variants were reviewed in it or in those that it goes along with.

    A review that is made of the gold of another one goes on from there, and finds what that did not look at.
    """
    if not result.changes and not result.made:
        return
    store, stored = server.store(), evaluation.stored
    favour = cache.derived(
        ("favour of review", evaluation.revision, review.id, result.last_event),
        lambda: favour_of(store, stored, reviews_together(store, stored, review), {review.id: len(result.changes)}),
    )
    if favour is not None:
        st.warning(f"**Corrected gold favours {favoured(favour)}.** {in_full(favour)}")


def _show_what_is_on_top(on_top: Review, *, is_newer: bool) -> None:
    """Say that a later review corrected this corrected gold further, and lead there."""
    then = "put newer answers in place, or take this back" if is_newer else "take this back"
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"✔ **Corrected gold is in place**, corrected further in the review “{plain(on_top.name, 60)}”. Take that "
            f"back first to {then}.",
            width="stretch",
        )
        where = {**here(), "review": on_top.id, "part": "outcome"}
        st.page_link("pages/review.py", label="Open that review", query_params=where)


def _show_buttons(
    evaluation: OpenEvaluation, opened: OpenReview, result: ReviewResult, *, in_place: bool, is_newer: bool
) -> None:
    review = opened.review
    is_owner = actor_in(review).role == "owner"
    can = "Owners of the evaluation" if way_in() is not None else f"{person(review.created_by)} made this review and"
    others = None if is_owner else f"{can} can do this."
    changes_gold = bool(result.not_made or result.no_longer_said)
    behind = reviews_left_behind(server.store(), review) if in_place and changes_gold else []
    if in_place:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            scored = scored_against_it(evaluation)
            steps = steps_in_words(opened.events)
            st.markdown(f"✔ **Corrected gold is in place.** {scored[0].upper()}{scored[1:]}.{steps}", width="stretch")
            if is_newer and behind:
                _ask_button(review, behind, others)
            elif is_newer:
                _put_button(evaluation, review, _NEWER, others, is_primary=False)
            show_take_back(evaluation.id, opened, others)
        if is_newer and is_owner and is_asked(review, behind):
            _ask_first(evaluation, review, behind)
    elif result.changes:
        _put_button(evaluation, review, "Put corrected gold in place", others, is_primary=True)
    if others is not None and (in_place or result.changes):
        _say_whose_it_is(review, others)


def _ask_button(review: Review, behind: Sequence[Review], others: str | None) -> None:
    """Draw the button that asks first, as other reviews are made of the gold in place."""
    st.button(
        f"{_NEWER} …",
        key="review.apply",
        on_click=ask,
        args=(review, behind),
        **needs("owner", disabled=others is not None, help=others or left_behind_in_words(behind)),
    )


def _ask_first(evaluation: OpenEvaluation, review: Review, behind: Sequence[Review]) -> None:
    with st.container(border=True):
        st.markdown(f"⚠ **{_NEWER}?** {left_behind_in_words(behind)}")
        with st.container(horizontal=True):
            st.button(
                "Yes, put them in place",
                key="review.apply.yes",
                type="primary",
                on_click=_put,
                args=(evaluation.id, evaluation.revision, review.id),
                **needs("owner"),
            )
            st.button("Not now", key="review.apply.not-now", on_click=forget)


def _say_whose_it_is(review: Review, others: str) -> None:
    """Say under buttons that are not for this person whose they are."""
    st.caption(f"Not for you: {plain(others, 120)}")
    is_named = review.created_by != NOBODY
    if is_named and not author.has_name() and way_in() is None:  # a link opened in another browser, for one
        made_by = plain(person(review.created_by), 40)
        st.button(f"I am {made_by}", key="review.outcome.me", on_click=be, args=(review.created_by,))


def _put_button(
    evaluation: OpenEvaluation, review: Review, label: str, others: str | None, *, is_primary: bool
) -> None:
    st.button(
        label,
        key="review.apply",
        type="primary" if is_primary else "secondary",
        on_click=_put,
        args=(evaluation.id, evaluation.revision, review.id),
        **needs(
            "owner",
            disabled=others is not None,
            help=others
            or "As the gold of this evaluation. All variants are scored again, and one click takes it back.",
        ),
    )


def _put(identity: str, seen: int, which: str) -> None:
    forget()
    store = server.store()

    def put() -> str | None:
        opened = read_review(store, which)
        now = store.evaluations.get(identity)
        if now.gold is not None and now.gold.id == opened.review.applied and not is_answered_since(opened.events):
            raise InputError("Nothing was decided since it was put in place.")
        review = apply_review(store, opened, known_revision(now, seen), by=actor_in(opened.review))
        scoring_work.score(identity)
        return review.applied

    name = plain(store.reviews.get(which).name, 60)
    made: list[str | None] = []
    attempt(
        lambda: made.append(put()),
        f"Gold is now as corrected in the review “{name}”.",
        lambda: take_back_last(identity, which),
        holds=lambda: _has_in_place(which, made),
    )


def _has_in_place(which: str, made: Sequence[str | None]) -> bool:
    """Check whether the corrected gold that was made is still the one of its review that is in place."""
    try:
        return list(made) == [server.store().reviews.head(which).applied]
    except NotFound:
        return False
