"""Compare: whether a variant is better than the baseline, where, and how certain that is."""

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.ui.compare.comparison_choice import choose, choose_part
from evaljson.ui.compare.export import show_exports
from evaljson.ui.compare.looks import show_looks
from evaljson.ui.compare.not_comparable import show_one_alone, show_refused, show_same
from evaljson.ui.compare.plan_form import show_plan_form
from evaljson.ui.compare.tabs import NOWHERE, show_tab
from evaljson.ui.compare.verdict import show_verdict
from evaljson.ui.session.address import publish
from evaljson.ui.session.comparisons import comparison_of
from evaljson.ui.shared.address_warning import warn_of_strange_address
from evaljson.ui.shared.judge_compared import show_corrected_difference
from evaljson.ui.shared.judge_note import show_judging
from evaljson.ui.shared.missing import show_missing_of_several
from evaljson.ui.shared.parts import guarded, heading, plain, runs_or_stop
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.variant_filter import offered
from evaljson.ui.shared.version_shown import open_link, show_version

with guarded("The Compare page"):
    link = open_link()
    evaluation = link.shown
    heading(
        "Compare",
        f"Is another variant of {plain(evaluation.name)} really better, where, and how certain is that?",
        evaluation,
    )
    show_version(link, "compare")
    show_work(evaluation)
    show_judging(evaluation, "compare")
    warn_of_strange_address(evaluation)
    runs = runs_or_stop(evaluation, "compare")
    if len(runs) < 2:
        show_one_alone()
        st.stop()
    chosen = choose(evaluation, list(offered(evaluation, runs, page="compare", least=2)))
    if set(chosen.a.variants) & set(chosen.b.variants):
        publish("compare", **chosen.address)
        show_same(chosen)
        st.stop()
    try:
        found = comparison_of(evaluation, chosen.a, chosen.b, chosen.others, chosen.figure)
    except InputError as error:
        publish("compare", **chosen.address)
        show_refused(evaluation, chosen, error)
        st.stop()
    show_verdict(evaluation, chosen, found)
    show_plan_form(found)
    show_looks(evaluation, chosen, found)
    show_corrected_difference(evaluation, chosen.a.variants, chosen.b.variants, found)
    show_missing_of_several(evaluation, [*chosen.a.variants, *chosen.b.variants], "compare")
    part = choose_part(chosen.count)
    choices = show_tab(part, evaluation, chosen, found)
    publish("compare", **{**NOWHERE, **chosen.address, **choices})
    show_exports(evaluation, chosen, found)
