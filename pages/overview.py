"""Overview: which variant is better, what broke, and how it got here."""

import streamlit as st

from evaljson.ui import overview_choice, overview_start, overview_trend, overview_verdict, overview_worst
from evaljson.ui.address import publish
from evaljson.ui.data_changes import show_changes
from evaljson.ui.judge_compared import show_corrected_difference
from evaljson.ui.judge_note import show_judging
from evaljson.ui.missing_view import show_missing_of_several
from evaljson.ui.pairing_hint import show_pairing_gains
from evaljson.ui.parts import guarded, heading, plain, show_failures
from evaljson.ui.schema_hints import show_schema_hints, show_untuned
from evaljson.ui.strange_address import warn_of_strange_address
from evaljson.ui.version_shown import linked, show_version
from evaljson.ui.work import show_work

with guarded("The Overview page"):
    link = linked()
    evaluation = link.shown
    heading(plain(evaluation.name), overview_start.sentence(evaluation), evaluation)
    choice = st.container()
    show_version(link, "overview")
    if not evaluation.is_earlier:
        show_changes()
    show_work(evaluation)
    show_judging(evaluation, "overview")
    warn_of_strange_address(evaluation)
    show_failures(evaluation)
    if not evaluation.runs:
        overview_start.show_empty(evaluation)
        st.stop()

    history = overview_trend.history(evaluation)
    with choice:
        a, b = overview_choice.choose(evaluation, history)
    publish("overview", a=a, b=b, run=overview_choice.chosen_run(history))
    show_schema_hints(evaluation, [a] if b is None else [a, b], "overview")
    show_untuned(evaluation)
    found = overview_verdict.judge(evaluation, a, b)
    overview_verdict.show(evaluation, a, b, found)
    pairing = st.container()
    if b is not None and found.beside is not None:
        show_corrected_difference(evaluation, [a], [b], found.beside)
    show_missing_of_several(evaluation, [a] if b is None else [a, b], "overview")
    overview_start.show_actions(evaluation, a, b, found)
    overview_worst.show_worst(evaluation, a, b, found)
    overview_trend.show_trend(evaluation, history)
    if not evaluation.is_earlier:
        with pairing:  # last, as nobody should wait for it
            show_pairing_gains(evaluation, only_leads=True)
