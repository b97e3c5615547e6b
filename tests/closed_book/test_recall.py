"""Closed book: a model that knows records by heart is found, over a real endpoint, and one that does not is not."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from benchmarks.closed_book import SCHEMA, record
from evaljson.base.errors import InputError
from evaljson.closed_book import ClosedBook, closed_book, closed_book_cost
from evaljson.closed_book.recall import recalled
from evaljson.judge import Judge, MemoryCache, Price
from tests.closed_book.endpoint import answers, document_of
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint, error

GOLD = [{"id": f"r{at}", **record(Random(at))} for at in range(24)]
BY_ID = {one["id"]: one for one in GOLD}
Make = Callable[..., Judge]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running


@pytest.fixture
def judge(endpoint: Endpoint) -> Make:
    def make(**settings: Any) -> Judge:
        return Judge(**{"model": "fake", "base_url": endpoint.url, "api_key": KEY, "retries": 0, **settings})

    return make


def remembers(count: int) -> Callable[[Any], Any]:
    """Some records by heart, and likely values of the others."""

    def record_of(document: Any) -> Any:
        place = int(document["id"][1:])
        return (
            {key: value for key, value in GOLD[place].items() if key != "id"}
            if place < count
            else record(Random(1000 + place))
        )

    return record_of


def asked(endpoint: Endpoint, judge: Judge, count: int, **options: Any) -> ClosedBook:
    endpoint.faults = [answers(remembers(count))]
    return closed_book(GOLD, SCHEMA, judge, **options)


@pytest.mark.parametrize("count", [2, 6, 24])
def test_records_known_by_heart_are_found(count: int, endpoint: Endpoint, judge: Make) -> None:
    found = asked(endpoint, judge(), count)
    assert found.is_remembered
    assert {one.record for one in found.records[:count]} == {f"r{at}" for at in range(count)}
    assert all(one.fits_best and one.share == 1 for one in found.records[:count])
    number = next(one for one in found.fields if one.path == "number")
    assert number.is_remembered
    assert number.share == number.lift == pytest.approx(count / 24)
    assert number.low <= number.lift <= number.high
    assert "It remembers some of them" in found.sentence


def test_nothing_is_found_where_nothing_is_known(endpoint: Endpoint, judge: Make) -> None:
    found = asked(endpoint, judge(), 0)
    assert not found.is_remembered
    assert not any(one.is_remembered for one in found.fields)
    assert "Nothing shows that it remembers them." in found.sentence


def test_common_values_are_no_memory(endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [answers(lambda document: {"vendor": "vendor 0", "currency": "a", "paid": "a"})]
    found = closed_book(GOLD, SCHEMA, judge())
    vendor = next(one for one in found.fields if one.path == "vendor")
    assert vendor.share > 0.2
    assert (vendor.lift, vendor.over_majority, vendor.p) == (0, vendor.share - vendor.majority, 1)


def test_the_document_is_withheld_and_only_its_name_and_the_schema_are_sent(endpoint: Endpoint, judge: Make) -> None:
    gold = [{**one, "text": f"the whole text of {one['number']}"} for one in GOLD]
    endpoint.faults = [answers(lambda document: {})]
    closed_book(gold, SCHEMA, judge(), show=["id"])
    sent = [json.dumps(request.body) for request in endpoint.requests]
    assert {document_of(request)["id"] for request in endpoint.requests} == set(BY_ID)
    assert not [one for one in sent if "the whole text" in one or "INV-" in one]
    assert all("vendor" in one for one in sent)


def test_what_was_shown_is_not_scored(endpoint: Endpoint, judge: Make) -> None:
    """The model repeats what it was shown: the title is no field, and a value in it does not count."""
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "title": {"type": "string"}}}
    gold = [{**one, "title": f"Bill of {one['vendor']}"} for one in GOLD]
    endpoint.faults = [answers(lambda document: {"vendor": document["title"][8:], "title": document["title"]})]
    found = closed_book(gold, schema, judge(), show=["title"])
    assert not found.is_remembered
    assert {one.path for one in found.fields} == {"number", "currency", "paid", "total"}
    assert "24 values left out that the model was shown, as part of title" in found.notes


def test_the_cost_comes_first_and_answers_are_kept(endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()
    made = judge(cache=cache, prices={"fake": Price(1.0, 10.0)})
    cost = closed_book_cost(GOLD, SCHEMA, made)
    assert (cost.to_ask, cost.batches, cost.cached, endpoint.requests) == (24, 24, 0, [])
    assert cost.price is not None
    assert cost.price > 0
    first = asked(endpoint, made, 6)
    assert (len(endpoint.requests), first.usage.calls, len(cache)) == (24, 24, 24)
    assert closed_book_cost(GOLD, SCHEMA, made).to_ask == 0
    again = asked(endpoint, judge(cache=cache), 0)
    assert (again.fields, again.usage.cached, len(endpoint.requests)) == (first.fields, 24, 24)


def test_a_budget_and_a_stop_end_it_and_what_is_answered_is_kept(endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()
    poor = asked(endpoint, judge(cache=cache, concurrency=1, max_tokens=1500), 24)
    assert 0 < poor.answered < 24
    assert "budget of 1,500 tokens is used up" in poor.failed[0][1]
    stop = threading.Event()
    stopped = asked(endpoint, judge(cache=cache, cancel=stop, progress=lambda _: stop.set(), concurrency=1), 24)
    assert poor.answered <= stopped.answered < 24
    whole = asked(endpoint, judge(cache=cache), 24)
    assert (whole.answered, len(cache)) == (24, 24)


def test_records_without_an_answer_are_named(endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [
        lambda request: error(400, f"no, {KEY}") if document_of(request)["id"] == "r3" else None,
        answers(lambda document: None if document["id"] == "r4" else remembers(24)(document)),
    ]
    found = closed_book(GOLD, SCHEMA, judge())
    assert found.answered == 22
    assert dict(found.failed) == {
        "r3": "the endpoint answered 400: no, [key]", "r4": "the model's answer holds no record, asked 3 times",
    }  # fmt: skip
    assert KEY not in json.dumps(found.to_dict())


def test_a_key_that_a_model_repeats_is_in_no_answer(endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()
    endpoint.faults = [answers(lambda document: {"vendor": KEY})]
    closed_book(GOLD[:3], SCHEMA, judge(cache=cache))
    kept = cache.read(list(cache._verdicts))
    assert len(kept) == 3
    assert not [one for one in kept.values() if KEY in one.reason]


def test_of_many_records_some_are_drawn(endpoint: Endpoint, judge: Make) -> None:
    found = asked(endpoint, judge(), 24, most=10, seed=3)
    assert (found.asked, found.notes[0]) == (10, "10 of 24 records drawn")
    assert asked(endpoint, judge(), 24, most=10, seed=3).records == found.records


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"show": ["titel"]}, "no gold record has the key 'titel'"),
        ({"show": []}, "nothing names the documents"),
        ({"most": 1}, "two records or more"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_sent(
    options: dict[str, Any], said: str, endpoint: Endpoint, judge: Make
) -> None:
    with pytest.raises(InputError, match=said):
        closed_book(GOLD, SCHEMA, judge(), **options)
    assert not endpoint.requests


def test_fields_that_a_judge_compares_are_left_out_and_types_are_apart() -> None:
    kinds = {
        name: {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}} for name in "xy"
    }
    schema = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": kinds, "properties": {}}
    gold = [{"id": at, "kind": "xy"[at % 2], "a": f"a{at}", "b": "b"} for at in range(20)]
    found = recalled(gold, [{"a": one["a"], "b": "b"} for one in gold], schema, id_field="id")
    assert [one.path for one in found.fields] == ["a", "b"]
    assert found.is_remembered
    judged = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string", "x-eval-compare": "semantic"}},
    }
    plain = [{key: value for key, value in one.items() if key != "kind"} for one in gold]
    mixed = recalled(plain, [{"a": one["a"], "b": "c"} for one in gold], judged, id_field="id")
    assert [one.path for one in mixed.fields] == ["a"]
    assert mixed.f1 is None


@pytest.mark.parametrize("answer", [{}, {"number": [[{}]]}, {"items": 10**400}, {"total": "\ud800"}, {"vendor": None}])
def test_whatever_is_answered_can_be_compared(answer: dict[str, Any]) -> None:
    found = recalled(GOLD, [answer] * len(GOLD), SCHEMA)
    assert not found.is_remembered
    json.dumps(found.to_dict())
    assert len(found.to_frame()) == len(found.fields)


def test_without_answers_nothing_is_said() -> None:
    assert "Nothing can be said: 0 answers" in recalled(GOLD, [None] * 24, SCHEMA).sentence
    assert "Nothing can be said: 1 answer" in recalled(GOLD, [{}] + [None] * 23, SCHEMA).sentence
