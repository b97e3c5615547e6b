"""The sentence of a suggestion says of how many variants F1 rises, and of which it does most."""

from typing import Any

import pytest

from evaljson.suggest import suggest
from evaljson.suggest.model import Effect, Score, VariantEffect

GOLD = [{"id": f"r{at}", "name": f"Firma Huber {at}", "total": at} for at in range(10)]


@pytest.mark.parametrize(
    ("in_capitals", "said"),
    [
        ({"a": 6}, " raises F1 by 30.0 points."),
        ({"a": 6, "b": 0}, " raises F1 of a by 30.0 points."),
        ({"a": 6, "b": 3}, " raises F1 of both variants, most that of a, by 30.0 points."),
        ({"a": 3, "b": 6, "c": 0}, " raises F1 of 2 of 3 variants, most that of b, by 30.0 points."),
        ({"a": 3, "b": 6, "c": 2}, " raises F1 of all 3 variants, most that of b, by 30.0 points."),
        ({"a": 6, "b": 0, "c": 0}, " raises F1 of a by 30.0 points."),
        ({"a": 6, "b": 6}, " raises F1 of both variants by 30.0 points."),
        ({"a": 6, "b": 6, "c": 0}, " raises F1 of 2 of 3 variants by 30.0 points."),
        ({"a": 3, "b": 6, "c": 6}, " raises F1 of all 3 variants, most those of b and c, by 30.0 points."),
    ],
)
def test_a_gain_says_of_how_many_variants_and_of_which_most(in_capitals: dict[str, int], said: str) -> None:
    variants = {
        name: [{**one, "name": one["name"].upper()} if at < many else one for at, one in enumerate(GOLD)]
        for name, many in in_capitals.items()
    }
    case = next(one for one in suggest(GOLD, variants, id_field="id").proposed if one.kind == "case")
    assert case.sentence.endswith(said)


def test_a_setting_that_lowers_f1_of_all_is_not_suggested_and_a_note_says_why() -> None:
    """Nulls of keys that gold lacks in some records, beside totals of which half are wrong."""
    gold: list[dict[str, Any]] = [
        {"id": f"d{at}", "total": at, "note": f"text {at}" if at < 5 else None} for at in range(30)
    ]
    gold = [one if at < 27 else {key: one[key] for key in ("id", "total")} for at, one in enumerate(gold)]
    variants = {
        name: [
            {"id": one["id"], "note": one.get("note"), "total": one["total"] if at % 2 else -wrong}
            for at, one in enumerate(gold)
        ]
        for name, wrong in {"a": 1, "b": 2}.items()
    }
    found = suggest(gold, variants, id_field="id")
    assert not found.proposed
    (note,) = found.notes
    assert note.startswith("Treat null and a missing key as the same")
    assert note.endswith("is not suggested: it lowers F1.")


def test_the_largest_gain_is_the_largest_before_rounding() -> None:
    """With one decimal, the gain of a would be shown as 0.7, that of b as 0.8, and b would be said to gain most."""

    def moved(before: float, after: float) -> VariantEffect:
        scores = (Score(f1, f1, f1) for f1 in (before, after, 1.0, 1.0))
        return VariantEffect(*scores, up=1, down=0)

    effect = Effect({"a": moved(0.8946, 0.9022), "b": moved(0.8854, 0.8929)}, ("a", "b"), ("a", "b"), only_lenient=True)
    assert {name: one.gain_in_points for name, one in effect.variants.items()} == {"a": "+0.76", "b": "+0.8"}
    assert effect.gains_most == "a"
    assert effect.gain_in_points == "+0.76"
