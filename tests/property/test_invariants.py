"""What holds for every schema and every record, whatever the figures are."""

import re
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.profiles import is_deep, share

from .differences import lines
from .generate import Node, Pair, hungarian_rows, records, schemas
from .product import product_run
from .symmetric import known_only, symmetric_schema, with_weights

SEED = 77
SEEDS = range(SEED, SEED + (6 if is_deep() else 3))
SCHEMAS, PAIRS = 15, 10


def cases(seed: int) -> list[tuple[Node, list[Pair]]]:
    drawn = []
    for i, schema in enumerate(islice(schemas(seed), share(SCHEMAS))):
        # records without ids: pairing by position leaves the order to the test
        schema.pop("x-eval-id", None)
        drawn.append((schema, list(islice(records(Random(f"{seed}/{i}"), schema), PAIRS))))
    return drawn


@pytest.mark.parametrize("seed", SEEDS)
def test_swapping_gold_and_extracted_swaps_precision_and_recall(seed: int) -> None:
    for schema, pairs in cases(seed):
        even = symmetric_schema(schema)
        known = [
            (known_only(even, gold), known_only(even, extracted)) for gold, extracted in pairs if extracted is not None
        ]
        forth, back = product_run(even, known), product_run(even, [(extracted, gold) for gold, extracted in known])
        for record, counterpart in zip(forth.records, back.records, strict=True):
            assert (record.precision, record.recall, record.f1) == pytest.approx(
                (counterpart.recall, counterpart.precision, counterpart.f1)
            ), even


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_the_records_never_matters(seed: int) -> None:
    for schema, pairs in cases(seed):
        order = Random(seed).sample(range(PAIRS), PAIRS)
        straight, mixed = product_run(schema, pairs), product_run(schema, [pairs[i] for i in order])
        for position, i in enumerate(order):
            assert lines(mixed.records[position].field_results) == lines(straight.records[i].field_results), schema
        assert figures(mixed) == pytest.approx(figures(straight)), schema
        assert set(mixed.per_field) == set(straight.per_field)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_scores_alone_what_it_scores_among_others(seed: int) -> None:
    for schema, pairs in cases(seed):
        for pair, record in zip(pairs, product_run(schema, pairs).records, strict=True):
            alone = product_run(schema, [pair]).records[0]
            assert lines(alone.field_results) == lines(record.field_results), (schema, pair)


@pytest.mark.parametrize("seed", SEEDS)
def test_weights_of_one_equal_no_weights(seed: int) -> None:
    for schema, pairs in cases(seed):
        ones, none = (product_run(with_weights(schema, weight), pairs) for weight in (1, None))
        for record, counterpart in zip(ones.records, none.records, strict=True):
            assert lines(record.field_results) == lines(counterpart.field_results), schema
        assert figures(ones) == figures(none), schema


@pytest.mark.parametrize("seed", range(SEED, SEED + 60))
def test_permuting_a_hungarian_array_keeps_the_summed_pair_score(seed: int) -> None:
    rng = Random(seed)
    schema, gold, extracted = hungarian_rows(rng)
    permuted = rng.sample(gold, len(gold)), rng.sample(extracted, len(extracted))
    sums = [
        summed_pair_score(product_run(schema, [({"t": gold_rows}, {"t": extracted_rows})]).records[0].field_results)
        for gold_rows, extracted_rows in ((gold, extracted), permuted, (gold, permuted[1]))
    ]
    assert sums == pytest.approx([sums[0]] * 3)


def summed_pair_score(results: Any) -> float:
    """Over the paired rows of `t`: a pair shows in the results, for it has at least one match."""
    rows: dict[str, list[Any]] = {}
    for result in results:
        row = re.match(r"t(\[\d+\]|\.[^.\[]+)", result.path)
        if row:
            rows.setdefault(row[0], []).append(result)
    return sum(f1_of(row) for row in rows.values() if any(result.status == "match" for result in row))


def f1_of(row: list[Any]) -> float:
    sides = {"match": 2, "mismatch": 2, "omission": 1, "hallucination": 1}
    brought = sum(sides[result.status] * result.weight for result in row)
    return float(2 * sum(result.weight * result.score for result in row) / brought)


def figures(run: Any) -> list[float | None]:
    names = [f"{kind}_{name}" for kind in ("mean", "pooled") for name in ("precision", "recall", "f1")]
    return [getattr(run, name) for name in names]
