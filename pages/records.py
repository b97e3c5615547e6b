"""Records: one record leaf by leaf, with gold, extracted, result and reason."""

import streamlit as st

from evaljson.ui import records_view, state
from evaljson.ui.address import publish
from evaljson.ui.parts import guarded, heading, plain, runs_or_stop
from evaljson.ui.reading import show_reading

with guarded("The Records page"):
    evaluation = state.evaluation()
    heading("Records", f"What {plain(evaluation.name)} says in gold, what was extracted, and why it counts as it does.")
    runs = runs_or_stop(evaluation, "records")
    a, b, status, field, most = records_view.choose(runs)
    run, key = runs[a], evaluation.run_key(a)
    show_reading(a, evaluation.variants[a], evaluation.schema.get("x-eval-id"))
    places = records_view.matching(run, key, status, field, most)
    if not places:
        publish(a=a, b=b, status=status, field=field, record=None)
        st.info("No record passes these filters.")
        st.button("Show all records", type="primary", key="records.reset", on_click=records_view.reset_filters)
        st.stop()

    place = records_view.choose_record(run, key, places)
    record = run.records[place]
    publish(a=a, b=b, status=status, field=field, record=records_view.labels(run, key)[place])
    shown = {a: place}
    if b is not None:
        beside = records_view.place_of(runs[b], evaluation.run_key(b), record)
        shown |= {b: beside} if beside is not None else {}
    records_view.show_fates(evaluation, shown)
    records_view.show_record(evaluation, [(name, runs[name].records[at]) for name, at in shown.items()], field)
    records_view.show_list(run, key, places)
    records_view.show_empty_note(a, run)
