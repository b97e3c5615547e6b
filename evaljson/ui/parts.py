"""What several pages share: headings, empty, partial and error states, and data in text that is read as Markdown."""

from __future__ import annotations

import html
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evaljson.errors import EvaljsonError
from evaljson.load import LoadedRecords
from evaljson.report.words import counted
from evaljson.results.model import RunResult
from evaljson.ui import state
from evaljson.ui.evaluation import Evaluation, Tell
from evaljson.ui.navigation import need_frame

logger = logging.getLogger(__name__)
STYLE = "<style>[data-testid=stMainBlockContainer]{padding-top:4rem;padding-bottom:3rem}</style>"
"""Less empty room above a page than Streamlit leaves."""
_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])")


def plain(text: str, most: int = 80) -> str:
    """Text from a file or a person, for labels and sentences that are read as Markdown: on one line, cut, escaped."""
    line = " ".join(text[: most + 1].split())
    return _MARKUP.sub(r"\\\1", line if len(line) <= most else f"{line[: most - 1]}…")


def heading(title: str, sentence: str) -> None:
    """Title of a page and one sentence, which is Markdown: data in it goes through `plain`."""
    st.html(STYLE)
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


def show_unread(name: str, loaded: LoadedRecords) -> None:
    """The partial state: records of a file that could not be read, or were read with a remark."""
    if not loaded.problems:
        return
    refused, remarks = loaded.n_refused, sum(problem.severity == "warning" for problem in loaded.problems)
    parts = [f"{counted(refused, 'record')} could not be read"] if refused else []
    parts += [counted(remarks, "remark")] if remarks else []
    parts = parts or [counted(len(loaded.problems), "problem")]
    with st.expander(f"⚠ {plain(name)}: {' and '.join(parts)}: show"):
        unread_table(loaded)


def unread_table(loaded: LoadedRecords) -> None:
    """A row a problem of a file."""
    st.dataframe(
        pd.DataFrame(
            {
                "Line": pd.array([problem.line for problem in loaded.problems], dtype="Int64"),
                "Where": [problem.path for problem in loaded.problems],
                "What is wrong": [problem.message for problem in loaded.problems],
                "Text there": [problem.excerpt for problem in loaded.problems],
            }
        ),
        hide_index=True,
        placeholder="",
    )


def text_colour() -> str:
    """What is readable on the background of the theme in use."""
    return "#f2f2f2" if st.context.theme.type == "dark" else "#1c1c1c"
