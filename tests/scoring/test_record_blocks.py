"""Records are scored a batch at a time; where the batches end changes nothing."""

from dataclasses import asdict, replace
from itertools import islice
from random import Random

import pytest

import evaljson
from evaljson.base.jsontypes import strict_equal
from evaljson.scoring import record_blocks
from tests.property.conftest import graded_comparator as graded_comparator
from tests.property.generate import records, schemas


@pytest.mark.parametrize("index", range(12))
def test_batches_of_three_give_the_same_run_as_one_batch(index: int, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = next(islice((s for s in schemas(77) if "closeness" not in str(s)), index, None))
    pairs = list(islice(records(Random(index), schema), 10))
    gold, extracted = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    whole = evaljson.evaluate(gold, extracted, schema)
    monkeypatch.setattr(record_blocks, "RECORDS_PER_BLOCK", 3)
    parted = evaljson.evaluate(gold, extracted, schema)
    assert replace(parted, records=[]) == replace(whole, records=[])
    for one, other in zip(parted.records, whole.records, strict=True):
        assert strict_equal(list(map(asdict, one.field_results)), list(map(asdict, other.field_results)))  # NaN is NaN


def test_a_comparator_is_called_once_per_distinct_pair_however_many_records() -> None:
    calls: list[tuple[object, object]] = []

    def noting(gold: object, extracted: object, params: object) -> float:
        calls.append((gold, extracted))
        return float(gold == extracted)

    evaljson.register("noting", noting, overwrite=True)
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-compare": "noting"}}}
    evaljson.evaluate([{"a": "x"}] * 2500, [{"a": "y"}] * 2500, schema)
    assert calls == [("x", "y")]
