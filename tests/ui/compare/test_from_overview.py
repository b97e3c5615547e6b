"""The Compare page as people come to it: by a button of Overview, which cuts the run of that page short."""

from tests.ui.conftest import Open, said


def test_the_button_of_overview_opens_the_comparison_field_by_field(open_app: Open) -> None:
    app = open_app("overview")
    app.button(key="overview.compare").click().run()
    assert not app.exception
    assert "could not be shown" not in said(app)
    assert app.button_group(key="compare.part").value == "fields"
