"""Replies of all variants that ended early, or look like another record's: whoever compares two of the variants should
know of the others, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import streamlit as st

from evaljson.base.listed import first_of
from evaljson.report.patterns.kinds import BY_NAME, PatternKind
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import summary_of
from evaljson.ui.shared.notes import PageNote
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.record_filters import LIKE
from evaljson.ui.shared.ties_in_words import named
from evaljson.wording.words import counted

_CUT_OFF, _LOOK_LIKE = BY_NAME["cut_off"], BY_NAME["other_record"]
_NAMED, _LONGEST = 3, 200
"""Records that are named of a variant, and characters of their names."""


def doubtful_replies_notes(evaluation: OpenEvaluation) -> Iterator[PageNote]:
    """Yield how many replies of each variant were cut off, and how many look like another record's."""
    summaries = {name: summary_of(evaluation, name) for name in evaluation.runs}
    cut = {name: one.cut_off for name, one in summaries.items() if one.cut_off}
    if cut:
        said = {name: f"{counted(count, 'reply', 'replies')} cut off" for name, count in cut.items()}
        yield PageNote(f"Replies cut off: {_counts(cut)}", partial(_draw, _CUT_OFF, said))
    alike = {name: one.look_like for name, one in summaries.items() if one.look_like}
    if alike:
        said = {
            name: _first([f"{one.record} looks like {one.other}" for one in records]) for name, records in alike.items()
        }
        counts = {name: len(records) for name, records in alike.items()}
        yield PageNote(f"Look like another record: {_counts(counts)}", partial(_draw, _LOOK_LIKE, said))


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{named(name)} {count:,}" for name, count in counts.items())


def _first(said: Sequence[str]) -> str:
    return plain(first_of(said, _NAMED), _LONGEST)


def _draw(kind: PatternKind, said: Mapping[str, str]) -> None:
    st.caption(kind.remedy)
    for number, (name, words) in enumerate(said.items()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{named(name)}**: {words}", width="content")
            if st.button("Records", key=f"overview.{kind.name}.{number}", type="tertiary"):
                go_to_records(a=name, status=f"{LIKE}{kind.name}")
