"""Both values of a card are marked in the source text, however numbers and dates are written there."""

import re
from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.grounding import TextSearch
from evaljson.grounding.find import is_looked_for
from evaljson.report.records.marked_source import marked_source
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.ui.review.card_html import STYLE, source_html
from evaljson.wording.values import FULL


def marked(text: str, value: Any, compare: Any = None) -> list[str]:
    """Return what is marked in a text for a value of gold, in order."""
    node = None
    if compare is not None:
        properties = {"on": {"type": "string", "x-eval-compare": compare}}
        tree = parse_eval_schema({"type": "object", "properties": properties})
        node = next(one for one in tree.walk() if one.path == "on")
    return re.findall(r'<mark class="rv-gold">(.*?)</mark>', marked_source(text, value, ABSENT, node).html)


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("Total 489.60 EUR, paid 489.6", 489.6, ["489.60", "489.6"]),
        ("Total 1,234.50", 1234.5, ["1,234.50"]),
        ("Summe 1.234,50 EUR", 1234.5, ["1.234,50"]),
        ("Total 1 234,50", 1234.5, ["1 234,50"]),
        ("2 pieces at 489.60: 979.20", 979.2, ["979.20"]),
        ("VAT 19 %", 0.19, ["19"]),
        ("credit -489.60", 489.6, ["489.60"]),
        ("12.50 and 112", 12, []),
        ("INV-0077", 77, []),
        ("seven", 7, []),
        ("No 5: the cap is: 5, 15, 5.5, INV-5", 5, ["5", "5"]),
        ("+1+1 and '7", -1, ["1", "1"]),
        ("Total: 489,60", "489.60", ["489,60"]),
    ],
)
def test_a_number_is_marked_by_its_value(text: str, value: Any, found: list[str]) -> None:
    assert marked(text, value) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,234 pieces", []),
        ("1,234 pieces at 0.55", ["1,234"]),
        ("1,234 pieces at 0,5 m", []),
        ("1,234 pieces at 0.55 or 0,5", []),
    ],
)
def test_what_can_be_read_in_two_ways_is_marked_where_the_text_tells_its_decimal_mark(
    text: str, found: list[str]
) -> None:
    assert marked(text, 1234) == found


@pytest.mark.parametrize(
    ("text", "value", "compare", "found"),
    [
        ("issued 31.12.2024", "2024-12-31", None, ["31.12.2024"]),
        ("issued December 31, 2024", "2024-12-31", None, ["December 31, 2024"]),
        ("issued 03/04/2024", "2024-04-03", None, []),
        ("issued 03/04/2024", "2024-04-03", {"date": {"day_first": True}}, ["03/04/2024"]),
        ("issued 03/04/2024", "2024-04-03", {"date": {"day_first": False}}, []),
    ],
)
def test_a_date_is_marked_as_its_field_reads_it(text: str, value: str, compare: Any, found: list[str]) -> None:
    assert marked(text, value, compare) == found


def test_of_an_object_the_values_in_it_are_marked() -> None:
    assert marked("1 Red bolt 12.50", {"name": "red bolt", "price": 12.5, "box": None}) == ["Red bolt", "12.50"]


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("Acme  Ltd and ACME LTD", "Acme Ltd", ["Acme  Ltd", "ACME LTD"]),
        ("Acmeic", "Acme", []),
        ("x", "x", []),
        ("a co  investigator and a Co-Investigator", "co_investigator", ["co  investigator", "Co-Investigator"]),
        ("in phase 2", "phase_2", ["phase 2"]),
        ("from 12-5 to 12 5", "12 5", ["12 5"]),
        ("cooperation", "co-operation", []),
        ("Ms Bela  Ivanova, IVANOVA, Bela", "Ivanova, Bela", ["Bela  Ivanova", "IVANOVA, Bela"]),
        ("Ivanova, Bela", "Bela Ivanova", ["Ivanova, Bela"]),
    ],
)
def test_a_text_is_marked_as_written_but_for_case_spaces_what_joins_its_words_and_the_order_of_names(
    text: str, value: str, found: list[str]
) -> None:
    assert marked(text, value) == found


@pytest.mark.parametrize(
    ("gold", "extracted", "found"),
    [
        ("Huber", "Huber GmbH", [("both", "Huber"), ("extracted", " GmbH")]),
        ("co_investigator", "co investigator", [("both", "co investigator")]),
        ({"a": "Huber", "b": 5}, {"a": "Huber", "b": 7}, [("both", "Huber"), ("gold", "5"), ("extracted", "7")]),
    ],
)
def test_where_both_values_stand_the_mark_is_of_both(gold: Any, extracted: Any, found: list[tuple[str, str]]) -> None:
    html = marked_source("Huber GmbH, co investigator, 5 of 7", gold, extracted).html
    assert re.findall(r'<mark class="rv-(\w+)">(.*?)</mark>', html) == found
    assert all(f"mark.rv-{name}{{" in STYLE for name, _ in found)


