"""Records: one record, value by value, with gold, extracted value, result and reason."""

import streamlit as st

from evaljson.ui.records import filtered_out, record_choice, record_view
from evaljson.ui.session.address import heed_link, publish
from evaljson.ui.shared import found_records, record_filters
from evaljson.ui.shared.address_warning import warn_of_strange_address
from evaljson.ui.shared.begin_at_top import begin_at_top
from evaljson.ui.shared.changes import show_changes
from evaljson.ui.shared.default_pair import default_variant
from evaljson.ui.shared.exports import show_exports
from evaljson.ui.shared.gold_labels import labels_of
from evaljson.ui.shared.judge_note import judging_note
from evaljson.ui.shared.load_report import reading_note
from evaljson.ui.shared.missing import missing_note, tell_if_left_out
from evaljson.ui.shared.notes import show_notes
from evaljson.ui.shared.page_script import heed_page
from evaljson.ui.shared.parts import guarded, heading, runs_or_stop
from evaljson.ui.shared.patterns import show_patterns_of_record
from evaljson.ui.shared.review_these import has_errors, review_these, wish_of_filter
from evaljson.ui.shared.scoring_work import show_work
from evaljson.ui.shared.variant_filter import offered
from evaljson.ui.shared.version_shown import open_link, show_version

with guarded("The Records page"):
    link = open_link()
    evaluation = link.shown
    sentence = "One record at a time: each gold and extracted value, its result, and why. J and K go through them."
    heading("Records", sentence, evaluation, folded=True)
    show_version(link, "records")
    if not evaluation.is_earlier:
        show_changes("records", evaluation.id)
    show_work(evaluation)
    warn_of_strange_address(evaluation)
    runs = runs_or_stop(evaluation, "records")
    runs = offered(evaluation, runs, page="records")
    heed_link()
    chosen = record_filters.choose(
        runs,
        default=default_variant(evaluation, list(runs)),
        has_labels=bool(labels_of(evaluation)),
        has_confidences="x-eval-confidence" in evaluation.schema,
    )
    a, b = chosen.a, chosen.b
    run, key = runs[a], evaluation.run_key(a)
    show_notes(
        [
            judging_note(evaluation, "records"),
            reading_note(a, evaluation.variants[a], evaluation.schema.get("x-eval-id")),
            missing_note(evaluation, filter(None, (a, b, *chosen.more)), "records"),
        ],
        "records",
    )
    tell_if_left_out(evaluation, a)
    places = found_records.matching(evaluation, runs, chosen)
    if not places:
        filtered_out.tell_if_filtered(evaluation, runs, chosen, None)
        publish("records", **chosen.address(), record=None)
        st.info("No record passes these filters.")
        st.button("Show all records", type="primary", key="records.reset", on_click=record_filters.reset_filters)
        st.stop()

    place = record_choice.choose_record(evaluation, runs, chosen, places)
    opened = found_records.labels(run, key)[place]
    filtered_out.tell_if_filtered(evaluation, runs, chosen, opened)
    publish("records", **chosen.address(), record=opened)
    begin_at_top(opened, record_choice.TOP)
    shown = {a: place}
    for name in filter(None, (b, *chosen.more)):
        beside = found_records.place_of(runs[name], evaluation.run_key(name), run.records[place])
        shown |= {name: beside} if beside is not None else {}
    record_view.show_fates(evaluation, shown)
    show_patterns_of_record(evaluation, a, place, b)
    of_group = found_records.paths_of_group(evaluation, chosen, place)
    record_view.show_record(evaluation, shown, chosen.field, of_group)
    record_choice.show_list(evaluation, runs, chosen, places)
    if has_errors(evaluation, runs, chosen, places):
        review_these(evaluation, "records", lambda: wish_of_filter(evaluation, dict(runs), chosen, places))
    show_exports(evaluation, runs, a)
    record_view.show_empty_note(a, run)
    heed_page("records", a)
