"""What can be taken away of a review: the cards to answer elsewhere, what came of it, and all that was said."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evaljson.store import Store
from evaljson.ui.session import server
from evaljson.ui.shared.download import download_button
from evaljson.ui.shared.exports import file_stem
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.review_files import Form, export_review

_OF_CARDS: Final[tuple[Form, ...]] = ("xlsx", "label-studio", "label-studio-config")
_FILES: Final[dict[Form, tuple[str, str, str, str]]] = {
    "minutes": ("Minutes of the review (Markdown)", ".md", "text/markdown", "what was reviewed and decided, by whom"),
    "gold": ("Corrected gold", "-gold.jsonl", "application/jsonl", "every record of gold as corrected, with its text"),
    "changes-csv": ("Changes of gold", "-changes.csv", "text/csv", "what is corrected in gold, and by whom"),
    "events": ("All that was said", "-events.jsonl", "application/jsonl", "each answer as it was given, in order"),
    "events-csv": ("The same as CSV", "-events.csv", "text/csv", "for a spreadsheet"),
    "xlsx": (
        "Workbook", ".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "the cards that want opinions, for people who answer in a spreadsheet; `evaljson review import` reads it back",
    ),
    "label-studio": ("Label Studio tasks", "-tasks.json", "application/json", "the same cards as tasks"),
    "label-studio-config": (
        "Label Studio configuration", "-labels.xml", "application/xml", "how Label Studio shows the tasks",
    ),
}  # fmt: skip
"""(label, end of the file's name, kind of file, what it is)"""


def show_files(opened: OpenReview) -> None:
    """Draw a button for each file; it is made once it is pressed."""
    about, wants_answers = opened.review, any(map(opened.waits, opened.live))
    stem = file_stem(about.name)
    st.subheader("Files", anchor=False)
    with st.container(horizontal=True):
        for form, (label, ending, mime, what) in _FILES.items():
            if form in _OF_CARDS and not wants_answers:
                continue
            make = partial(_bytes, server.store(), opened, form)
            download_button(
                label, make, f"{stem}{ending}", mime, evaluation=about.evaluation, key=f"review.file.{form}", help=what
            )


def _bytes(store: Store, opened: OpenReview, form: Form) -> bytes:
    return b"".join(export_review(store, opened, form))
