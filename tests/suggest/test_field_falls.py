"""A suggestion that raises mean F1 by little, and lowers that of its field, says so."""

from typing import Any

import pytest

from evaljson import annotate_xeval, evaluate, infer_schema
from evaljson.suggest import Effect, Score, VariantEffect, suggest, suggest_from
from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.sentences import sentence


def test_the_fall_of_the_field_is_not_called_a_gain() -> None:
    """Null that gold has too is right now, and then skipped; a key left out beside null is wrong, and then skipped."""
    filler = {f"f{number}": number for number in range(90)}
    ratings: list[dict[str, Any]] = [{"rating": None}] * 20 + [{}] * 4 + [{"rating": 3.1 + n * 1.7} for n in range(36)]
    gold = [{"id": f"r{place}", **filler, **rating} for place, rating in enumerate(ratings)]
    extracted = [
        {**one, "rating": None if one.get("rating") is None else one["rating"] * 1.3 + place}
        for place, one in enumerate(gold)
    ]
    nulls = next(one for one in suggest(gold, {"one": extracted}).proposed if one.kind == "nulls")
    assert nulls.effect is not None
    assert nulls.effect.variants["one"].field_gain < 0 < nulls.gain
    assert "lowers F1 of the field from 34.5 to 0.0; over all fields it rises by less than 0.1 points" in nulls.sentence


def effect(**gains: tuple[float, float]) -> Effect:
    """By variant, what F1 over all fields gains and what that of the field gains."""

    def score(f1: float) -> Score:
        return Score(f1, f1, f1)

    variants = {
        name: VariantEffect(score(0.8), score(0.8 + over_all), score(0.5), score(0.5 + of_field), 1, 0)
        for name, (over_all, of_field) in gains.items()
    }
    return Effect(variants, tuple(gains), tuple(gains), True)


@pytest.mark.parametrize(
    ("measured", "said"),
    [
        (
            effect(a=(0.0, 0.0), b=(-0.0004, 0.02)),
            "raises F1 of the field of b from 50.0 to 52.0; over all fields it falls by less than 0.1 points",
        ),
        (
            effect(a=(0.0, 0.0), b=(0.0001, 0.0)),
            "raises F1 of the field of b a little; over all fields that is less than 0.1 points",
        ),
        (
            effect(a=(0.0003, 0.01), b=(0.0002, 0.02)),
            "raises F1 of the field of a from 50.0 to 51.0; over all fields that is less than 0.1 points",
        ),
        (
            effect(a=(0.0004, -0.1)),
            "lowers F1 of the field from 50.0 to 40.0; over all fields it rises by less than 0.1 points",
        ),
    ],
)
def test_the_variant_that_gains_most_is_named_where_f1_over_all_fields_hardly_moves(
    measured: Effect, said: str
) -> None:
    proposal = Proposal("nulls", Edit("tags"), "In tags", "Treating these as the same", (), 0, "low", "")
    assert sentence(proposal, measured) == f"In tags. Treating these as the same {said}."


@pytest.mark.parametrize("strays", ["report", "invented"])
def test_records_without_gold_are_no_evidence_that_null_and_missing_are_the_same(strays: Any) -> None:
    gold: list[dict[str, Any]] = [{"id": f"r{place}", "a": place, "tags": ["x"]} for place in range(20)]
    extra: list[dict[str, Any]] = [{"id": f"s{place}", "a": place, "tags": []} for place in range(9)]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    run = evaluate(gold, [*gold, *extra], schema, strays=strays)
    assert len(run.invented_records) == (9 if strays == "invented" else 0)
    assert not suggest_from({"one": run}, schema).proposed
