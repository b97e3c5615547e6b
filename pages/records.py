"""Records: one record value by value, with gold, extracted, result and reason."""

import streamlit as st

from evaljson.ui import records_asked, records_choice, records_filters, records_found, records_view
from evaljson.ui.address import heed_link, publish
from evaljson.ui.export_view import show_exports
from evaljson.ui.judge_note import show_judging
from evaljson.ui.missing_view import show_missing, tell_if_left_out
from evaljson.ui.page_script import heed_page
from evaljson.ui.parts import guarded, heading, plain, runs_or_stop
from evaljson.ui.reading import show_reading
from evaljson.ui.strange_address import warn_of_strange_address
from evaljson.ui.variant_filter import offered
from evaljson.ui.version_shown import linked, show_version
from evaljson.ui.work import show_work

with guarded("The Records page"):
    link = linked()
    evaluation = link.shown
    heading(
        "Records",
        f"Gold and extracted values of {plain(evaluation.name)}, value by value, and why each counts as it does.",
        evaluation,
    )
    show_version(link, "records")
    show_work(evaluation)
    show_judging(evaluation, "records")
    warn_of_strange_address(evaluation)
    runs = runs_or_stop(evaluation, "records")
    runs = offered(evaluation, runs, page="records")
    heed_link()
    chosen = records_filters.choose(runs)
    a, b = chosen.a, chosen.b
    run, key = runs[a], evaluation.run_key(a)
    show_reading(a, evaluation.variants[a], evaluation.schema.get("x-eval-id"))
    show_missing(evaluation, filter(None, (a, b)), "records")
    tell_if_left_out(evaluation, a)
    places = records_found.matching(evaluation, runs, chosen)
    if not places:
        records_asked.tell_if_filtered(evaluation, runs, chosen, None)
        publish("records", **chosen.address(), record=None)
        st.info("No record passes these filters.")
        st.button("Show all records", type="primary", key="records.reset", on_click=records_filters.reset_filters)
        st.stop()

    place = records_choice.choose_record(evaluation, runs, chosen, places)
    opened = records_found.labels(run, key)[place]
    records_asked.tell_if_filtered(evaluation, runs, chosen, opened)
    publish("records", **chosen.address(), record=opened)
    shown = {a: place}
    if b is not None:
        beside = records_found.place_of(runs[b], evaluation.run_key(b), run.records[place])
        shown |= {b: beside} if beside is not None else {}
    records_view.show_fates(evaluation, shown)
    records_view.show_record(evaluation, shown, chosen.field)
    records_choice.show_list(evaluation, runs, chosen, places)
    show_exports(evaluation, runs, a)
    records_view.show_empty_note(a, run)
    heed_page("records", a)
