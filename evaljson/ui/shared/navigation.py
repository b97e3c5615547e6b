"""The pages of the app and the bar that leads to them."""

from __future__ import annotations

import logging
from typing import Literal

import streamlit as st
from streamlit.navigation.page import Page

from evaljson.base import limits
from evaljson.base.app_files import app_folder
from evaljson.base.errors import SettingError
from evaljson.base.plugins import load_plugins_of_environment
from evaljson.ui.session.address import begin_run, end_run, heed_page_change
from evaljson.ui.session.admission import is_admitted
from evaljson.ui.session.garbage import spare_what_lasts
from evaljson.ui.session.measures import PAGE
from evaljson.ui.session.noted_visits import note_sign_in
from evaljson.ui.session.review_seat import give_back
from evaljson.ui.session.version_asked import heed_version
from evaljson.ui.shared.plain_text import plain
from evaljson.ui.shared.sign_in_page import may_enter, show_sign_in

_FRAMED = "evaljson.framed"
_REVIEW = "review"
"""The page on which people have a card in hand: others get it once they leave."""
_START = "start"
"""What Streamlit keeps for the first page, though that has no address of its own."""
_TITLES = ("Overview", "Data", "Schema", "Fields", "Compare", "Records", "Review", "Judge")


def run_page() -> None:
    """Draw the bar and run the page that the address names."""
    quiet_log()
    spare_what_lasts()
    load_plugins_of_environment()
    st.set_page_config(page_title="evaljson", page_icon="🎯", layout="wide")
    _check_settings()
    if not may_enter():
        _navigation("hidden")  # without it, Streamlit lists all files of pages/
        show_sign_in()
        return
    if not is_admitted():
        _navigation("hidden")
        _show_full()
        return
    note_sign_in()
    page = _navigation("top")
    st.set_page_config(page_title=f"{page.title} · evaljson")
    heed_page_change(page.url_path)
    heed_version()
    if page.url_path != _REVIEW:
        give_back()
    st.session_state[_FRAMED] = True
    begin_run()
    try:
        with PAGE.noted(page.url_path or _TITLES[0].lower()):
            page.run()
        end_run()
    finally:
        st.session_state.pop(_FRAMED, None)


def _show_full() -> None:
    """Say that as many tabs are open as the server takes."""
    st.title("evaljson")
    st.markdown(f"There is no room for another tab: {plain(limits.current().says('sessions'), 300)}")
    st.button("Try again", key="full.again", type="primary")


def _check_settings() -> None:
    """End the page with one sentence where a limit's setting cannot be used."""
    limits.use_app_defaults()
    try:
        limits.current()
    except SettingError as error:
        st.error(f"The server cannot be used: {plain(str(error), 300)} Then start it again.")
        st.stop()


def quiet_log() -> None:
    """Let the terminal show what failed, and not what the library warns of: the pages say that already.

    Without a handler of its own, Python prints the warnings of a library on the terminal.
    """
    logger = logging.getLogger("evaljson")
    if any(handler.name == _FRAMED for handler in logger.handlers):
        return
    handler = logging.StreamHandler()
    handler.name = _FRAMED
    handler.setLevel(logging.ERROR)
    logger.addHandler(handler)


def need_frame() -> None:
    """Run the page within the app, bar and all, where it was started on its own.

    Until st.navigation has been called once, Streamlit takes every file in a folder called pages for a page of its own:
    so the first visitor of a new server who follows a link to a page would get it bare.
    """
    if not st.session_state.get(_FRAMED):
        run_page()
        st.stop()


def _navigation(position: Literal["top", "hidden"]) -> Page:
    folder = app_folder() / "pages"
    first, *others = _TITLES
    pages = [
        st.Page(folder / f"{first.lower()}.py", title=first, url_path=_START, default=True),
        *(st.Page(folder / f"{title.lower()}.py", title=title, url_path=title.lower()) for title in others),
        st.Page(_to_first, title=first, url_path=first.lower(), visibility="hidden"),
    ]
    return st.navigation(pages, position=position)


def _to_first() -> None:
    """Open the first page, whose address is that of the app, for who types its name as those of the others."""
    st.switch_page(f"pages/{_TITLES[0].lower()}.py", query_params=st.query_params.to_dict())
