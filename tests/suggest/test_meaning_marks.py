"""Signs that are part of the answer: no suggestion forgives that they are lost."""

import pytest

from tests.suggest.made import RIGHT, kinds, of_kind, suggested

MARKS = {"punctuation", "separators", "hyphens"}
GRADES = ["A+", "A", "B-", "C+", "D"]
FORKED = ["A+", "A++", "B-", "C+", "D+"]
GROUPS = ["A+", "A-", "0-", "B+", "AB-"]
DIGITS = ["3/4", "1/21", "17/32", "5/8", "11/40"]
DATES = ["3/2024", "12/2023", "11/2022", "1/2/2024", "10/12/21"]
RATIOS = ["1:10", "1:500", "2:25", "1:20", "3:40"]
YEARS = ["2021/22", "2023/24", "1999/2000", "2024/25", "2020/21"]
DIVIDED = {"fractions": DIGITS, "dates": DATES, "ratios": RATIOS, "years": YEARS}


@pytest.mark.parametrize("golds", [GRADES, FORKED, GROUPS], ids=["bare ones too", "both signs", "blood groups"])
@pytest.mark.parametrize("minus", ["-", "\u2212"], ids=["hyphen", "minus"])
def test_a_sign_behind_a_short_code_that_gold_tells_apart_is_kept(golds: list[str], minus: str) -> None:
    written = [gold.replace("-", minus) for gold in golds]
    pairs = [(gold, gold.rstrip(f"+{minus}")) for gold in written]
    assert not MARKS & kinds(suggested(pairs * RIGHT))


@pytest.mark.parametrize("golds", DIVIDED.values(), ids=DIVIDED)
def test_a_mark_between_digits_that_make_another_number_without_it_is_kept(golds: list[str]) -> None:
    pairs = [(gold, gold.replace("/", "").replace(":", "")) for gold in golds]
    assert not MARKS & kinds(suggested(pairs * RIGHT))


def test_where_other_values_speak_for_it_a_lost_mark_is_a_high_risk() -> None:
    pairs = [*((gold, gold.replace("/", "-")) for gold in DIGITS), ("3/4", "34")]
    separators = of_kind(suggested(pairs * 2), "separators")
    assert separators.risk.level == "high"
    assert "34 counts as 3/4, which is another answer" in separators.risk.why


@pytest.mark.parametrize(
    ("golds", "gone"),
    [
        (["A-", "B-", "C-", "D-"], "-"),
        (["12/345/67", "98/765/43", "11/222/33"], "/"),
        (["123/456", "789/123"] * 2, "/"),
    ],
    ids=["every one has it", "three groups", "long groups"],
)
def test_a_mark_that_tells_nothing_apart_is_still_left_out(golds: list[str], gone: str) -> None:
    pairs = [
        (gold.replace("789", f"7{at}9"), gold.replace("789", f"7{at}9").replace(gone, ""))
        for at, gold in enumerate(golds)
    ]
    assert MARKS & kinds(suggested(pairs * 2))


def test_what_is_around_a_grade_is_left_out() -> None:
    assert "punctuation" in kinds(suggested([(gold, f"({gold})") for gold in GRADES] * 2))


def test_times_of_day_are_read_without_their_mark() -> None:
    golds = ["14:30", "09:15", "22:45", "10:05"]
    assert "separators" in kinds(suggested([(gold, gold.replace(":", "")) for gold in golds] * 2))
