"""Words before or behind texts are suggested where one side always has them, with the risk that they carry."""

from __future__ import annotations

import pytest

from evaljson.suggest import apply
from tests.suggest.made import Values, kinds, of_kind, suggested

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
        pytest.param([(text, f"PO {text}") for text in ("4711", "4712", "B4713")], id="before numbers"),
        pytest.param([("a", "Lot 1 a"), ("b", "Lot 1 b"), ("c", "Lot 1 c")], id="a number"),
    ],
)
def test_words_that_may_mean_something_are_not_cut(values: Values) -> None:
    assert "added_words" not in kinds(suggested(values))


def test_what_makes_gold_values_equal_says_so_and_waits_for_a_look() -> None:
    values = [(text, f"Phase {text}") for text in ("I", "II", "III")] + [("Phase I", "Phase I")]
    suggestion = of_kind(suggested(values), "added_words")
    assert suggestion.risk.level == "high"
    assert suggestion.risk.merged == (("I", "Phase I"),)
    assert "1 group of gold values becomes the same" in suggestion.risk.why
