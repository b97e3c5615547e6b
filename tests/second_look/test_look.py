"""A model looks at extracted values again, over a real endpoint: what it is sent, and what its answers are used for."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from evaljson import evaluate, review_effort
from evaljson.base.errors import InputError
from evaljson.judge import Judge, MemoryCache, Price
from evaljson.second_look import JudgedConfidences, judged_confidences, judged_confidences_cost
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint
from tests.second_look.endpoint import reads, sure_by

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "number": {"type": "string"},
        "total": {"type": "number"},
        "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
    },
}
GOLD = [
    {"id": f"r{at}", "number": f"INV-{at}", "total": 100 + at, "items": [{"sku": f"s{at}a"}, {"sku": f"s{at}b"}]}
    for at in range(120)
]
TEXTS = {one["id"]: f"{one['number']} {one['total']} {one['items']}" for one in GOLD}
WRONG = [{**one, "total": 7777} if at % 6 == 0 else one for at, one in enumerate(GOLD)]
"""What was extracted: twenty totals are wrong."""
Make = Callable[..., Judge]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint(sure_by(reads)) as running:
        yield running


@pytest.fixture
def judge(endpoint: Endpoint) -> Make:
    def make(**settings: Any) -> Judge:
        return Judge(**{"model": "fake", "base_url": endpoint.url, "api_key": KEY, "retries": 0, **settings})

    return make


def looked(judge: Judge, count: int = 120, **options: Any) -> JudgedConfidences:
    return judged_confidences(WRONG[:count], TEXTS, SCHEMA, judge, **options)


def test_the_records_that_the_judge_doubts_are_to_be_reviewed(judge: Make) -> None:
    run = evaluate(GOLD, WRONG, SCHEMA)
    assert review_effort(run) is None
    found = review_effort(run, 0.05, confidences=judged_confidences(run, TEXTS, SCHEMA, judge()).by_record)
    assert found is not None
    assert found.review == tuple(f"r{at}" for at in range(0, 120, 6))
    assert found.per_field["total"].wrong == 20
    assert found.chosen is not None
    assert (found.chosen.accepted, found.chosen.wrong) == (100, 0)


def test_records_alone_and_those_of_a_run_are_asked_about_alike(judge: Make) -> None:
    run, cache = evaluate(GOLD, WRONG, SCHEMA), MemoryCache()
    alone = looked(judge(cache=cache))
    assert judged_confidences_cost(run, TEXTS, SCHEMA, judge(cache=cache)).to_ask == 0
    assert judged_confidences(run, TEXTS, SCHEMA, judge(cache=cache)).by_record == alone.by_record
    assert alone.by_record["r0"] == {
        "number": 0.97, "total": 0.04, "items[0].sku": 0.97, "items[1].sku": 0.97,
    }  # fmt: skip


def test_the_judge_gets_text_and_values_and_neither_gold_nor_ids_nor_confidences(
    endpoint: Endpoint, judge: Make
) -> None:
    schema = {**SCHEMA, "x-eval-confidence": {"parallel": "sure"}}
    judged_confidences([{**one, "sure": {"total": 0.123}} for one in WRONG[:1]], TEXTS, schema, judge())
    sent = endpoint.requests[0].data
    assert sent["document"] == TEXTS["r0"]
    assert [one["path"] for one in sent["values"].values()] == ["number", "total", "items[0].sku", "items[1].sku"]
    assert [one["value"] for one in sent["values"].values()] == ["INV-0", 7777, "s0a", "s0b"]
    assert "0.123" not in json.dumps(endpoint.requests[0].body)


def test_the_cost_comes_first_and_nothing_is_asked_twice(endpoint: Endpoint, judge: Make) -> None:
    made = judge(cache=MemoryCache(), prices={"fake": Price(1.0, 10.0)})
    cost = judged_confidences_cost(WRONG[:5], TEXTS, SCHEMA, made)
    assert (cost.to_ask, cost.cached, endpoint.requests) == (5, 0, [])
    assert cost.price is not None
    assert cost.price > 0
    assert looked(made, 5).by_record == looked(made, 5).by_record
    assert len(endpoint.requests) == 5


def test_records_without_a_text_or_an_answer_are_named_and_reviewed_first(endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [sure_by(lambda text, path, value: None if "INV-1 " in text else reads(text, path, value))]
    run = evaluate(GOLD[:30], GOLD[:30], SCHEMA)
    texts = {one: text for one, text in TEXTS.items() if one != "r7"}
    found = judged_confidences(run, texts, SCHEMA, judge())
    assert found.without_text == ("r7",)
    assert [one for one, _ in found.failed] == ["r1"]
    assert "holds no record" in found.failed[0][1]
    effort = review_effort(run, 0.05, confidences=found.by_record)
    assert effort is not None
    assert effort.review == ("r1", "r7")
    assert (effort.without, effort.whole.count) == (8, 28)


@pytest.mark.parametrize(
    ("said", "read"),
    [(98, 0.98), (0, 0.0), ("85%", 0.85), (" 40 ", 0.4), (101, None), (True, None), ("sure", None), (math.nan, None)],
)
def test_shares_of_a_hundred_are_read_and_anything_else_is_no_confidence(
    endpoint: Endpoint, judge: Make, said: Any, read: float | None
) -> None:
    endpoint.faults = [sure_by(lambda text, path, value: said if path == "total" else 50)]
    assert looked(judge(), 1).by_record["r0"].get("total") == read


def test_without_any_text_nobody_is_asked(judge: Make) -> None:
    with pytest.raises(InputError, match="nothing to look at again"):
        judged_confidences(WRONG, {}, SCHEMA, judge())


def test_plain_data_of_a_second_look(judge: Make) -> None:
    found = json.loads(json.dumps(looked(judge(), 2).to_dict()))
    assert found["records"][0] == {"record": "r0", "confidences": looked(judge(), 1).by_record["r0"]}
    assert found["usage"]["calls"] == 2