TEXTS = (
    "§ Garten.pflege\n  The cap is: 5",
    "a co investigator, a-b",
    "code x, 1,234 pieces, on 03/04/2024",
    "שלום 5\n**ACME** ltd",
    "",
)
VALUES: tuple[Any, ...] = (
    5, 105, -5, 5.0, True, None, ABSENT, "", " ", "x", "5", "acme Ltd", "acme Ltt", "Co_investigator",
    "co-investigator", "a_b", 1234, "2024-04-03", [5, 105], {"a": []},
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_card_says_that_a_value_is_in_the_text_where_check_gold_does(text: str, value: Any) -> None:
    """Whatever is too short or unclear to be marked, or stands behind what is shown."""
    search, leaves = TextSearch(text), value if isinstance(value, list) else [] if value == {"a": []} else [value]
    expected = any(search.has(one) for one in leaves)
    for there in (text, text + " " * 2 * FULL, " " * 2 * FULL + text):
        found = marked_source(there, value, value).found
        assert found[0] == found[1]
        assert (found[0] in ("marked", "unmarked")) is expected
        assert (found[0] == "not looked for") is not any(map(is_looked_for, leaves))


@pytest.mark.parametrize(
    ("text", "gold", "extracted", "said"),
    [
        ("The cap is: 5", 5, 105, "gold 1× · extracted not found"),
        ("EUR 1 " * 49, "EUR", "USD", "gold 49× · extracted not found"),
        ("EUR 1 " * 80, "EUR", "USD", "gold 50× or more · extracted not found"),
        ("EUR 1 " * 80, ["EUR"], "USD", "gold values in 50 places or more · extracted not found"),
        ("EUR 1 " + FULL * "x " + "EUR", "EUR", "USD", "gold 1× or more · extracted not found"),
        ("code x", "x", "y", "gold in it, but not marked · extracted not found"),
        ("1,234 pieces", 1234, 5, "gold in it, but not marked · extracted not found"),
        ("1,234 pieces, x", 1234, "pieces", "extracted 1× · gold in it, but not marked"),
        ("Ana (co investigator)", "co_investigator", "postdoc", "gold 1× · extracted not found"),
        ("Ana (postdoc), Bo (co-investigator)", "co_investigator", "postdoc", "gold 1× · extracted 1×"),
        ("Bo (co investigator)", ABSENT, {"name": "Bo", "role": "co_investigator"}, "extracted values in 2 places"),
        ("nothing", "x", "y", "Neither value was found in it; it may be written otherwise."),
        ("nothing", 5, None, "The value of gold was not found in it; it may be written otherwise."),
        ("true", ABSENT, 5, "The value that was extracted was not found in it; it may be written otherwise."),
        (
            "towing service, 80 EUR", ABSENT, {"item": "excess", "kind": "service", "amount": 150.0, "unit": "EUR"},
            "extracted values in 2 places, but not found: item “excess”, amount 150.0",
        ),
        (
            "A, b", {"of": ["Ab", {"it": "b b"}], "k": ["A, b"]}, ABSENT,
            "gold values in 1 place, but not found: of[0] “Ab”, of[1].it “b b”",
        ),
        (
            "one", ["one", *map(str, range(11, 18))], ABSENT,
            "gold values in 1 place, but not found: [1] “11”, [2] “12”, [3] “13”, [4] “14”, [5] “15” and 2 more",
        ),
        ("one two", ["one", True, None, "two"], ABSENT, "gold values in 2 places"),
        ("true", True, None, "Nothing is looked for in it: only texts, numbers and dates are."),
    ],
)  # fmt: skip
def test_a_card_says_what_it_looked_for_and_found(text: str, gold: Any, extracted: Any, said: str) -> None:
    line = source_html(text, gold, extracted).partition('<div class="rv-text"')[0]
    assert re.sub("<[^>]+>", "", line) == said


def test_each_line_of_a_text_runs_its_own_way() -> None:
    """Hebrew in the first line turned all others around; what is behind a click has lines of its own too."""
    assert ".rv-text,.rv-text div{unicode-bidi:plaintext}" in STYLE
    shown = source_html("חוזה\nThe title is: (5)\n" * 200, 5, 6)
    assert re.search(r'<summary dir="ltr">All of it \([\d,]+ characters\)</summary><div>', shown)


@pytest.mark.parametrize("value", ["False", "1.00.0", "[7]", "null", "12345"])
def test_a_text_that_looks_like_another_value_is_marked_as_any_text(value: str) -> None:
    assert marked(f"code {value} paid", value) == [value]
