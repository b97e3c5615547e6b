"""Where variants were scored over other records than each other, Schema says what its figures are over."""

from typing import Any

import pytest

from tests.ui.conftest import Made, Open, loaded
from tests.ui.schema.suggesting import GOLD, LOUD, SCHEMA, press, text

WORDS = "each over its own records"


@pytest.mark.parametrize(
    ("second", "is_said"), [pytest.param(LOUD[1:], True, id="other records"), pytest.param(LOUD, False, id="the same")]
)
def test_figures_over_other_records_say_so(open_app: Open, second: list[Any], is_said: bool) -> None:
    files = {
        name: loaded(records, f"{name}.json", "extracted") for name, records in {"one": LOUD, "two": second}.items()
    }
    made = Made("lacks", loaded(GOLD, "gold.json"), files, SCHEMA, {"scoring": {"missing_records": "exclude"}})
    page = open_app("schema", evaluation=made, tab="Suggestions")
    assert (f"Applied, F1, {WORDS}: one" in text(page)) == is_said
    press(page, "suggest.try.all")
    assert (f"F1, {WORDS}: one" in text(page)) == is_said
    assert ("Ranked over the same records for all, as on Overview: " in text(page)) == is_said
    assert ("The order of the variants does not change." in text(page)) != is_said
