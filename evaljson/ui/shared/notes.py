"""One line above a page that names all that its reader should know before trusting the figures; it opens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import streamlit as st


@dataclass(frozen=True, slots=True)
class PageNote:
    """Something to know."""

    words: str
    """A few words, as Markdown: data in them goes through `plain`."""
    draw: Callable[[], None]
    """Draws all of it, with its buttons and tables."""
    is_warning: bool = True
    """False for what is only said: it needs nothing of anyone."""

    @property
    def sign(self) -> str:
        """What the line begins with."""
        return "⚠ " if self.is_warning else ""


def show_notes(notes: Iterable[PageNote | None], page: str) -> None:
    """Draw one line with the words of all notes, which opens them; nothing where there are none.

    While it is closed, no note is drawn. `page` begins the key of the line.
    """
    present = sorted((note for note in notes if note is not None), key=lambda note: not note.is_warning)
    if not present:
        return
    words = " · ".join(note.words for note in present)
    expander = st.expander(f"{present[0].sign}{words}", key=f"{page}.notes", on_change="rerun")
    if expander.open:
        with expander:
            for note in present:
                note.draw()
