"""The made-up messy data is as messy as it says."""

import pytest

from evaljson import RunResult, evaluate
from evaljson.report.fields.unknown_effect import unknown_effect
from evaljson.results.ranking import highest_first
from evaljson.schema import parse_eval_schema
from tests.messy import ARRAYS, BEST, EXTRA, FIELDS, NULL_FOR_ZERO, OUTLIER, ZEROS, Messy, messy


@pytest.fixture(scope="module")
def data() -> Messy:
    return messy()


@pytest.fixture(scope="module")
def runs(data: Messy) -> dict[str, RunResult]:
    scored = [BEST, "extracted_model_01", NULL_FOR_ZERO]
    return {name: evaluate(data.gold, data.extracted[name], data.schema) for name in scored}


def test_it_has_500_fields_and_300_arrays(data: Messy) -> None:
    schemas = [node for root in parse_eval_schema(data.schema).roots for node in root.walk()]
    assert (sum(not node.properties and node.items is None for node in schemas), FIELDS) == (500, 500)
    assert (sum(node.items is not None for node in schemas), ARRAYS) == (300, 300)


def test_the_extra_key_makes_the_best_variant_lose(data: Messy, runs: dict[str, RunResult]) -> None:
    effect = unknown_effect(runs, parse_eval_schema(data.schema))
    with_key = highest_first({name: run.mean_f1 for name, run in runs.items()})
    without = highest_first({name: effect.moved.get(name, (0.0, run.mean_f1))[1] for name, run in runs.items()})
    assert (with_key[-1], without[0]) == (BEST, BEST)
    assert all(field.endswith(EXTRA) for field in effect.fields)


def test_zeros_are_null_in_one_record_of_one_variant(runs: dict[str, RunResult]) -> None:
    results = [
        (place, result) for place, record in enumerate(runs[NULL_FOR_ZERO].records) for result in record.field_results
    ]
    zeros = [place for place, result in results if result.gold_value == 0 and result.status == "mismatch"]
    assert zeros == [OUTLIER] * ZEROS


def test_the_same_numbers_give_the_same_data() -> None:
    assert messy(5, 2) == messy(5, 2) != messy(5, 2, seed=18)


def test_copies_in_gold_share_an_id() -> None:
    ids = [record["id"] for record in messy(5, 1, gold_copies=1).gold]
    assert (len(ids), len(set(ids))) == (6, 5)
