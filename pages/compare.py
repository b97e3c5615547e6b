"""Compare: whether a variant is better than the baseline, where, and how certain that is."""

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare.words.alone import as_pair_alone
from evaljson.ui.compare.batches import show_batches
from evaljson.ui.compare.cluster_choice import copies_note, offer_other_cluster
from evaljson.ui.compare.comparison_choice import FIELDS, adjustment_now, choose, choose_part, publish_choices
from evaljson.ui.compare.export import show_exports
from evaljson.ui.compare.looks import show_looks
from evaljson.ui.compare.not_comparable import show_one_alone, show_refused, show_same
from evaljson.ui.compare.plan_form import show_plan_form
from evaljson.ui.compare.tabs import NOWHERE, show_tab
from evaljson.ui.compare.verdict import (
    copy_verdict,
    coverage_note,
    show_all_figures,
    show_certainty,
    show_price,
    show_verdict,
)
from evaljson.ui.session.comparisons import comparison_of
from evaljson.ui.shared.address_warning import warn_of_strange_address
from evaljson.ui.shared.changes import show_changes
from evaljson.ui.shared.corrected_line import show_corrected_line
from evaljson.ui.shared.judge_compared import show_corrected_difference
from evaljson.ui.shared.judge_note import judging_note
from evaljson.ui.shared.missing import missing_of_several_note
from evaljson.ui.shared.notes import show_notes
from evaljson.ui.shared.parts import guarded, heading, runs_or_stop
from evaljson.ui.shared.review_these import is_any_wrong, review_these, wish_of_comparison
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.variant_filter import offered
from evaljson.ui.shared.version_shown import open_link, show_version

with guarded("The Compare page"):
    link = open_link()
    evaluation = link.shown
    heading("Compare", "Is another variant really better, where, and how certain is that?", evaluation, folded=True)
    show_version(link, "compare")
    if not evaluation.is_earlier:
        show_changes("compare", evaluation.id)
    show_work(evaluation)
    warn_of_strange_address(evaluation)
    runs = runs_or_stop(evaluation, "compare")
    if len(runs) < 2:
        show_one_alone()
        st.stop()
    chosen = choose(evaluation, list(offered(evaluation, runs, page="compare", least=2)))
    if set(chosen.a.variants) & set(chosen.b.variants):
        publish_choices(evaluation, chosen)
        show_same(chosen)
        st.stop()
    try:
        found = comparison_of(evaluation, chosen.a, chosen.b, chosen.others, chosen.figure, chosen.cluster)
    except InputError as error:
        publish_choices(evaluation, chosen)
        show_refused(evaluation, chosen, error)
        offer_other_cluster(evaluation, chosen.a.first)
        st.stop()
    if chosen.left_out:
        found = as_pair_alone(found, chosen.left_out)
    sides = [*chosen.a.variants, *chosen.b.variants]
    notes = (
        judging_note(evaluation, "compare"),
        coverage_note(found),
        copies_note(found),
        missing_of_several_note(evaluation, sides, "compare"),
    )
    show_notes(notes, "compare")
    how = adjustment_now(chosen.count)
    show_verdict(evaluation, chosen, found, how)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        part = choose_part(chosen.count)
        show_certainty(evaluation, chosen, found)
        copy_verdict(evaluation, found, how)
        if is_any_wrong(evaluation, found, sides):
            review_these(evaluation, "compare", lambda: wish_of_comparison(evaluation, found, sides, part == FIELDS))
        show_price(evaluation, chosen)
    show_corrected_line(evaluation, sides)
    choices = show_tab(part, evaluation, chosen, found, how)
    publish_choices(evaluation, chosen, **{**NOWHERE, **choices})
    show_all_figures(found)
    show_plan_form(found)
    show_looks(evaluation, chosen, found)
    show_corrected_difference(evaluation, chosen.a.variants, chosen.b.variants, found)
    show_batches(evaluation, chosen.b.first)
    show_exports(evaluation, chosen, found)
