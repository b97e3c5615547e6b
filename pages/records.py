"""Records: one record leaf by leaf, with gold, extracted, result and reason."""

import streamlit as st

from evaljson.ui import records_view, state
from evaljson.ui.address import publish
from evaljson.ui.parts import guarded, heading, plain, runs_or_stop, show_unread

with guarded("The Records page"):
    evaluation = state.evaluation()
    heading("Records", f"What {plain(evaluation.name)} says in gold, what was extracted, and why it counts as it does.")
    runs = runs_or_stop(evaluation, "records")
    a, b, status, field, most = records_view.choose(runs)
    run, key = runs[a], evaluation.run_key(a)
    show_unread(a, evaluation.variants[a])
    places = records_view.matching(run, key, status, field, most)
    if not places:
        publish(a=a, b=b, status=status, field=field, record=None)
        st.info("No record passes these filters.")
        st.button("Show all records", type="primary", key="records.reset", on_click=records_view.reset_filters)
        st.stop()

    place = records_view.choose_record(run, key, places)
    record = run.records[place]
    publish(a=a, b=b, status=status, field=field, record=records_view.labels(run, key)[place])
    records = [(a, record)]
    if b is not None:
        beside = records_view.same_record(runs[b], evaluation.run_key(b), record)
        records += [(b, beside)] if beside is not None else []
    records_view.show_record(evaluation, records, field)
    records_view.show_list(run, key, places)
    records_view.show_empty_note(a, run)
