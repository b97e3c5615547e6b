"""A run that is scored and saved in parts is the run that is scored at once, byte by byte."""

from itertools import islice
from random import Random
from typing import Any

import pytest

import evaljson
from evaljson.evaluate import SlicedEvaluation
from evaljson.results.saved.in_parts import SavedInParts
from evaljson.results.saved.run import load_run, save_run
from evaljson.scoring import record_blocks
from tests.profiles import share
from tests.property.generate import CUSTOM, records, schemas
from tests.property.product import graded
from tests.results.test_saved import EXTRACTED, GOLD, told

BLOCK = 3
"""Records that the engine scores together in these tests."""


@pytest.fixture(autouse=True)
def small_blocks(registries_put_back: None, monkeypatch: pytest.MonkeyPatch) -> None:
    evaljson.register(CUSTOM, graded)
    monkeypatch.setattr(record_blocks, "RECORDS_PER_BLOCK", BLOCK)


def in_parts(gold: list[Any], extracted: list[Any], schema: Any, records: int, **options: Any) -> bytes:
    slices = SlicedEvaluation(gold, extracted, schema, records=records, **options)
    with SavedInParts() as parts:
        for part in slices.scored():
            parts.add(part)
        return parts.saved(slices.run(parts.figures()))


def same(gold: list[Any], extracted: list[Any], schema: Any, records: int, **options: Any) -> bool:
    """Compare everything that is said, and return whether the bytes are equal too."""
    run = evaljson.evaluate(gold, extracted, schema, **options)
    whole, parts = save_run(run), in_parts(gold, extracted, schema, records, **options)
    plain = evaljson.parse_eval_schema(schema).raw
    assert told(load_run(parts, gold, extracted, plain)) == told(load_run(whole, gold, extracted, plain)), schema
    return parts == whole


@pytest.mark.parametrize("seed", range(5))
def test_random_records_in_parts_are_those_at_once(seed: int) -> None:
    equal = []
    for i, schema in enumerate(islice(schemas(700 + seed), share(10))):
        pairs = list(islice(records(Random(f"{seed}/{i}"), schema), 10))
        gold, extracted = [one for one, _ in pairs], [one for _, one in pairs]
        equal.append(same(gold, extracted, schema, BLOCK if i % 2 else 2 * BLOCK))
    assert any(equal)


@pytest.mark.parametrize(
    "options",
    [{}, {"missing_records": "exclude"}, {"leave_out": [1]}, {"strays": "invented"}],
    ids=["all", "exclude", "leave out", "invented"],
)
@pytest.mark.parametrize("count", [1, 3, 7])
def test_the_bytes_are_those_of_the_run_whatever_is_scored(options: dict[str, Any], count: int) -> None:
    more = [{**record, "id": f"{record['id']}-{at}"} for at in range(count) for record in GOLD]
    schema = {**evaljson.infer_schema(GOLD), "x-eval-id": "id"}
    assert same([*more, *GOLD], [*EXTRACTED, *more[1:]], schema, BLOCK, **options)


def test_row_groups_are_those_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("evaljson.results.saved.run", "evaljson.results.saved.in_parts"):
        monkeypatch.setattr(f"{module}.ROWS", 2)
    monkeypatch.setattr("evaljson.results.saved.in_parts._AT_ONCE", 4)
    gold = [{"id": at, "a": at % 3, "b": [{"k": at}, {"k": 1}]} for at in range(20)]
    extracted = [{**record, "a": 1, f"odd{record['id'] % 5}": 2} for record in gold[::-1]]
    assert same(gold, extracted, {**evaljson.infer_schema(gold), "x-eval-id": "id"}, BLOCK)


def test_confidences_and_document_types_are_those_of_the_run() -> None:
    gold = [{"id": at, "kind": "ab"[at % 2], "x": at} for at in range(10)]
    extracted = [{**one, "x": {"value": one["x"] % 4, "confidence": 0.5 + one["id"] / 30}} for one in gold]
    sure = {**evaljson.infer_schema(gold), "x-eval-id": "id", "x-eval-confidence": {"leaves": {}}}
    assert same(gold, extracted, sure, BLOCK)
    same(gold, gold[::-1], {**evaljson.infer_schema(gold, by="kind"), "x-eval-id": "id"}, BLOCK)


def test_no_records_are_a_run_too() -> None:
    assert same([], [], {"type": "object", "properties": {"a": {"type": "string"}}}, BLOCK)


def test_a_comparator_that_fails_counts_each_pair_of_values_once() -> None:
    def failing(gold: Any, extracted: Any, params: Any) -> Any:
        raise ValueError("no")

    evaljson.register("failing", failing)
    gold = [{"id": at, "n": at % 3} for at in range(10)]
    schema = {"type": "object", "properties": {"n": {"type": "number", "x-eval-compare": "failing"}}, "x-eval-id": "id"}
    same(gold, gold, schema, BLOCK)
