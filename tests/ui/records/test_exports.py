"""Files to take away from Records and Fields: which are offered, of what, and under which names."""

import pytest

from evaljson.ui.shared.exports import file_stem
from tests.ui.conftest import Open, said
from tests.ui.records.test_page import three
from tests.ui.shared.test_own_pair import four


@pytest.mark.parametrize("page", ["records"])
def test_exports_are_offered_once_they_are_asked_for(open_app: Open, page: str) -> None:
    app = open_app(page, three(), a="one")
    assert not app.get("download_button")
    app.session_state["export.open"] = True
    app.run()
    assert not app.exception
    assert [button.proto.label for button in app.get("download_button")] == ["CSV", "Parquet", "JSON", "HTML report"]


@pytest.mark.parametrize("page", ["records", "fields"])
def test_exports_begin_with_the_variant_on_the_page_and_name_the_version_of_the_schema(
    open_app: Open, page: str
) -> None:
    app = open_app(page, three(), a="one")
    app.session_state["export.open"] = True
    app.selectbox(key=f"{page}.a").set_value("two").run()
    assert next(box for box in app.selectbox if box.label == "Every result of").value == "two"
    files = [button.proto.help.split(":")[0].replace("\\", "") for button in app.get("download_button")]
    assert files == ["three_two-v1.csv", "three_two-v1.parquet", "three_two-v1.json", "three_one_two-v1.html"]


def test_a_file_of_many_variants_counts_them_in_its_name(open_app: Open) -> None:
    app = open_app("fields", evaluation=four())
    app.session_state["export.open"] = True
    app.run()
    assert app.get("download_button")[-1].proto.help.replace("\\", "").startswith("four_4_variants-v1.html:")


def test_a_report_of_no_variant_says_why_there_is_none(open_app: Open) -> None:
    app = open_app("records", three(), a="one")
    app.session_state["export.open"] = True
    app.run().multiselect(key="export.variants").set_value([]).run()
    assert "there is no run to report" in said(app)


@pytest.mark.parametrize(
    ("text", "stem"),
    [("My data: a/b", "My_data_a_b"), ("../..", "evaljson"), ("Größe 1", "Größe_1"), ("x" * 99, "x" * 80)],
)
def test_a_file_has_a_name_that_every_system_takes(text: str, stem: str) -> None:
    assert file_stem(text) == stem
