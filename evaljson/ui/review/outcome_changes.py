"""The changes of gold that a review comes to, with who says so; once they are in place, what answers since then say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.jsontypes import ABSENT
from evaljson.report.review.gold_lines import said_by
from evaljson.review.corrected_gold import GoldChange
from evaljson.review.one_word import is_settled
from evaljson.ui.review.outcome_one_word import leads_to_settle, show_way_to, show_way_to_all
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.text_width import text_width
from evaljson.wording.around import cut_around
from evaljson.wording.values import as_text
from evaljson.wording.words import counted
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.review_outcome import ReviewResult

_MOST: Final = 1_000
"""Changes in the table: more would make every page run slower."""
_LONGEST: Final = 500
_SEEN: Final = 30
"""Characters of a value that a cell of the table shows at once."""
_PEOPLE: Final = "People"
_NOT_YET, _NO_LONGER, _IN_GOLD = "not yet", "no longer said", "yes"


def say_changes(opened: OpenReview, result: ReviewResult, *, is_there: bool, is_other: bool) -> None:
    """Say how many values of gold change, and lead to Settle where that rests on one person's word.

    `is_there`: its corrected gold is in place, or below that of a later review; `is_other`: it cannot be put in place.
    """
    listed = _listed(result, is_there=is_there)
    if not listed:
        if not result.refused:
            st.markdown("No value of gold is to be changed by what is decided so far.")
        return
    counting = [change for change, state in listed if state != _NOT_YET or not is_there]
    records = len({change.record for change in counting})
    of_one = [one for one, state in listed if (state != _NOT_YET or not is_there) and _is_of_one(one, state)]
    alone, settled = len(of_one), sum(is_settled(one, opened.cards, opened.outcome) for one in of_one)
    of = "the gold that it was made of" if is_other else "gold"
    text = (
        f"**{counted(len(counting), 'value')}** of {of} {'changed' if is_there else 'would change'}, in "
        f"{counted(records, 'record')}."
    )
    if alone:
        how = f", {f'**{settled:,}** of them' if settled < alone else 'as'} settled" if settled else ""
        text += f" **{alone:,}** {'rests' if alone == 1 else 'rest'} on one person's word{how}."
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(text + (_since_then(result) if is_there else ""), width="content")
        if leads_to_settle(opened):
            show_way_to_all(opened)


def _since_then(result: ReviewResult) -> str:
    """Say how what answers say now differs from what is in gold."""
    parts = []
    if left := len(result.not_made):
        parts.append(f"**{counted(left, 'change')}** {_are(left)} not in gold yet")
    if gone := len(result.no_longer_said):
        parts.append(f"**{counted(gone, 'change')}** in gold {_are(gone)} no longer said")
    return f" Since then: {', '.join(parts)}." if parts else ""


def _people(change: GoldChange, state: str) -> int:
    """Count whose word a change rests on; what is no longer said rests on nobody's."""
    return 0 if state == _NO_LONGER else len(change.people)


def _is_of_one(change: GoldChange, state: str) -> bool:
    return _people(change, state) == 1


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def show_changes(opened: OpenReview, result: ReviewResult, *, is_there: bool, was: bool) -> None:
    """Draw the tables of what changes, and of what cannot be; `was`: other gold is in place than it was made of."""
    listed = _listed(result, is_there=is_there)
    if listed:
        table = changes_table([change for change, _ in listed[:_MOST]], was=was)
        if any(_is_of_one(*one) for one in listed[:_MOST]):
            table[_PEOPLE] = [_people(*one) for one in listed[:_MOST]]
        if is_there and {state for _, state in listed} != {_IN_GOLD}:
            table["In gold"] = [state for _, state in listed[:_MOST]]
        if leads_to_settle(opened):
            ticked = show_table(table, "review.changes", _says(table), height=_height(len(listed)), only_columns=False)
            if ticked is not None:
                show_way_to(opened, listed[ticked][0])
        else:
            st.dataframe(table, hide_index=True, height=_height(len(listed)), column_config=_says(table))
        if len(listed) > _MOST:
            st.caption(f"The first {_MOST:,} of {len(listed):,} are listed; the export has all that answers say.")
    if result.refused:
        st.warning(f"{counted(len(result.refused), 'change')} cannot be made. They are left out:")
        frame = changes_table([one.change for one in result.refused[:_MOST]], was=was)
        frame["Why not"] = [one.why for one in result.refused[:_MOST]]
        st.dataframe(frame, hide_index=True, height=_height(len(frame)), column_config=_says(frame))


def _listed(result: ReviewResult, *, is_there: bool) -> list[tuple[GoldChange, str]]:
    """Return the changes with whether they are in gold; once gold was corrected, what differs from that is in front."""
    left = list(result.not_made) if is_there else list(result.changes)
    gone = list(result.no_longer_said) if is_there else []
    known = set(map(id, left))
    made = [one for one in result.changes if id(one) not in known]
    return [
        *((one, _NOT_YET) for one in left), *((one, _NO_LONGER) for one in gone), *((one, _IN_GOLD) for one in made)
    ]  # fmt: skip


def _says(table: pd.DataFrame) -> dict[str, Any]:
    """Give names and what others said the width that they need."""
    people = {_PEOPLE: st.column_config.NumberColumn(help="On whose word it rests: those who say so, counted.")}
    return {"Says": st.column_config.TextColumn(width=text_width(table["Says"])), **people}


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
