"""Fields: which fields go wrong, how, and in which records."""

import streamlit as st

from evaljson.ui.fields import agreement, consistency, grounding
from evaljson.ui.fields.agreement import show_people
from evaljson.ui.fields.classes import show_classes
from evaljson.ui.fields.closed_book import show_closed_book
from evaljson.ui.fields.confidence import show_confidence
from evaljson.ui.fields.conformity import show_conformity
from evaljson.ui.fields.consistency import show_consistency
from evaljson.ui.fields.effort import show_effort
from evaljson.ui.fields.grounding import show_grounding
from evaljson.ui.fields.heatmap_choice import show_fields
from evaljson.ui.fields.heatmap_view import View
from evaljson.ui.fields.rules import show_rules
from evaljson.ui.fields.run_figures import show_figures
from evaljson.ui.shared.address_warning import warn_of_strange_address
from evaljson.ui.shared.changes import show_changes
from evaljson.ui.shared.corrected_line import show_corrected_line
from evaljson.ui.shared.document_types import show_types
from evaljson.ui.shared.exports import show_exports
from evaljson.ui.shared.films_sample import offer_films
from evaljson.ui.shared.judge_agreement import show_corrected
from evaljson.ui.shared.judge_note import judging_note
from evaljson.ui.shared.load_report import reading_note
from evaljson.ui.shared.metrics import show_metrics
from evaljson.ui.shared.missing import missing_note
from evaljson.ui.shared.notes import show_notes
from evaljson.ui.shared.page_script import heed_page, rule_of
from evaljson.ui.shared.parts import guarded, heading, runs_or_stop
from evaljson.ui.shared.patterns import LOSS_HELP, show_patterns
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.variant_filter import offered
from evaljson.ui.shared.version_shown import open_link, show_version

with guarded("The Fields page"):
    link = open_link()
    evaluation = link.shown
    heading("Fields", "Which fields go wrong, how, and in which records.", evaluation, folded=True)
    show_version(link, "fields")
    if not evaluation.is_earlier:
        show_changes("fields", evaluation.id)
    show_work(evaluation)
    warn_of_strange_address(evaluation)
    runs = runs_or_stop(evaluation, "fields")
    runs = offered(evaluation, runs, page="fields")
    variant, run, key, kind = show_figures(evaluation, runs)
    show_notes(
        [
            judging_note(evaluation, "fields"),
            reading_note(variant, evaluation.variants[variant], evaluation.schema.get("x-eval-id")),
            missing_note(evaluation, [variant], "fields"),
        ],
        "fields",
    )
    show_corrected_line(evaluation, [variant], by_field=True)
    view = View(run, key, variant, kind, rule_of(evaluation, variant))
    show_fields(evaluation, runs, view)
    st.subheader("What errors have in common", anchor=False, help=LOSS_HELP)
    show_patterns(evaluation, variant, page="fields", of=(run, key))
    show_types(runs[variant], evaluation.run_key(variant))
    show_corrected(evaluation, variant)
    show_metrics(run, key)
    if "x-eval-confidence" in evaluation.schema:
        show_confidence(run, key)
    show_effort(evaluation, run, key, variant)
    show_classes(view)
    show_conformity(evaluation, view)
    show_rules(evaluation, runs, view)
    show_closed_book(evaluation)
    sections = (
        (grounding, show_grounding(evaluation, runs, view)),
        (consistency, show_consistency(evaluation, runs, variant)),
        (agreement, show_people(evaluation, runs)),
    )
    offer_films(evaluation, {section.OPENED: section.LABEL for section, is_there in sections if not is_there})
    show_exports(evaluation, runs, variant)
    heed_page("fields", variant)
