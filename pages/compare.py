"""Compare: two variants side by side, and what got worse."""

import streamlit as st

from evaljson.errors import InputError
from evaljson.report.side_by_side import side_by_side
from evaljson.ui import compare_view, state
from evaljson.ui.address import pick, publish
from evaljson.ui.parts import guarded, heading, plain, problem_box, runs_or_stop
from evaljson.ui.strange_address import warn_of_strange_address

with guarded("The Compare page"):
    evaluation = state.evaluation()
    heading("Compare", f"Two variants of {plain(evaluation.name)} side by side.")
    warn_of_strange_address(evaluation)
    runs = runs_or_stop(evaluation, "compare")
    names = list(runs)
    if len(names) < 2:
        st.info("Comparing takes two scored variants; there is one. Add another on the Data page.")
        if st.button("Go to Data", type="primary", key="compare.to-data"):
            st.switch_page("pages/data.py")
        st.button("Open the sample", key="compare.sample", on_click=state.open_sample)
        st.stop()

    left, right = st.columns(2)
    with left:
        a = pick(
            "Baseline",
            "a",
            names,
            page="compare",
            default=names[0],
            help="The variant that the other one is measured against.",
        )
    with right:
        b = pick("Compared with it", "b", names, page="compare", default=names[1])
    publish(a=a, b=b)
    if a == b:
        st.info("This is the same variant twice. Choose another one on either side.")
        st.stop()

    key = ("side by side", evaluation.run_key(a), evaluation.run_key(b))
    try:
        with st.spinner("Comparing"):
            found = state.derived(key, lambda: side_by_side(runs[a], runs[b]))
    except InputError as error:
        problem_box(error.problem, error.path, "Choose two variants of the same evaluation, or score both again.")
        st.stop()
    st.markdown(compare_view.verdict(a, b, found))
    compare_view.show_figures(a, b, found)
    compare_view.show_shared(a, b, (runs[a], runs[b]), found)
    compare_view.show_fields(a, b, found)
    compare_view.show_records(a, b, found)
