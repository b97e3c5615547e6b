"""Words for spans of time are names for one thing only where they are of the same one."""

import pytest

from evaljson.suggest.kinds.synonyms import may_be_synonyms


@pytest.mark.parametrize("of_units", [True, False])
@pytest.mark.parametrize(
    ("gold", "extracted", "may_be"),
    [
        ("month", "day", False),
        ("week", "weekly", True),
        ("year", "per annum", True),
        ("year", "p. a.", True),
        ("per month", "yearly", False),
        ("Monat", "month", True),
        ("Monat", "Jahr", False),
        ("hour", "/h", True),
        ("hour", "per day", False),
        ("daily", "every day", True),
        ("month", "lunar cycle", True),
    ],
)
def test_two_spans_of_time_are_no_synonyms(gold: str, extracted: str, may_be: bool, of_units: bool) -> None:
    assert may_be_synonyms(gold, extracted, of_units=of_units) is may_be
