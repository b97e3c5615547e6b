"""Two variants compared alone: asked for in the address or in the box, and said in the verdict and what is copied."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.compare.made import SCHEMA, extracted, gold
from tests.ui.compare.comparing import column, told
from tests.ui.conftest import Made, Open, loaded, said

WRONG = {"old": {}, "new": {"name": range(8)}, "other": {"total": range(3)}, "none": {"sku": range(3)}}
"""One field of `new` is worse if it is compared alone; a variant is called as the address calls none."""
BESIDE = "Compared alone (without the other 2 variants), name would be detectably worse."
ALONE = (
    "This is about the pair alone, not adjusted for 2 other variants: right only if you chose the two before you saw "
    "any result."
)


@pytest.fixture(scope="module")
def several() -> Made:
    files = {name: loaded(extracted(60, wrong), f"{name}.json", "extracted") for name, wrong in WRONG.items()}
    return Made("several", loaded(gold(60)), files, SCHEMA)


@pytest.fixture
def beside(open_app: Open, several: Made) -> AppTest:
    return open_app("compare", evaluation=several, a="old", b="new", part="variants")


def choose(app: AppTest, *names: str) -> AppTest:
    return app.multiselect(key="compare.with").set_value(list(names)).run()


def copied(app: AppTest) -> list[str]:
    app.session_state["compare.copy"] = True
    return [code.value.replace("\\", "") for code in app.run().code]


def test_below_the_verdict_and_in_what_is_copied_a_field_is_named_that_differs_alone(beside: AppTest) -> None:
    assert BESIDE in said(beside)
    assert all(BESIDE in text for text in copied(beside))


def test_the_box_offers_none_and_the_address_keeps_it(beside: AppTest) -> None:
    assert beside.multiselect(key="compare.with").options == ["none: this pair alone", "other", "none"]
    choose(beside, "none_")
    assert beside.query_params["with"] == "none_"


def test_a_pair_alone_has_its_own_verdict_which_says_so(open_app: Open, several: Made) -> None:
    app = open_app("compare", evaluation=several, a="old", b="new", **{"with": "none_"})
    assert ALONE in told(app)
    assert app.metric[3].value == "1"
    assert BESIDE not in said(app)
    assert all(ALONE in text for text in copied(app))


def test_a_variant_of_that_name_is_one_of_the_others(open_app: Open, several: Made) -> None:
    app = open_app("compare", evaluation=several, a="old", b="new", part="variants", **{"with": "none"})
    assert sorted(column(app, "variant")) == ["new", "none"]
    assert "about the pair alone" not in told(app)


@pytest.mark.parametrize(
    ("chosen", "holds"), [(["other", "none_"], ["none_"]), (["none_", "other"], ["other"]), (["none_"], ["none_"])]
)
def test_of_none_and_a_variant_the_last_choice_holds(beside: AppTest, chosen: list[str], holds: list[str]) -> None:
    assert choose(beside, *chosen).multiselect(key="compare.with").value == holds


def test_the_table_of_fields_follows_what_is_compared_beside_it(beside: AppTest) -> None:
    beside.segmented_control(key="compare.part").set_value("fields").run()
    wide = column(beside, "p")[0]
    beside.segmented_control(key="compare.part").set_value("variants").run()
    choose(beside, "none_").segmented_control(key="compare.part").set_value("fields").run()
    assert column(beside, "p")[0] < wide
    assert column(beside, "mark")[0] == "▼ worse"


def test_the_choice_is_for_its_pair_and_not_for_the_next_one(beside: AppTest) -> None:
    choose(beside, "none_")
    beside.selectbox(key="compare.b").set_value("other").run()
    assert "about the pair alone" not in told(beside)
    assert "with" not in beside.query_params


def test_the_choice_stays_where_the_two_change_places(beside: AppTest) -> None:
    choose(beside, "none_")
    beside.query_params.update({"a": "new", "b": "old"})
    assert ALONE in told(beside.run())


def test_the_choice_is_not_for_another_evaluation(beside: AppTest, several: Made) -> None:
    choose(beside, "none_")
    beside.query_params.clear()
    beside.query_params.update({"eval": replace(several, name="another").keep(), "a": "old", "b": "new"})
    assert "about the pair alone" not in told(beside.run())


def test_overview_keeps_the_verdict_that_is_adjusted_for_all(beside: AppTest) -> None:
    choose(beside, "none_").switch_page("pages/overview.py").run()
    assert "about the pair alone" not in told(beside)
