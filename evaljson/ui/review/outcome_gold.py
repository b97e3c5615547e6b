"""Gold as the review corrects it: every change with its people, put in place with a click, and taken back with one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.report.review.gold_lines import said_by
from evaljson.review.corrected_gold import GoldChange
from evaljson.store import Review, ReviewEvent
from evaljson.ui.review.outcome_repeated import warn_of_repeated
from evaljson.ui.review.reading import stored_runs_of
from evaljson.ui.session import server
from evaljson.ui.session.actor import actor_in
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.text_width import text_width
from evaljson.wording.around import cut_around
from evaljson.wording.values import as_text
from evaljson.wording.words import counted, person, points
from evaljson.workspace.read_review import OpenReview, read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.review_outcome import ReviewResult, reviews_in_place

_MOST: Final = 1_000
"""Changes in the table: more would make every page run slower."""
_LONGEST: Final = 500
_SEEN: Final = 30
"""Characters of a value that a cell of the table shows at once."""


def show_gold(evaluation: OpenEvaluation, opened: OpenReview, result: ReviewResult) -> None:
    """Draw the list of changes and what can be done with it."""
    review, now = opened.review, None if evaluation.stored.gold is None else evaluation.stored.gold.id
    made_by = reviews_in_place(server.store(), evaluation.stored)
    on_top = made_by[-1] if review.id in [one.id for one in made_by[:-1]] else None
    in_place, is_newer = now is not None and now == review.applied, _differs(opened.events)
    is_there, is_of_now = in_place or on_top is not None, now == review.gold
    st.subheader("Corrected gold", anchor=False)
    if not result.changes and not result.refused:
        st.markdown("No value of gold is to be changed by what is decided so far.")
    elif result.changes:
        records = len({change.record for change in result.changes})
        alone = sum(len(change.people) == 1 for change in result.changes)
        said = f" **{alone:,}** {'rests' if alone == 1 else 'rest'} on one person's word." if alone else ""
        is_done = is_there and result.put_in_place == len(result.changes)
        already = f"; {result.put_in_place:,} of them changed already" if is_there and not is_done else ""
        st.markdown(
            f"**{counted(len(result.changes), 'value')}** of gold {'changed' if is_done else 'would change'}, in "
            f"{counted(records, 'record')}{already}.{said}"
        )
    warn_of_repeated(opened, result)
    _warn_of_favour(evaluation, review, result)
    if not is_there:
        _say_f1_then(evaluation, review, result)
    if on_top is not None:
        _show_what_is_on_top(on_top, is_newer=is_newer)
    else:
        _show_buttons(evaluation, review, result, in_place=in_place, is_newer=is_newer)
    if result.changes:
        table = changes_table(result.changes[:_MOST], was=not is_of_now)
        single = [len(change.people) == 1 for change in result.changes[:_MOST]]
        if any(single):
            table["By"] = ["one person" if one else "" for one in single]
        st.dataframe(table, hide_index=True, height=_height(len(result.changes)), column_config=_says(table))
        if len(result.changes) > _MOST:
            st.caption(f"The first {_MOST:,} of {len(result.changes):,} are listed; the export has all.")
    if result.refused:
        st.warning(f"{counted(len(result.refused), 'change')} cannot be made. They are left out:")
        frame = changes_table([one.change for one in result.refused[:_MOST]], was=not is_of_now)
        frame["Why not"] = [one.why for one in result.refused[:_MOST]]
        st.dataframe(frame, hide_index=True, height=_height(len(frame)), column_config=_says(frame))


def _says(table: pd.DataFrame) -> dict[str, Any]:
    """Give names and what others said the width that they need."""
    return {"Says": st.column_config.TextColumn(width=text_width(table["Says"]))}


_WHY_OTHERWISE: Final = (
    "As corrected, values that people accept count as right, and the audit stands for all matches. Corrected gold "
    "alone has neither: what is accepted stays wrong until a rule of the eval schema makes it right."
)


def _say_f1_then(evaluation: OpenEvaluation, review: Review, result: ReviewResult) -> None:
    """Say what F1 corrected gold alone gives, where that is not the corrected figure shown above.

    It is worked out of the runs of the review, which another version of the eval schema may have scored.
    """
    names = {one.id: one.name for one in evaluation.stored.variants}
    figures = [
        (plain(names[id], 40), points(one.f1_in_place), points(one.mean_f1.value))
        for id, one in result.variants.items()
        if id in names and one.f1_in_place is not None and one.mean_f1 is not None
    ]
    if not result.changes or all(then == corrected for _, then, corrected in figures):
        return
    said = " · ".join(f"{name} **{then}** (as corrected {corrected})" for name, then, corrected in figures)
    then = sorted({run.schema_number for run in stored_runs_of(review)})
    other = "" if then == [evaluation.stored.schema_number] else (
        f" This is under version {' and '.join(map(str, then))} of the eval schema, which the review is about; it is "
        "scored under the current one."
    )  # fmt: skip
    st.markdown(f"F1 with corrected gold in place: {said}.{other}", help=_WHY_OTHERWISE)


def _warn_of_favour(evaluation: OpenEvaluation, review: Review, result: ReviewResult) -> None:
    """Say whom corrected gold favours, where not all variants were reviewed."""
    reviewed = {run.variant for run in stored_runs_of(review)}
    names = {one.id: one.name for one in evaluation.stored.variants}
    others = [name for id, name in names.items() if id not in reviewed]
    if not result.changes or not others or not reviewed & names.keys():
        return
    own = ", ".join(plain(name, 40) for id, name in names.items() if id in reviewed)
    st.warning(
        f"**Corrected gold favours {own}.** Only what {own} extracted was looked at: errors of gold that count against "
        f"{', '.join(plain(name, 40) for name in others)} alone are still there. To compare variants, review them all."
    )


def _height(rows: int) -> int:
    return min(38 * rows + 40, 320)


def changes_table(changes: Sequence[GoldChange], was: bool = False) -> pd.DataFrame:
    """Return a row for each change, all of it text; `was` tells that other gold is in place by now.

    Values begin where they differ if a cell would not show that.
    """
    values = [cut_around(_value(one.before), _value(one.after), _LONGEST, _SEEN) for one in changes]
    return pd.DataFrame(
        {
            "Record": [str(change.record_id) for change in changes],
            "Where": [change.path for change in changes],
            "Gold before" if was else "Gold now": [before for before, _ in values],
            "Corrected": [after for _, after in values],
            "Says": ["; ".join(said_by(change)) for change in changes],
        },
        dtype=object,
    )


def _value(value: Any) -> str:
    return "(no value)" if value is ABSENT else as_text(value)


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
    evaluation: OpenEvaluation, review: Review, result: ReviewResult, *, in_place: bool, is_newer: bool
) -> None:
    now = None if evaluation.stored.gold is None else evaluation.stored.gold.id
    is_owner = actor_in(review).role == "owner"
    others = None if is_owner else f"{person(review.created_by)} made this review and can do this."
    if in_place:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown("✔ **Corrected gold is in place.** Variants are scored against it.", width="stretch")
            if is_newer:
                _put_button(evaluation, review, "Put newer answers in place", others, is_primary=False)
            st.button(
                "Take it back",
                key="review.unapply",
                on_click=_take_back,
                args=(evaluation.id, review.id),
                **needs(
                    "owner",
                    disabled=not is_owner,
                    help=others or "The gold from before is put back, and the runs over it with it.",
                ),
            )
        return
    if now not in (review.gold, review.replaced):
        st.info(
            "Other gold is in place than this review was made of, so its corrections cannot be put in place: they "
            "would undo that change. Make a new review of the gold that is there now."
        )
        return
    if result.changes:
        _put_button(evaluation, review, "Put corrected gold in place", others, is_primary=True)
        if others is not None:
            st.caption(f"Not for you: {plain(others, 120)}")


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
    store = server.store()

    def put() -> None:
        opened = read_review(store, which)
        now = store.evaluations.get(identity)
        if now.gold is not None and now.gold.id == opened.review.applied and not _differs(opened.events):
            raise InputError("Nothing was decided since it was put in place.")
        apply_review(store, opened, known_revision(now, seen), by=actor_in(opened.review))
        scoring_work.score(identity)

    name = plain(store.reviews.get(which).name, 60)
    attempt(put, f"Gold is now as corrected in the review “{name}”.", lambda: _unapply(identity, which))


def _differs(events: Sequence[ReviewEvent]) -> bool:
    """Check whether anyone decided anything since the corrected gold was put in place."""
    applied = max((event.number for event in events if event.kind == "apply"), default=0)
    return any(event.number > applied and event.kind in ("answer", "settle", "undo", "import") for event in events)


def _take_back(identity: str, which: str) -> None:
    attempt(lambda: _unapply(identity, which))


def _unapply(identity: str, which: str) -> None:
    store = server.store()
    store.reviews.unapply(which, store.evaluations.get(identity).revision, by=actor_in(store.reviews.get(which)))
    scoring_work.score(identity)
