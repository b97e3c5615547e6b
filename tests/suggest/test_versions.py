"""Versions and codes that look like numbers: 3.1 is not 3.10."""

import pytest

from tests.suggest.made import kinds, of_kind, suggested

VERSIONS = ["3.1", "3.10", "7.2", "4.5", "1.9", "2.4", "5.6", "6.1"]


def test_numbers_are_compared_by_their_text_where_amounts_would_merge_versions_for_nothing_more() -> None:
    values = [(text, float(text)) for text in VERSIONS if not text.endswith("0")] + [(text, text) for text in VERSIONS]
    found = suggested(values * 2)
    assert "amount" not in kinds(found)
    assert of_kind(found, "number_for_text").risk.level == "low"
    assert any(one.kind == "amount" and one.alternative_to for one in found.alternatives)


@pytest.mark.parametrize(("gold", "level"), [(VERSIONS, "raised"), (VERSIONS[2:], "low")], ids=["both", "one"])
def test_amounts_that_merge_versions_are_no_low_risk(gold: list[str], level: str) -> None:
    values = [(text, f"{text} EUR") for text in gold] + [(text, text) for text in gold]
    one = of_kind(suggested(values * 2), "amount")
    assert (one.risk.level == "low") == (level == "low")
    assert ("3.1 and 3.10 count as the same" in one.risk.why) == (level == "raised")
