"""A choice whose option is gone for a while, as a variant that is scored again: it is chosen again once it is back."""

from streamlit.testing.v1 import AppTest


def script() -> None:
    import streamlit as st

    from evaljson.ui.session.address import begin_run, end_run, pick, publish

    begin_run()
    chosen = pick("Variant", "a", st.session_state["options"], page="here")
    publish("here", a=chosen)
    st.write(chosen)
    end_run()


def shown(app: AppTest, *options: str) -> str:
    app.session_state["options"] = list(options)
    app.run()
    assert not app.exception
    return str(app.selectbox[0].value)


def test_it_is_chosen_again_once_it_is_back() -> None:
    app = AppTest.from_function(script)
    assert shown(app, "one", "two", "three") == "one"
    app.selectbox[0].set_value("three").run()
    assert shown(app, "one", "two") == "one"
    assert shown(app, "one", "two", "three") == "three"
    assert shown(app, "one", "two", "three") == "three"


def test_what_is_chosen_meanwhile_stays() -> None:
    app = AppTest.from_function(script)
    shown(app, "one", "two", "three")
    app.selectbox[0].set_value("three").run()
    assert shown(app, "one", "two") == "one"
    app.selectbox[0].set_value("two").run()
    assert shown(app, "one", "two", "three") == "two"
    app.selectbox[0].set_value("one").run()
    assert shown(app, "one", "two", "three") == "one"
