"""What several pages share: headings, empty and error states, and data in text that is read as Markdown."""

from __future__ import annotations

import html
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evaljson.errors import EvaljsonError
from evaljson.results.model import RunResult
from evaljson.ui import state
from evaljson.ui.evaluation import Evaluation, Tell
from evaljson.ui.navigation import need_frame

logger = logging.getLogger(__name__)
STYLE = "<style>[data-testid=stMainBlockContainer]{padding-top:4rem;padding-bottom:3rem}</style>"
"""Less empty room above a page than Streamlit leaves."""
DARK_STYLE = "<style>[data-testid=stBaseButton-primary]:not(:disabled){color:#1c1c1c}</style>"
"""Streamlit writes on primary buttons in white, whatever their colour; that of the dark theme is light."""
_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])")


def plain(text: str, most: int = 80) -> str:
    """Text from a file or a person, for labels and sentences that are read as Markdown: on one line, cut, escaped."""
    line = " ".join(text[: most + 1].split())
    return _MARKUP.sub(r"\\\1", line if len(line) <= most else f"{line[: most - 1]}…")


def heading(title: str, sentence: str) -> None:
    """Title of a page and one sentence, which is Markdown: data in it goes through `plain`."""
    st.html(STYLE + (DARK_STYLE if _is_dark() else ""))
    st.header(title, anchor=False)
    st.markdown(sentence)


def data_line(text: str) -> None:
    """A line of text from a file, as it is."""
    st.html(f'<div dir="auto" style="overflow-wrap:anywhere;font-size:.875rem">{html.escape(text)}</div>')


def problem_box(what: str, where: str, next_step: str) -> None:
    """An error state: what, where, and what to do next."""
    place = f"\n\n**Where:** {plain(where, 200)}" if where else ""
    st.error(f"{plain(what, 1200)}{place}\n\n**What to do:** {next_step}")


@contextmanager
def guarded(what: str) -> Iterator[None]:
    """Around a page or a part of it. No traceback: what goes wrong is told; the terminal has what was not foreseen."""
    need_frame()
    try:
        yield
    except EvaljsonError as error:
        problem_box(
            getattr(error, "problem", str(error)),
            getattr(error, "path", ""),
            "Correct the file or the eval schema and try again.",
        )
    except Exception as error:
        logger.exception("%s failed", what)
        problem_box(
            f"{what} could not be shown ({type(error).__name__}).",
            "",
            "Open the sample or other files on the Data page. The terminal that runs the app has the details.",
        )


def progress_on(bar: DeltaGenerator) -> Tell:
    """Tells how far the work is on a progress bar."""

    def tell(share: float, text: str) -> None:
        bar.progress(share, text=plain(text))

    return tell


def open_sample_button(key: str) -> None:
    """The sample, one click away."""
    st.button("Open the sample", key=key, on_click=state.open_sample)


def runs_or_stop(evaluation: Evaluation, page: str) -> dict[str, RunResult]:
    """The scored variants; where there is none, the empty state, and the page ends."""
    show_failures(evaluation)
    if not evaluation.runs:
        st.info(
            "There is nothing to show yet: no variant is scored. Add gold and at least one variant on the Data page.",
        )
        with st.container(horizontal=True):
            if st.button("Go to Data", key=f"{page}.to-data", type="primary"):
                st.switch_page("pages/data.py")
            open_sample_button(f"{page}.sample")
        st.stop()
    return evaluation.runs


def show_failures(evaluation: Evaluation) -> None:
    """Variants that could not be scored."""
    for name, failure in evaluation.failures.items():
        problem_box(
            f"{name} could not be scored: {failure.message}",
            failure.path,
            "Choose another record id or other files on the Data page.",
        )


def text_colour() -> str:
    """What is readable on the background of the theme in use."""
    return "#f2f2f2" if _is_dark() else "#1c1c1c"


def _is_dark() -> bool:
    return st.context.theme.type == "dark"
