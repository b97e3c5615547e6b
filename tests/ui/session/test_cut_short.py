"""A run that was cut short may not have reached the browser: what its boxes say is sent once more."""

from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from evaljson.ui.session.address import begin_run, end_run, pick

    begin_run()
    pick("Compared with baseline", "b", ["x", "y", "z"], page="overview", default="y")
    if st.session_state.pop("cut", False):
        st.stop()
    end_run()


def test_after_a_run_that_was_cut_short_boxes_are_set_again() -> None:
    page = AppTest.from_function(_page)
    is_set = []
    for is_cut in (False, False, True, False, False):
        page.session_state["cut"] = is_cut
        page.run()
        assert not page.exception
        assert page.selectbox[0].value == "y"
        is_set.append(page.selectbox[0].proto.set_value)
    assert is_set == [True, False, False, True, False], "when it is new, and after the run that was cut short"
