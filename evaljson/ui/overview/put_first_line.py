"""The line below the verdict that says which version of the schema put the first variant first."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import streamlit as st

from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.put_first import long_message, put_first_in_words, put_first_or_job
from evaljson.wording.values import escaped, isolated


def put_first_line(evaluation: OpenEvaluation) -> Callable[[], None]:
    """Make room for it, and return what draws it, for the end of the page: it may take long to find."""
    room = st.empty()

    def draw() -> None:
        with room.container():
            found = put_first_or_job(evaluation)
            said = put_first_in_words(evaluation, found, isolated)
            if said:
                message = long_message(evaluation, found)
                whole = f"<details><summary>Whole message</summary>{isolated(message)}</details>" if message else ""
                versions = escaped(f"schema?{urlencode({**here(), 'tab': 'Versions'})}")
                st.html(
                    '<div dir="auto" class="ej-put-first" '
                    'style="font-size:.875rem;line-height:1.4;overflow-wrap:anywhere">'
                    f'{said} <a target="_self" href="{versions}" style="color:inherit">See the versions</a>'
                    f"{whole}</div>"
                )

    return draw
