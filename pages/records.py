"""Records: one record leaf by leaf, with gold, extracted, result and reason."""

import streamlit as st

from evaljson.ui import records_view, state
from evaljson.ui.address import publish
from evaljson.ui.parts import guarded, heading, plain, runs_or_stop
from evaljson.ui.reading import show_reading
from evaljson.ui.strange_address import warn_of_strange_address

with guarded("The Records page"):
    evaluation = state.evaluation()
    heading(
        "Records",
        f"Gold and extracted values of {plain(evaluation.name)}, leaf by leaf, and why each counts as it does.",
    )
    warn_of_strange_address(evaluation)
    runs = runs_or_stop(evaluation, "records")
    chosen = records_view.choose(runs)
    a, b, field = chosen.a, chosen.b, chosen.field
    run, key = runs[a], evaluation.run_key(a)
    show_reading(a, evaluation.variants[a], evaluation.schema.get("x-eval-id"))
    places = records_view.matching(runs, {name: evaluation.run_key(name) for name in runs}, chosen)
    if not places:
        publish(**chosen.address(), record=None)
        st.info("No record passes these filters.")
        st.button("Show all records", type="primary", key="records.reset", on_click=records_view.reset_filters)
        st.stop()

    place = records_view.choose_record(run, key, places, chosen.order())
    record = run.records[place]
    publish(**chosen.address(), record=records_view.labels(run, key)[place])
    shown = {a: place}
    if b is not None:
        beside = records_view.place_of(runs[b], evaluation.run_key(b), record)
        shown |= {b: beside} if beside is not None else {}
    records_view.show_fates(evaluation, shown)
    records_view.show_record(evaluation, [(name, runs[name].records[at]) for name, at in shown.items()], field)
    records_view.show_list(run, key, places)
    records_view.show_empty_note(a, run)
