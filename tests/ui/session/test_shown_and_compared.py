"""What Overview and Compare hold against each other, and which variant the other pages show: two different things."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Open


def compared(app: AppTest) -> tuple[str, str]:
    return app.selectbox(key="compare.a").value, app.selectbox(key="compare.b").value


@pytest.mark.parametrize("page", ["records", "fields", "schema"])
def test_the_variant_shown_on_a_page_is_not_the_baseline_of_compare(open_app: Open, page: str) -> None:
    app = open_app("compare", a="Prompt B", b="Prompt C")
    app.switch_page(f"pages/{page}.py").run()
    app.selectbox(key=f"{page}.a").set_value("Prompt A").run()
    for other, kept in (("compare", ("Prompt B", "Prompt C")), ("overview", ("Prompt B", "Prompt C"))):
        app.switch_page(f"pages/{other}.py").run()
        assert (app.query_params["a"], app.query_params["b"]) == (kept[0], kept[1])
    for other in ("records", "fields", "schema"):
        app.switch_page(f"pages/{other}.py").run()
        assert app.query_params["a"] == "Prompt A", "chosen once for all pages that show one variant"


def test_a_page_that_a_link_opened_on_a_variant_leaves_compare_at_its_default(open_app: Open) -> None:
    app = open_app("records", a="Prompt C", b="Prompt B")
    app.switch_page("pages/compare.py").run()
    assert compared(app) == ("Prompt A", "Prompt B")
    app.switch_page("pages/records.py").run()
    assert (app.query_params["a"], app.query_params["b"]) == ("Prompt C", "Prompt B")


def test_records_begin_with_what_is_compared_and_follow_another_comparison(open_app: Open) -> None:
    app = open_app("compare", a="Prompt B", b="Prompt C")
    app.switch_page("pages/records.py").run()
    assert (app.query_params["a"], app.query_params["b"]) == ("Prompt B", "Prompt C")
    app.multiselect(key="records.beside").set_value([]).run()
    app.switch_page("pages/compare.py").run()
    assert app.query_params["b"] == "Prompt C"
    app.switch_page("pages/records.py").run()
    assert "b" not in app.query_params, "nothing beside it was chosen here"
    app.switch_page("pages/compare.py").run()
    app.selectbox(key="compare.b").set_value("Prompt A").run()
    app.switch_page("pages/records.py").run()
    assert (app.query_params["a"], app.query_params["b"]) == ("Prompt B", "Prompt A")


def test_the_address_of_another_page_says_what_is_shown_though_it_names_the_baseline(open_app: Open) -> None:
    app = open_app("records", a="Prompt C")
    app.switch_page("pages/compare.py").run()
    assert compared(app)[0] == "Prompt A"
    app.switch_page("pages/records.py")  # as Back brings it
    app.query_params["a"], app.query_params["record"] = "Prompt A", "inv-0004"
    assert app.run().selectbox(key="records.a").value == "Prompt A"


def test_an_address_of_one_variant_shows_it_alone_whatever_is_compared(open_app: Open) -> None:
    app = open_app("records", a="Prompt C", record="inv-0004")
    app.switch_page("pages/compare.py")
    app.query_params.clear()
    assert compared(app.run())[1] == "Prompt B"
    app.switch_page("pages/records.py")
    app.query_params.clear()
    for name, value in {"a": "Prompt C", "record": "inv-0004"}.items():  # as Back brings it
        app.query_params[name] = value
    app.run()
    assert (app.selectbox(key="records.a").value, app.multiselect(key="records.beside").value) == ("Prompt C", [])
