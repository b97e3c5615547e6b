"""Compare counts records that belong together as one: by the schema, by a choice, or as copies."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Made, Open, html_of, loaded, said

GOLD = [
    {
        "id": f"r{at}",
        "customer": f"c{at // 4}",
        "total": f"{at % 24}",
        "town": f"t{at % 24}",
        "street": f"s{at % 24}",
        "kind": "invoice",
    }
    for at in range(48)
]
APART = [{**one, "total": f"{at}", "town": f"t{at}", "street": f"s{at}"} for at, one in enumerate(GOLD)]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {key: {"type": "string"} for key in ("id", "customer", "total", "town", "street", "kind")},
}


def evaluation(gold: list[Any] = APART, **more: Any) -> Made:
    old = [{**one, "total": "?"} if at < 16 else one for at, one in enumerate(gold)]
    files = {name: loaded(rows, f"{name}.json", "extracted") for name, rows in (("old", old), ("new", gold))}
    return Made("customers", loaded(gold), files, {**SCHEMA, **more})


def sentences(app: AppTest) -> str:
    return html_of(app).replace("<bdi>", "").replace("</bdi>", "")


def opened(app: AppTest) -> AppTest:
    app.session_state["compare.certainty"] = True
    return app.run()


@pytest.fixture
def copies(open_app: Open) -> AppTest:
    gold = [{**one, "customer": "c"} for one in GOLD]
    return open_app("compare", evaluation=evaluation(gold), a="old", b="new")


def test_the_sentence_has_the_clusters_of_the_schema(open_app: Open) -> None:
    app = open_app("compare", evaluation=evaluation(**{"x-eval-cluster": "customer"}), a="old", b="new")
    assert not app.exception
    assert "over 48 records in 12 clusters" in sentences(app)
    assert "48 records in 12 clusters by customer, the largest of 4" in sentences(app)


def test_overview_and_fields_say_that_intervals_go_by_them(open_app: Open) -> None:
    made = evaluation(**{"x-eval-cluster": "customer"})
    line = "Intervals go by 12 clusters of customer, the largest of 4 records"
    overview, fields = open_app("overview", evaluation=made, a="old", b="new"), open_app("fields", evaluation=made)
    for app, name in ((overview, "Records fully right"), (fields, "Fully right")):
        assert not app.exception
        assert line in next(one.help for one in app.metric if one.label == name)


def test_a_key_of_the_address_counts_and_stays_in_it(open_app: Open) -> None:
    app = open_app("compare", evaluation=evaluation(), a="old", b="new", cluster="customer")
    assert "over 48 records in 12 clusters" in sentences(app)
    assert app.run().query_params["cluster"] == "customer"
    assert "in 12 clusters" in sentences(app)


def test_a_chosen_key_counts_and_stands_in_the_address(open_app: Open) -> None:
    app = opened(open_app("compare", evaluation=evaluation(), a="old", b="new"))
    assert "in 12 clusters" not in sentences(app)
    box = app.selectbox(key="compare.cluster")
    assert box.options == [
        "nothing: each record counts by itself",
        "equal gold or source text: copies of one document",
        "customer",
    ]
    box.set_value("customer").run()
    assert "over 48 records in 12 clusters" in sentences(app)
    assert app.query_params["cluster"] == "customer"
    app.selectbox(key="compare.cluster").set_value("(none)").run()
    assert "in 12 clusters" not in sentences(app)
    assert "cluster" not in app.query_params


def test_the_key_of_the_schema_can_be_left_out(open_app: Open) -> None:
    made = evaluation(**{"x-eval-cluster": "customer"})
    app = open_app("compare", evaluation=made, a="old", b="new", cluster="(none)")
    assert "over 48 records:" not in sentences(app)
    assert "in 12 clusters" not in sentences(app)


def test_a_key_that_no_record_has_is_left_out_of_the_address(open_app: Open) -> None:
    app = open_app("compare", evaluation=evaluation(), a="old", b="new", cluster="<b>vendor</b>")
    assert not app.exception
    assert "over 48 records" in sentences(app)
    assert "cluster" not in app.query_params


def test_a_key_of_the_schema_that_no_record_has_can_be_replaced(open_app: Open) -> None:
    app = open_app("compare", evaluation=evaluation(**{"x-eval-cluster": "vendor"}), a="old", b="new")
    assert "no compared record has a value for the cluster" in said(app)
    app.selectbox(key="compare.cluster").set_value("customer").run()
    assert "in 12 clusters" in sentences(app)


def test_copies_are_a_note_with_a_button_that_counts_them_as_one(copies: AppTest) -> None:
    assert "48 records look like copies" in copies.expander[0].label
    copies.session_state["compare.notes"] = True
    copies.run()
    assert "48 records have the same gold as another one (24 documents)" in sentences(copies)
    copies.button(key="compare.count-copies").click().run()
    assert "over 48 records in 24 clusters" in sentences(copies)
    assert copies.query_params["cluster"] == "(copies)"
    assert "without a value for the cluster" not in sentences(copies)
    assert not any("look like copies" in one.label for one in copies.expander)


@pytest.mark.parametrize("part", ["variants", "slices"])
def test_other_tabs_go_by_the_same_clusters(open_app: Open, part: str) -> None:
    app = open_app("compare", evaluation=evaluation(), a="old", b="new", cluster="customer", part=part)
    assert not app.exception
    assert "in 12 clusters" in sentences(app)


def test_planned_looks_go_by_the_same_clusters(open_app: Open) -> None:
    app = open_app("compare", evaluation=evaluation(), a="old", b="new", cluster="customer")
    app.session_state["compare.looks-open"] = True
    app.run()
    assert not app.exception
    assert sentences(app).count("over 48 records in 12 clusters") > 1


def test_the_form_for_planning_counts_clusters(open_app: Open) -> None:
    app = open_app("compare", evaluation=evaluation(), a="old", b="new", cluster="customer")
    app.session_state["compare.plan-open"] = True
    app.run()
    assert "With 48 records in 12 clusters you can see" in " ".join(one.value for one in app.markdown)
    assert any("clusters" in table.value for table in app.dataframe)
