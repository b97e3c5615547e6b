"""Where all harmless differences and all real errors are known: most of the former are explained, none of the latter.

Figures of these sets are in the messages of the assertions.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from evaljson import annotate_xeval, evaluate, infer_schema
from evaljson.suggest import apply, suggest
from tests.suggest.messy import Messy, Place, messy

SEEDS = range(6)


def wrong(made: Messy, schema: dict[str, Any]) -> set[Place]:
    places = set()
    for variant, records in made.extracted.items():
        frame = evaluate(made.gold, records, schema).to_frame()
        lines = frame[frame["status"].isin(["mismatch", "omission", "hallucination"])]
        fields = lines["field"].str.removesuffix("[]")
        places |= {(variant, record, key) for record, key in zip(lines["record_id"], fields, strict=True)}
    return places


@cache
def after_all_that_is_safe() -> list[tuple[Messy, set[Place], set[Place]]]:
    """Each set with what is wrong in it before and after all that is applied together."""
    sets = []
    for seed in SEEDS:
        made = messy(seed)
        schema = annotate_xeval(infer_schema(made.gold)) | {"x-eval-id": "id"}
        found = suggest(made.gold, made.extracted, schema)
        sets.append((made, wrong(made, schema), wrong(made, apply(schema, found.for_all))))
    return sets


def test_nine_of_ten_harmless_differences_are_explained_below_a_high_risk() -> None:
    there = sum(len(made.harmless & before) for made, before, _ in after_all_that_is_safe())
    left = sum(len(made.harmless & after) for made, _, after in after_all_that_is_safe())
    assert there > 1000
    assert left <= 0.1 * there, f"{left:,} of {there:,} are left"


def test_no_real_error_is_forgiven() -> None:
    forgiven = {(seed, *place) for seed, (made, before, after) in enumerate(after_all_that_is_safe())
                for place in (made.errors & before) - after}  # fmt: skip
    assert sum(len(made.errors & before) for made, before, _ in after_all_that_is_safe()) > 400
    assert forgiven == set()
