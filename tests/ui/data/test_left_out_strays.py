"""Extracted records without gold that count are no gold records: what is left out is counted without them."""

from typing import Any

from tests.ui.conftest import Made, Open, html_of, loaded

GOLD: list[Any] = [{"id": f"i{at}", "a": f"v{at}"} for at in range(5)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
SCORING = {"scoring": {"strays": "invented", "missing_records": "exclude"}}


def test_a_stray_does_not_stand_for_a_record_that_is_left_out(open_app: Open) -> None:
    sides = {"A": [*GOLD[:3], {"id": "z", "a": "0"}], "B": GOLD}
    files = {name: loaded(side, f"{name}.json", "extracted") for name, side in sides.items()}
    page = open_app("data", evaluation=Made("strays", loaded(GOLD), files, SCHEMA, SCORING))
    assert list(page.dataframe[0].value["Left out"]) == [2, 0]
    page = open_app("compare", eval=page.query_params["eval"], a="A", b="B")
    assert "over the 4 records that are compared" in html_of(page)
    assert any("Gold records missing: A 2" in expander.label for expander in page.expander)
