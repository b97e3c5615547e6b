import hashlib
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.comparators.base import BatchItem
from evaljson.judge import Judge, MemoryCache, Question, gather
from evaljson.judge.distinct_questions import distinct_questions
from evaljson.judge.prompt import PROMPT_VERSION, messages
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint
from tests.judge.records import records, schema

Make = Callable[..., Judge]


def statuses(run: Any) -> list[str]:
    return [result.status for record in run.records for result in record.field_results]


def test_every_field_gets_the_verdict_on_its_own_values(endpoint: Endpoint, judge: Make) -> None:
    run = evaluate(*records(60), schema(), judge=judge())
    assert statuses(run) == ["mismatch" if number % 3 == 0 else "match" for number in range(60)]
    assert run.judged is not None
    assert (run.judged.fields, run.judged.decided, run.judged.failed, run.judged.stopped) == (60, 60, 0, None)


def test_items_of_many_records_share_requests(endpoint: Endpoint, judge: Make) -> None:
    evaluate(*records(60), schema(), judge=judge(batch_items=25))
    assert [len(request.items) for request in endpoint.requests] in ([25, 25, 10], [25, 10, 25], [10, 25, 25])


def test_equal_values_and_repeated_pairs_are_not_sent(endpoint: Endpoint, judge: Make) -> None:
    gold = [{"terms": "Net 30"}] * 10 + [{"terms": "prepaid"}] * 5
    extracted = [{"terms": "net  30"}] * 10 + [{"terms": "prepaid"}] * 5
    run = evaluate(gold, extracted, schema(), judge=judge())
    assert [len(request.items) for request in endpoint.requests] == [1]
    assert run.judged is not None
    assert (run.judged.fields, run.judged.equal, run.judged.distinct, run.judged.asked) == (15, 5, 1, 1)
    assert run.total_matches == 15


def test_scoring_again_costs_nothing(endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()
    first = evaluate(*records(30), schema(), judge=judge(cache=cache))
    sent = len(endpoint.requests)
    again = evaluate(*records(30), schema(), judge=judge(cache=cache))
    assert len(endpoint.requests) == sent
    assert again.judged is not None
    assert (again.judged.cached, again.judged.asked, again.judged.tokens_in) == (30, 0, 0)
    assert again == first
    assert again.signature == first.signature


@pytest.mark.parametrize(
    "change",
    [{"instructions": "by amount"}, {"rubric": "strictly"}, {"scale": ["no", "yes"]}],
    ids=["instructions", "rubric", "scale"],
)
def test_another_question_is_another_verdict(change: dict[str, Any], endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()
    for settings in ({}, change):
        evaluate(*records(2), schema(**settings), judge=judge(cache=cache))
    assert len(cache) == 4


def test_the_path_and_what_the_schema_says_of_it_are_part_of_the_question(endpoint: Endpoint, judge: Make) -> None:
    cache, other = MemoryCache(), schema()
    other["properties"]["terms"] |= {"title": "Terms", "description": "When it is paid"}
    for one in (schema(), other):
        evaluate(*records(2), one, judge=judge(cache=cache))
    assert len(cache) == 4
    (field,) = endpoint.requests[1].data["fields"]
    assert field["about"] == {"path": "terms", "title": "Terms", "description": "When it is paid"}


def test_what_is_sent_is_what_the_estimate_said(endpoint: Endpoint, judge: Make) -> None:
    gold, extracted = records(60)
    cache = MemoryCache()
    evaluate(gold[:10], extracted[:10], schema(), judge=judge(cache=cache))
    sent = len(endpoint.requests)
    asked = judge(cache=cache)
    estimate = asked.estimate(gather(gold, extracted, schema()))
    assert (estimate.fields, estimate.cached, estimate.to_ask, estimate.price) == (60, 10, 50, None)
    assert len(endpoint.requests) == sent
    run = evaluate(gold, extracted, schema(), judge=asked)
    assert run.judged is not None
    assert (run.judged.calls, run.judged.asked) == (estimate.batches, estimate.to_ask)
    assert len(endpoint.requests) == sent + estimate.batches


def test_as_many_requests_are_in_flight_as_configured(endpoint: Endpoint, judge: Make) -> None:
    endpoint.gate = threading.Barrier(4)  # none is answered before four are there
    run = evaluate(*records(40), schema(), judge=judge(concurrency=4, batch_items=5))
    assert run.total_batch_errors == 0
    assert endpoint.most_at_once == 4


def test_the_protocol_is_the_documented_one(endpoint: Endpoint, judge: Make) -> None:
    evaluate(*records(1), schema(), judge=judge(seed=7))
    (request,) = endpoint.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert set(request.body) == {"model", "messages", "response_format", "temperature", "seed"}
    assert (request.body["model"], request.body["temperature"], request.body["seed"]) == ("fake", 0.0, 7)
    form = request.body["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["properties"]["verdicts"]["items"]["properties"]["verdict"]["enum"] == ["different", "same"]


def test_graded_scales_give_the_score_of_the_chosen_step(endpoint: Endpoint, judge: Make) -> None:
    steps = {"same": 0.9, "nothing alike": 0.2, "partly": 0.5}
    run = evaluate(*records(2), schema(scale={"steps": steps}), judge=judge())
    assert [record.field_results[0].score for record in run.records] == [0.2, 0.9]
    assert endpoint.requests[0].data["scale"] == ["nothing alike", "partly", "same"]


def test_whoever_changes_the_prompt_gives_it_another_version() -> None:
    """Or verdicts on the former prompt would be taken for verdicts on this one. So with what else is hashed: a change
    of the key makes everybody pay again."""
    params = {"instructions": "i", "rubric": "r", "scale": ["no", "yes"]}
    item = BatchItem("a[0].b", "gold", "extracted", "gold", "extracted", params)
    ((key, ask),) = distinct_questions("m", [Question(item, "a[].b", "T", "D")], 1).asks.items()
    sent = hashlib.sha256(json.dumps(messages([ask])).encode()).hexdigest()
    assert (PROMPT_VERSION, sent[:16], key[:16]) == ("1", "799ef95dd96b95fb", "7540e8b7a7c90521")
