"""Overview: which variant is better, what broke, and the history of runs."""

import streamlit as st

from evaljson.ui.overview import next_steps, run_history, straight_through, variant_choice, verdict, worst_regressions
from evaljson.ui.session.address import publish
from evaljson.ui.shared.address_warning import warn_of_strange_address
from evaljson.ui.shared.alignment_hint import show_pairing_gains
from evaljson.ui.shared.changes import show_changes
from evaljson.ui.shared.judge_compared import show_corrected_difference
from evaljson.ui.shared.judge_note import show_judging
from evaljson.ui.shared.missing import show_missing_of_several
from evaljson.ui.shared.parts import guarded, heading, plain, show_failures
from evaljson.ui.shared.patterns import show_patterns
from evaljson.ui.shared.schema_hints import show_schema_hints, show_untuned
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.version_shown import open_link, show_version

with guarded("The Overview page"):
    link = open_link()
    evaluation = link.shown
    heading(plain(evaluation.name), next_steps.sentence(evaluation), evaluation)
    choice = st.container()
    show_version(link, "overview")
    if not evaluation.is_earlier:
        show_changes()
    show_work(evaluation)
    show_judging(evaluation, "overview")
    warn_of_strange_address(evaluation)
    show_failures(evaluation)
    if not evaluation.runs:
        next_steps.show_empty(evaluation)
        st.stop()

    history = run_history.history(evaluation)
    with choice:
        a, b = variant_choice.choose(evaluation, history)
    publish("overview", a=a, b=b, run=variant_choice.chosen_run(history))
    show_schema_hints(evaluation, [a] if b is None else [a, b], "overview")
    show_untuned(evaluation)
    found = verdict.overview_comparison(evaluation, a, b)
    verdict.show(evaluation, a, b, found)
    straight_through.show_right(evaluation, [a] if b is None else [a, b])
    pairing = st.container()
    if b is not None and found.beside is not None:
        show_corrected_difference(evaluation, [a], [b], found.beside)
    show_missing_of_several(evaluation, [a] if b is None else [a, b], "overview")
    next_steps.show_actions(evaluation, a, b, found)
    worst_regressions.show_worst(evaluation, a, b, found)
    st.subheader(f"What errors of {plain(b or a, 60)} have in common", anchor=False)
    show_patterns(evaluation, b or a, page="overview")
    straight_through.show_groups(evaluation, [a] if b is None else [a, b])
    run_history.show_trend(evaluation, history)
    if not evaluation.is_earlier:
        with pairing:  # last: the rest of the page should not wait for it
            show_pairing_gains(evaluation, only_leads=True)
