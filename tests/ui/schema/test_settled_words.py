"""How many values a suggestion settles, in words: what was measured, not what is wrong."""

from dataclasses import replace

import pytest

from evaljson.suggest import Edit, Evidence, Risk, Suggestion
from evaljson.suggest.model import Effect, Score, Settled, VariantEffect
from evaljson.ui.schema.settled_words import settled_in_short, settled_in_words, settled_where

SCORE = Score(0.5, 0.5, 0.5)
PLAIN = Suggestion("1", "case", "f", "Rule: f", Edit("f"), {}, "", Evidence(40, 90, 30), Risk("low", "why"), None)


def one(*settled: int, variants: int = 1) -> Suggestion:
    """A suggestion that makes so many results right, so many fewer wrong, in so many records."""
    effects = {f"v{n}": VariantEffect(SCORE, SCORE, SCORE, SCORE, 0, 0) for n in range(variants)}
    return replace(PLAIN, effect=Effect(effects, (), (), only_lenient=True, settled=Settled(*settled)))


@pytest.mark.parametrize(
    ("suggestion", "words"),
    [
        pytest.param(one(309, 309, 12), "309 more values right in 12 records", id="not the 40 that it explains"),
        pytest.param(one(1, 0, 1, variants=2), "1 more value right in 1 record, over all variants", id="variants"),
        pytest.param(one(1593, 225, 69), "1,593 more values right in 69 records", id="a pairing"),
        pytest.param(one(0, 120, 60), "120 fewer wrong values in 60 records", id="no longer scored"),
        pytest.param(one(-11, 2, 3), "2 fewer wrong values in 3 records", id="right ones no longer scored, too"),
        pytest.param(
            one(31, 51, 50, 20, 18),
            "51 wrong values right in 50 records, 20 right ones wrong in 18 records",
            id="what is gained and what is lost",
        ),
        pytest.param(
            one(1, 2, 2, 1, 1, variants=2),
            "2 wrong values right in 2 records, 1 right one wrong in 1 record, over all variants",
            id="one lost",
        ),
        pytest.param(one(0, 0, 0), "0 more values right", id="nothing alone"),
        pytest.param(
            one(16, 4, 4, 0, 0, 4, variants=3),
            "4 wrong values right in 4 records, over all variants",
            id="and 12 that neither side has",
        ),
        pytest.param(PLAIN, "40 wrong values to judge in 30 records", id="not measured"),
    ],
)
def test_what_is_settled_is_what_was_measured(suggestion: Suggestion, words: str) -> None:
    assert settled_where(suggestion) == words


def test_of_several_the_sum_is_named() -> None:
    assert settled_in_words([one(2, 2, 1), one(3, 3, 1), PLAIN]) == "5 more values right"
    assert settled_in_words([one(2, 2, 1), one(3, 4, 2, 1, 1)]) == "6 wrong values right, 1 right one wrong"


def test_a_line_that_names_one_variant_counts_over_all_or_the_records_of_the_only_one() -> None:
    assert settled_in_short(one(5, 5, 4, variants=3)) == "5 more values right over all variants"
    assert settled_in_short(one(5, 5, 4)) == "5 more values right in 4 records"
