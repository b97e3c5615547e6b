"""Whether two dates are written in one way, whatever days they are."""

import pytest

from evaljson.report.patterns.dates import are_in_other_forms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2024-03-05", "2023-12-31"),
        ("5.3.2024", "15.11.2024"),
        ("5 March 2024", "12 November 2024"),
        ("2024-03-05T10:00:00", "2024-03-06T11:30:00"),
        ("2024-03-05", "unknown"),
        ("A-1", "A/1"),
    ],
)
def test_dates_in_one_form_and_what_is_no_date_are_not_in_other_forms(one: str, other: str) -> None:
    assert not are_in_other_forms(one, other)
    assert not are_in_other_forms(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2024-03-05", "05.03.2024"),
        ("2024-03-05", "05-03-2024"),
        ("2024-03-05", "2024-03-05T10:00"),
        ("5 March 2024", "March 5, 2024"),
        ("05/03/24", "05/03/2024"),
    ],
)
def test_dates_that_are_written_otherwise_are_in_other_forms(one: str, other: str) -> None:
    assert are_in_other_forms(one, other)
    assert are_in_other_forms(other, one)
