"""What several pages share: headings, empty and error states."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evaljson.base.errors import EvaljsonError
from evaljson.results.model import RunResult
from evaljson.store import NotAllowed, NotFound, StoreError
from evaljson.ui.session import open_evaluation, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import show_role
from evaljson.ui.shared.link import copy_link_button
from evaljson.ui.shared.navigation import need_frame
from evaljson.ui.shared.plain_text import plain as plain
from evaljson.ui.shared.switcher import switcher
from evaljson.ui.shared.version_shown import figures_version
from evaljson.wording.values import sentence_html
from evaljson.workspace.scoring import Tell

_HEADED = "evaljson.headed"
"""Set once a page has its title."""
logger = logging.getLogger(__name__)
STYLE = """<style>
[data-testid=stMainBlockContainer]{padding-top:4rem;padding-bottom:3rem}
[data-testid=stMainBlockContainer] h1{font-size:2.25rem;font-weight:600;padding:0}
[data-testid^=stBaseButton-primary]:not(:disabled){color:light-dark(#fff,#1c1c1c)}
.js-plotly-plot :is(.xaxislayer-above,.yaxislayer-above,.heatmaplayer,.infolayer) text{fill:currentColor!important}
[data-testid=stCaptionContainer],[data-testid=stMetricDeltaDescription]{color:light-dark(#5c5955,#b5b1aa)!important;opacity:1!important}
.ej,.ej-jsons{--ej-top:3.75rem;--ej-back:light-dark(#ffffff,#171614)}
.js-plotly-plot .ytick a{text-decoration:underline dotted;fill:currentColor!important}
.js-plotly-plot .zl{stroke:currentColor!important}
:is(a,button,summary,[tabindex]):focus-visible:not(main),label:has(:is([type=checkbox],[type=radio]):focus-visible){
outline:2px solid light-dark(#b83240,#f58f99)!important;outline-offset:2px!important}
:is(input,textarea):focus-visible{outline:2px solid light-dark(#b83240,#f58f99)!important;outline-offset:-2px!important}
[data-testid=stSelectbox] input{text-overflow:ellipsis}
[data-testid=stMetricValue]{font-size:clamp(1.4rem,2.2vw,2.25rem)}
[data-testid=stDownloadButton] button:disabled:has([data-testid=stSpinnerIcon])::after{content:"is being made …";
flex:none;margin-left:.35em;font-size:.875rem;white-space:nowrap}
[data-testid=stMetricValue] *,div[data-testid=stMetricDeltaDescription] *{white-space:normal!important}
</style>"""
"""Less empty room above a page than Streamlit leaves. Its primary buttons are written on in white, whatever their
colour: that of the dark theme is light. Charts are drawn in the colours of the theme they began with: their words,
links and the line at 0 take those of the page, so that they can be seen, and still after the system turned dark. The
head of a table of a record stays below the bar at the top of the window, and what passes below it is hidden. What has
the focus is outlined: Streamlit takes the browser's own line away. Figures wrap where they
would be cut. A button that makes a file says so until it comes."""


def heading(title: str, sentence: str, evaluation: OpenEvaluation | None = None, *, folded: bool = False) -> None:
    """Title of a page and one sentence, which is Markdown: data in it goes through `plain`; "" where none is needed.

    `evaluation` is what has figures on the page. `folded`: its name is beside the title, and the sentence behind
    the mark after it, so that what the page is for begins higher up.
    """
    st.html(STYLE)
    st.session_state[_HEADED] = True
    with st.container(horizontal=True, vertical_alignment="center"):
        if folded and evaluation is not None:
            st.title(title, anchor=False, width="content", help=sentence)
            st.markdown(plain(evaluation.name), width="stretch")
        else:
            st.title(title, anchor=False)
        copy_link_button(None if evaluation is None else figures_version(evaluation))
        switcher()
    if sentence and not folded:
        st.markdown(sentence)
    if evaluation is not None:
        show_role()


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
    st.session_state.pop(_HEADED, None)
    with guarded_part(what):
        yield


@contextmanager
def guarded_part(what: str) -> Iterator[None]:
    """Guard a part of a page that is drawn again without the page around it."""
    try:
        yield
    except NotFound as error:
        show_not_here(error)
    except NotAllowed as error:
        show_not_allowed(error)
    except StoreError as error:
        problem_box(str(error), "", "Once that is settled, press Reload.")
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
            "Reload. If that does not help, go on on another page; details are in the app's terminal.",
        )
        st.button("Reload", key=f"reload.{what}", type="primary")


def show_not_here(error: NotFound) -> None:
    """Say that the address names an evaluation that does not exist or was deleted."""
    identity = open_evaluation.asked()
    said = str(error)
    heading("Not here", "")
    data_line(said[:1].upper() + said[1:])
    with st.container(horizontal=True):
        if identity is not None and open_evaluation.is_deleted(identity) and server.role(identity) == "owner":
            st.button(
                "Restore it", key="gone.restore", type="primary", on_click=open_evaluation.restore, args=(identity,)
            )
        open_sample_button("gone.sample")


def show_not_allowed(error: NotAllowed) -> None:
    """Say what someone may not do here and who can change that; a link that they followed gives no right to it."""
    if st.session_state.get(_HEADED):  # a part of a page that they may see
        problem_box(str(error), "", "Nothing was changed. Reload once you have that role.")
        return
    heading("Not open to you", "A link shows an evaluation to those who have a role in it.")
    st.markdown(plain(str(error), 400))
    open_sample_button("refused.sample")


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
            "Nothing to show yet: no variant is scored. Add gold and a variant on the Data page.",
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
