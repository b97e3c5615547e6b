"""Whether the errors of a field are those of dates is told from all of its gold."""

from collections import Counter

import pytest

from evaljson import evaluate
from evaljson.report.patterns import error_patterns

CODES = [f"{chapter}.{heading:02}.{part}" for chapter in (1905, 2106) for heading in (10, 31, 90) for part in (10, 90)]
ISO = [f"2024-{month:02}-{month + 2:02}" for month in range(1, 7)]
US = [f"{month:02}/{month + 2:02}/2024" for month in range(1, 7)]


def patterns_of(gold: list[str], extracted: list[str], compare: str = "exact") -> Counter[str]:
    schema = {"type": "object", "properties": {"at": {"type": "string", "x-eval-compare": compare}}}
    run = evaluate([{"at": text} for text in gold], [{"at": text} for text in extracted], schema)
    return Counter({one.kind.name: one.values for one in error_patterns(run)})


def test_a_code_that_looks_like_a_date_is_none_in_a_field_of_codes() -> None:
    assert patterns_of(CODES, [code.replace(".", " ") for code in CODES]) == {"separators": len(CODES)}
    assert patterns_of(CODES, ["1905 10 10", *CODES[1:]]) == {"separators": 1}


def test_the_same_text_is_a_date_in_a_field_of_dates() -> None:
    assert patterns_of(["1905.10.10", *ISO], ["1905 10 10", *ISO]) == {"date_form": 1}


@pytest.mark.parametrize(
    ("more", "date_form"),
    [([], 4), (["25/03/2024"], 2), (["03/25/2024"], 4)],
    ids=["as most are", "gold has the day first", "gold has the month first"],
)
def test_a_field_is_read_with_the_day_first_or_with_the_month_first(more: list[str], date_form: int) -> None:
    extracted = [*ISO[:4], *(f"2024-{iso[8:]}-{iso[5:7]}" for iso in ISO[4:]), *more]
    assert patterns_of([*US, *more], extracted) == {"date_form": date_form, "date_order": 6 - date_form}


def test_where_dates_are_compared_their_rule_says_which_day_it_is() -> None:
    assert patterns_of(US, [f"2024-{iso[8:]}-{iso[5:7]}" for iso in ISO], "date") == {"date_order": 6}
