"""Tables of figures as scored and as corrected: a change is that of the two figures as they are shown."""

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.report.review.corrected_rows import field_rows
from evaljson.review.corrected_figures import CorrectedF1


def _page(raw: float, value: float) -> None:
    from evaljson.review.corrected_figures import CorrectedF1
    from evaljson.ui.shared.corrected_tables import show_fields

    show_fields({"terms": CorrectedF1(raw, value, None, None, value), "sku": CorrectedF1(0.9, 0.9, None, None, 0.9)})


@pytest.mark.parametrize(
    ("raw", "value", "change"),
    [(0.91666, 0.97222, 5.5), (0.97222, 0.91666, -5.5), (0.91664, 0.91676, 0.02)],
    ids=["up", "down", "with two decimals where one would hide it"],
)
def test_a_change_by_field_is_that_of_the_figures_as_shown_as_on_the_command_line(
    raw: float, value: float, change: float
) -> None:
    table = AppTest.from_function(_page, args=(raw, value)).run().dataframe[0].value.set_index("Field")
    assert table["Change"]["terms"] == pytest.approx(change)
    assert table["Change"].isna()["sku"], "what stays as it was has no change"
    [row] = field_rows({"terms": CorrectedF1(raw, value, None, None, value)})
    assert float(row[-1].replace("−", "-")) == pytest.approx(change)
