from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson.base.errors import SchemaError
from evaljson.base.params import check_params
from evaljson.comparators.web.phone import phone


@pytest.mark.parametrize(
    ("gold", "extracted", "region", "score"),
    [
        ("+49 30 123456", "0049 (30) 123-456", "DE", 1), ("030/123456", "+49 (0)30 123456", "DE", 1),
        ("(650) 253-0000", "+1 650 253 0000", "US", 1), ("+49 30 123456", "+49 30 123457", None, 0),
        ("030/123456", "030 123456", None, 1), ("030/123456", "030 123457", None, 0),
        ("030 123456", "+4930123456", None, 0), ("+49 30 123456", "0049-30-123456", None, 1),
        ("+49 30 123456", "(00) 49 30 123457", None, 0), ("000 123", "+123", None, 0),
        ("+1 650 253 0000 ext. 5", "+16502530000", None, 0), ("+1-800-FLOWERS", "+18003569377", None, 1),
        ("none", "no number", "DE", 0), ("none", "none", "DE", 1), (None, None, "DE", 1), (5, "5", "DE", 0),
    ],
)  # fmt: skip
def test_numbers_are_the_same_where_the_same_is_dialled(gold: Any, extracted: Any, region: str, score: int) -> None:
    params = {"region": region} if region else {}
    assert phone(gold, extracted, params).score == score
    assert phone(extracted, gold, params).score == score


def test_a_number_without_country_says_what_to_set() -> None:
    assert 'set "region"' in (phone("030 123456", "+4930123456", {}).reason or "")


def test_an_unknown_region_is_refused() -> None:
    with pytest.raises(SchemaError, match="there is no region 'XX'"):
        check_params({"region": "XX"}, phone.params, "phone", "a")


@settings(deadline=None)
@given(st.text(max_size=12) | st.text("0123456789+-() ٣", max_size=12), st.text("0123456789+-() ", max_size=12))
def test_any_text_is_taken(left: str, right: str) -> None:
    assert phone(left, right, {}).score == phone(right, left, {}).score
    assert phone(left, left, {}).score == 1
