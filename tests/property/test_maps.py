"""Maps whose entries pair up by content: against the oracle, and what no pairing may depend on."""

from random import Random
from typing import Any

import pytest

from tests.oracle import score_record

from .differences import differences, lines, report
from .generate import Node, hungarian_rows, of_entries
from .product import product_run
from .test_invariants import summed_pair_score

SEEDS = range(500, 560)
Case = tuple[Node, dict[str, Any], dict[str, Any]]


def entries(rng: Random, align: Any = None) -> Case:
    """A schema {t: map of objects}, and two such maps that share few keys or none."""
    schema, gold, extracted = hungarian_rows(rng)
    entry = schema["properties"]["t"]["items"]
    align = align if align is not None else of_entries(rng, entry)
    free: Node = {"type": "object", "additionalProperties": entry, "x-eval-align": align}
    names = rng.sample([f"k{i}" for i in range(9)], 9), rng.sample([f"k{i}" for i in range(5, 14)], 9)
    sides = [dict(zip(own, rows, strict=False)) for own, rows in zip(names, (gold, extracted), strict=True)]
    return {"type": "object", "properties": {"t": free}}, sides[0], sides[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_engine_and_oracle_agree_on_maps(seed: int) -> None:
    schema, gold, extracted = entries(Random(seed))
    pairs = [({"t": gold}, {"t": extracted}), ({"t": {}}, {"t": extracted}), ({"t": gold}, {}), ({"t": gold}, None)]
    unlike = differences(schema, list(pairs))
    if unlike:
        pytest.fail(report(schema, list(pairs), unlike), pytrace=False)


def test_many_entries_of_those_maps_pair_up_under_two_keys() -> None:
    pairs = 0
    for seed in SEEDS:
        schema, gold, extracted = entries(Random(seed), {"match_by": "hungarian"})
        results = score_record(schema, {"t": gold}, {"t": extracted}).results
        pairs += sum(1 for one in results if one.extracted_path not in (None, one.path))
    assert pairs > 200


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_in_which_keys_are_listed_changes_no_result(seed: int) -> None:
    rng = Random(seed)
    schema, gold, extracted = entries(rng)
    mixed = [dict(rng.sample(list(side.items()), len(side))) for side in (gold, extracted)]
    straight, other = (
        product_run(schema, [({"t": left}, {"t": right})]).records[0].field_results
        for left, right in ((gold, extracted), (mixed[0], mixed[1]))
    )
    assert sorted(map(repr, lines(straight))) == sorted(map(repr, lines(other)))


def test_other_keys_keep_the_summed_pair_score() -> None:
    total = 0.0
    for seed in SEEDS:
        rng = Random(seed)
        schema, gold, extracted = entries(rng, {"match_by": "hungarian"})
        named = {f"id-{rng.random()}": entry for entry in extracted.values()}
        sums = [
            summed_pair_score(product_run(schema, [({"t": gold}, {"t": side})]).records[0].field_results)
            for side in (extracted, named)
        ]
        assert sums[0] == pytest.approx(sums[1]), seed
        total += sums[0]
    assert total > 30


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_results_have_the_same_path(seed: int) -> None:
    schema, gold, extracted = entries(Random(seed))
    extracted |= {f"{key} (invented)": {"a": "?"} for key in list(gold)[:2]}
    paths = [found.path for found in product_run(schema, [({"t": gold}, {"t": extracted})]).records[0].field_results]
    assert len(paths) == len(set(paths))


def test_without_the_setting_entries_pair_by_their_keys() -> None:
    for seed in SEEDS:
        schema, gold, extracted = entries(Random(seed), {"match_by": "map_key"})
        unset: Node = {"type": "object", "additionalProperties": schema["properties"]["t"]["additionalProperties"]}
        plain = {"type": "object", "properties": {"t": unset}}
        by_key, by_default = (product_run(one, [({"t": gold}, {"t": extracted})]) for one in (schema, plain))
        assert by_key.to_frame().equals(by_default.to_frame())
