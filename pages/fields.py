"""Fields: which fields go wrong, how, and in which records."""

import streamlit as st

from evaljson.ui import fields_view, state
from evaljson.ui.address import pick, publish
from evaljson.ui.metrics_view import show_metrics
from evaljson.ui.parts import guarded, heading, plain, runs_or_stop
from evaljson.ui.reading import show_reading
from evaljson.ui.strange_address import warn_of_strange_address

with guarded("The Fields page"):
    evaluation = state.evaluation()
    heading("Fields", f"Which fields of {plain(evaluation.name)} go wrong, how, and in which records.")
    warn_of_strange_address(evaluation)
    runs = runs_or_stop(evaluation, "fields")
    variant = pick("Variant", "a", list(runs), page="fields")
    run, key = runs[variant], evaluation.run_key(variant)
    publish(a=variant)
    show_reading(variant, evaluation.variants[variant], evaluation.schema.get("x-eval-id"))
    fields_view.show_figures(run)
    show_metrics(run, key)
    by_status, by_record = "By status", "By record"
    view = st.segmented_control(
        "View",
        [by_status, by_record],
        default=by_status,
        required=True,
        key="fields.view",
        label_visibility="collapsed",
    )
    if view == by_record:
        fields_view.show_by_record(run, key, variant)
    else:
        fields_view.show_by_status(run, key, variant)
