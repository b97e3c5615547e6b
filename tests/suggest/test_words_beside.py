"""Words before or behind texts are suggested where one side always has them, with the risk that they carry."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.suggest import apply
from tests.suggest.made import Values, kinds, of_kind, suggested

CODES = ["10.1513/jlab.2018.2956", "10.1592/jlab.2023.2959", "10.1510/x.5"]
NAMES = ["Acme", "Borealis", "Caldera", "Dynamo", "Everest"]


@pytest.mark.parametrize(
    ("values", "pattern"),
    [
        pytest.param([(text, f"Phase {text}") for text in ("I", "II", "III")], r"^\s*(?:Phase)[\s:,-]+(?=\S)",
                     id="before"),
        pytest.param([(f"Phase {text}", text) for text in ("I", "II", "III")], r"^\s*(?:Phase)[\s:,-]+(?=\S)",
                     id="before gold"),
        pytest.param([(text, f"{text} Inc.") for text in NAMES], r"(?<=\S)[\s,]+(?:Inc\.)\s*$", id="behind"),
        pytest.param([(f"{text}, Inc.", text) for text in NAMES], r"(?<=\S)[\s,]+(?:Inc\.)\s*$", id="behind gold"),
        pytest.param([(text, f"Dr. {text}") for text in NAMES[:3]] + [(f"{text} GmbH", text) for text in NAMES[2:]],
                     r"^\s*(?:Dr\.)[\s:,-]+(?=\S)|(?<=\S)[\s,]+(?:GmbH)\s*$", id="on both sides"),
        pytest.param([(text, f"https://doi.org/{text}") for text in CODES], r"^\s*(?:https://doi\.org/)\s*(?=\S)",
                     id="an address"),
        pytest.param([(f"https://a.org/?u={text}", text) for text in NAMES], r"^\s*(?:https://a\.org/\?u=)\s*(?=\S)",
                     id="an address before gold"),
        pytest.param([(text, f"{way}{text}") for way in ("doi: ", "https://doi.org/") for text in CODES],
                     r"^\s*(?:https://doi\.org/|doi:)\s*(?=\S)", id="two addresses"),
    ],
)  # fmt: skip
def test_words_that_one_side_always_has_are_cut_from_both(values: Values, pattern: str) -> None:
    suggestions = suggested(values)
    suggestion = of_kind(suggestions, "added_words")
    assert suggestion.settings == {"x-eval-transform": [{"regex_replace": {"pattern": pattern}}]}
    assert suggestion.gain == 1
    assert suggestion.evidence.explained == len(values)
    applied = apply(suggestions.schema, [suggestion])
    assert applied["properties"]["field"]["x-eval-transform"] == suggestion.settings["x-eval-transform"]


def test_words_that_are_not_named_are_counted_and_a_pair_with_a_form_on_both_sides_is_not() -> None:
    forms = ["GmbH", "Inc", "LLC", "Ltd"]
    pairs = [(f"{name} {form}", name) for form in forms for name in NAMES[:3]]
    one = of_kind(suggested([*pairs, ("Zeta LLC", "Zeta Ltd")]), "added_words")
    said = "12 of 13 mismatches have 'GmbH', 'Inc', 'LLC' and 1 more behind it on one side only"
    assert said in one.sentence


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([(text, f"Phase {text}") for text in ("I", "II")], id="two values"),
        pytest.param([("I", "Phase I")] * 5, id="one value again and again"),
        pytest.param([("pain", "no pain"), ("fever", "no fever"), ("cough", "no cough")], id="a word that denies"),
        pytest.param(
            [("paid", "not yet paid"), ("sent", "not yet sent"), ("seen", "not yet seen")], id="words that deny"
        ),
        pytest.param([(text, f"{text} {other}") for text, other in zip(NAMES, "vwxyz", strict=True)], id="letters"),
        pytest.param([(text, f"{text}land") for text in NAMES], id="part of a word"),
        pytest.param([(text, f"{text} Holding") for text in NAMES], id="another name"),
        pytest.param([(text, f"over {text}") for text in ("4711", "4712", "4713")], id="a bound"),
        pytest.param([(text, f"Bis {text}") for text in ("4711", "4712", "4713")], id="a bound in German"),
        pytest.param([(text, f"not {text}") for text in ("4711", "4712", "4713")], id="a denial"),
        pytest.param([(text, f"order of {text}") for text in ("4711", "4712", "4713")], id="words before numbers"),
        pytest.param([(text, f"UN {text}") for text in ("1500", "1501")], id="two numbers"),
        pytest.param(
            [(text, f"UN {text}") for text in ("1500", "1501", "1502")] + [("UN 1500", "UN 1500")], id="also in gold"
        ),
        pytest.param([(text, f"https://doi.org/{text}") for text in CODES[:2]], id="an address before two values"),
        pytest.param([(text, f"https://a{n}.org/{text}") for n, text in enumerate(CODES)], id="other addresses"),
        pytest.param([(text, f"https://a.org/{text}/x") for text in CODES], id="an address around"),
        pytest.param([("a", "Lot 1 a"), ("b", "Lot 1 b"), ("c", "Lot 1 c")], id="a number"),
    ],
)
def test_words_that_may_mean_something_are_not_cut(values: Values) -> None:
    assert "added_words" not in kinds(suggested(values))


@pytest.mark.parametrize(
    ("word", "type_", "values"),
    [
        ("UN ", "string", ["1500", "1501", "0004"]),
        ("v", "string", ["2.5", "2.6", "10.1"]),
        ("No. ", "integer", [15, 16, 17]),
    ],
)
def test_a_short_word_before_numbers_is_cut_with_a_risk_of_its_own(word: str, type_: str, values: list[Any]) -> None:
    pairs = [*((value, f"{word}{value}") for value in values), *((value, value) for value in values)]
    wrong = (values[0], f"{word}{values[1]}")
    suggestions = suggested([*pairs, wrong], type_)
    one = of_kind(suggestions, "added_words")
    assert f"{len(values):,} of {len(values) + 1:,} mismatches are gold with '{word.strip()}' before it" in one.sentence
    assert one.risk.level == "medium"
    assert one.effect is not None
    assert one.effect.settled is not None
    assert one.effect.settled.right == len(values)


def test_what_makes_gold_values_equal_says_so_and_waits_for_a_look() -> None:
    values = [(text, f"Phase {text}") for text in ("I", "II", "III")] + [("Phase I", "Phase I")]
    suggestion = of_kind(suggested(values), "added_words")
    assert suggestion.risk.level == "high"
    assert suggestion.risk.merged == (("I", "Phase I"),)
    assert "2 gold values become the same as another" in suggestion.risk.why


@pytest.mark.parametrize(
    ("gold", "level"),
    [
        pytest.param(CODES, "low", id="never"),
        pytest.param([*CODES, "https://doi.org/10.1/7"], "low", id="before another value"),
        pytest.param([*CODES, f"https://doi.org/{CODES[0]}"], "high", id="before one of the values"),
    ],
)
def test_an_address_is_a_high_risk_where_gold_tells_values_apart_by_it(gold: list[str], level: str) -> None:
    values = [*((text, f"https://doi.org/{text}") for text in CODES), *((text, text) for text in gold[3:])]
    assert of_kind(suggested(values), "added_words").risk.level == level


def test_two_addresses_are_a_medium_risk() -> None:
    values = [(text, f"{way}{text}") for way in ("doi:", "https://doi.org/") for text in CODES]
    assert of_kind(suggested(values), "added_words").risk.level == "medium"


@pytest.mark.parametrize(
    ("behind", "gold", "level"),
    [
        pytest.param("X", ["SL52", "SL67", "RT81"], "high", id="a letter fused to codes"),
        pytest.param(" X", ["SL52", "SL67", "RT81"], "low", id="a letter apart from codes"),
        pytest.param("h", ["14:05", "15:10", "16:20"], "low", id="a letter fused to times"),
    ],
)
def test_a_letter_fused_to_codes_waits_for_a_look(behind: str, gold: list[str], level: str) -> None:
    values = [*((text, text + behind) for text in gold), *((text, text) for text in gold)]
    assert of_kind(suggested(values), "added_words").risk.level == level


@pytest.mark.parametrize(("right", "level"), [(3, "low"), (4, "medium"), (60, "medium")])
def test_words_at_a_few_of_many_values_may_be_slips(right: int, level: str) -> None:
    written = [f"Elm Road {n}" for n in range(right)]
    values = [*((f"Oak Road {n}", f"Oak Road {n} x") for n in range(3)), *((text, text) for text in written)]
    one = of_kind(suggested(values), "added_words")
    assert one.title == "Ignore words that one side adds: field"
    assert one.risk.level == level
    slips = f"{3 + right} values are right without these words, and only 3 of them have any, so they may be slips"
    assert (slips in one.risk.why) is (level == "medium")


@pytest.mark.parametrize("half", ["am", "pm", "a.m.", "PM", "p. m."])
def test_the_half_of_the_day_behind_a_time_is_no_added_word(half: str) -> None:
    times = ["8:15", "9:40", "10:05", "11:30", "12:10"]
    assert "added_words" not in kinds(suggested([(time, f"{time} {half}") for time in times]))
