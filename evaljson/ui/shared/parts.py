"""What several pages share: headings, empty and error states."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evaljson.base.errors import EvaljsonError
from evaljson.results.model import RunResult
from evaljson.store import NotFound, StoreError
from evaljson.ui.session import open_evaluation
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.link import copy_link_button
from evaljson.ui.shared.navigation import need_frame
from evaljson.ui.shared.plain_text import plain as plain
from evaljson.ui.shared.switcher import switcher
from evaljson.ui.shared.version_shown import figures_version
from evaljson.wording.values import sentence_html
from evaljson.workspace.scoring import Tell

logger = logging.getLogger(__name__)
STYLE = "<style>[data-testid=stMainBlockContainer]{padding-top:4rem;padding-bottom:3rem}</style>"
"""Less empty room above a page than Streamlit leaves."""
_TABLES = "<style>.ej{{--ej-top:3.75rem;--ej-back:{}}}</style>"
"""The head of a table of a record stays below the bar at the top of the window, and what passes below it is hidden."""
_BACKGROUNDS = {False: "#ffffff", True: "#171614"}
"""Of Streamlit's themes, by whether they are dark."""
DARK_STYLE = "<style>[data-testid^=stBaseButton-primary]:not(:disabled){color:#1c1c1c}</style>"
"""Streamlit writes on primary buttons in white, whatever their colour; that of the dark theme is light."""


def heading(title: str, sentence: str, evaluation: OpenEvaluation | None = None) -> None:
    """Title of a page and one sentence, which is Markdown: data in it goes through `plain`.

    `evaluation` is what has figures on the page.
    """
    st.html(STYLE + _TABLES.format(_BACKGROUNDS[_is_dark()]) + (DARK_STYLE if _is_dark() else ""))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(title, anchor=False)
        copy_link_button(None if evaluation is None else figures_version(evaluation))
        switcher()
    st.markdown(sentence)


def data_line(text: str) -> None:
    """Show a line of text from a file, unformatted."""
    st.html(f'<div dir="auto" style="overflow-wrap:anywhere;font-size:.875rem">{sentence_html(text)}</div>')


def problem_box(what: str, where: str, next_step: str) -> None:
    """Show an error: what, where, and what to do next."""
    place = f"\n\n**Where:** {plain(where, 200)}" if where else ""
    st.error(f"{plain(what, 1200)}{place}\n\n**What to do:** {next_step}")


@contextmanager
def guarded(what: str) -> Iterator[None]:
    """Guard a page or a part of it: show errors without a traceback; unexpected ones are logged to the terminal."""
    need_frame()
    try:
        yield
    except NotFound as error:
        show_not_here(error)
    except StoreError as error:
        problem_box(str(error), "", "Once that is settled, press Reload: what you see then is as it is stored.")
        st.button("Reload", key=f"reload.{what}", type="primary")
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


def show_not_here(error: NotFound) -> None:
    """Say that the address names an evaluation that does not exist or was deleted."""
    identity = open_evaluation.asked()
    heading("Not here", "This address leads to an evaluation that this server does not have, or not any more.")
    data_line(str(error))
    with st.container(horizontal=True):
        if identity is not None and open_evaluation.is_deleted(identity):
            st.button(
                "Restore it", key="gone.restore", type="primary", on_click=open_evaluation.restore, args=(identity,)
            )
        open_sample_button("gone.sample")


def progress_on(bar: DeltaGenerator) -> Tell:
    """Show progress on a progress bar."""

    def tell(share: float, text: str) -> None:
        bar.progress(share, text=plain(text))

    return tell


def open_sample_button(key: str) -> None:
    """Show a button that opens the sample."""
    st.button("Open the sample", key=key, on_click=open_evaluation.open_sample)


def runs_or_stop(evaluation: OpenEvaluation, page: str) -> Mapping[str, RunResult]:
    """Return the scored variants; if there are none, show the empty state and end the page."""
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


def show_failures(evaluation: OpenEvaluation) -> None:
    """Show the variants that could not be scored."""
    for name, failure in evaluation.failures.items():
        problem_box(
            f"{name} could not be scored: {failure.message}",
            failure.path,
            "Choose another record id or other files on the Data page.",
        )


def text_colour() -> str:
    """Return a colour that is readable on the background of the current theme."""
    return "#f2f2f2" if _is_dark() else "#1c1c1c"


def _is_dark() -> bool:
    return st.context.theme.type == "dark"
