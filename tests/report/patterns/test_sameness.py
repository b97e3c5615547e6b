"""What a group of errors calls the same is the same for the comparator that it means, whatever the values are."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from random import Random
from typing import Any, Final

import pytest

from evaljson import get_comparator
from evaljson.report.patterns.differences import of_pair
from evaljson.report.patterns.kinds import KINDS

from ...profiles import is_deep, share

Way = tuple[str, Mapping[str, Any]]
_MARKS: Final = ({}, {"decimal": ","})
_ORDERS: Final = ({}, {"day_first": True})
_NORMALIZED: Final = [("normalized", {})]
ACCEPT: Final[Mapping[str, list[Way]]] = {
    "case": _NORMALIZED,
    "punctuation": _NORMALIZED,
    "written": _NORMALIZED,
    "number_as_text": [("amount", mark) for mark in _MARKS],
    "number_form": [("amount", mark) for mark in _MARKS],
    "magnitude": [("amount", {"magnitudes": True, **mark}) for mark in _MARKS],
    "unit_form": [("quantity", mark) for mark in _MARKS],
    "date_form": [(name, order) for name in ("date", "datetime") for order in _ORDERS],
    "time_lost": [("date", order) for order in _ORDERS],
}
"""Patterns that say that two values mean the same: by which comparators, one of which has to agree."""
SEEDS = range(6 if is_deep() else 2)
PAIRS = 1_500
_CHARACTERS: Final = [*"aAbCß éÉłı12 30.,-+#*/:()'&_%²½<>=~^™®İſﬁ€$", "िा", "ि", "ั"]
_FORMS: Final = (
    "%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%y", "%d %B %Y", "%B %d, %Y", "%Y%m%d", "%Y-%m-%dT%H:%M:%S",
    "%d.%m.%Y %H:%M", "%m/%d/%Y %H:%M", "%Y-%m-%dT%H:%M:%SZ", "%Y-%d-%m", "%Y/%d/%m",
)  # fmt: skip


def are_same(gold: str, extracted: str, ways: list[Way]) -> bool:
    return any(get_comparator(name)(gold, extracted, params).score == 1.0 for name, params in ways)


def texts(draw: Random) -> Iterator[tuple[str, str]]:
    while True:
        gold = "".join(draw.choices(_CHARACTERS, k=draw.randint(1, 7)))
        yield gold, changed(gold, draw)


def numbers(draw: Random) -> Iterator[tuple[str, str]]:
    while True:
        value = draw.choice(
            [draw.randint(0, 9_999_999), draw.randint(1, 999_999) / 1000, draw.randint(1, 99_999) / 100]
        )
        gold, extracted = (number(value, draw) for _ in range(2))
        yield gold, changed(extracted, draw) if draw.random() < 0.2 else extracted


def number(value: float, draw: Random) -> str:
    grouped = f"{value:,}"
    written = [
        f"{value}", grouped, grouped.replace(",", "'"), grouped.replace(",", " "), grouped.replace(",", "."),
        grouped.translate(str.maketrans(".,", ",.")), f"{value:,.2f}", f"{value / 1000}k",
    ]  # fmt: skip
    before, behind = draw.choice(["", "", "", "-", "+", "$"]), draw.choice(["", "", "", " kg", " g", " €", " EUR"])
    return f"{before}{draw.choice(written)}{behind}"


def days(draw: Random) -> Iterator[tuple[str, str]]:
    while True:
        day = datetime(2023, draw.randint(1, 12), draw.randint(1, 28), *draw.choice([(0, 0), (10, 30)]))
        other = day.replace(month=day.day, day=day.month) if day.day < 13 and draw.random() < 0.4 else day
        yield day.strftime(draw.choice(_FORMS)), other.strftime(draw.choice(_FORMS))


def changed(text: str, draw: Random) -> str:
    """Take out, put in or exchange a few characters."""
    for _ in range(draw.randint(1, 3)):
        at = draw.randint(0, len(text))
        text = text[:at] + draw.choice(["", draw.choice(_CHARACTERS)]) + text[at + draw.randint(0, 1) :]
    return text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("pairs", [texts, numbers, days])
def test_what_is_called_the_same_is_equal_for_its_comparator(
    pairs: Callable[[Random], Iterator[tuple[str, str]]], seed: int
) -> None:
    for gold, extracted in islice(pairs(Random(seed)), share(PAIRS)):
        name = of_pair(gold, extracted)
        ways = ACCEPT.get(name, []) if gold != extracted else []
        # a rule may write a point for the comma of quantities, on both sides
        plain = [text.replace(",", ".") for text in (gold, extracted)] if name == "unit_form" else [gold, extracted]
        assert not ways or are_same(gold, extracted, ways) or are_same(*plain, ways), (gold, name, extracted)


def test_every_title_that_says_the_same_is_tested() -> None:
    claims = {kind.name for kind in KINDS if kind.title.startswith("the same ")}
    assert claims <= {*ACCEPT, "unit_name"}
    assert {kind.name for kind in KINDS if "normalized" in kind.rule or kind.title.startswith("case only")} <= {*ACCEPT}


def test_a_unit_under_another_name_is_the_same_quantity() -> None:
    assert of_pair("sqm", "m2") == "unit_name"
    assert are_same("1 sqm", "1 m2", ACCEPT["unit_form"])
