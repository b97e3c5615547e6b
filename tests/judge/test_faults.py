"""What goes wrong on the way: every item ends as a verdict or a named error, none is lost, none is counted twice."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.judge import Judge, MemoryCache
from tests.judge.endpoint import Endpoint, Request, Response, always, answered, completion, error, first, honest
from tests.judge.records import records, schema
from tests.judge.test_request_pool import Make, statuses

COUNT = 30
HONEST = ["mismatch" if number % 3 == 0 else "match" for number in range(COUNT)]


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that the client waits before it tries again; in fact it does not."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("openai._base_client.anyio.sleep", sleep)
    return waited


def said(text: str, **message: Any) -> Callable[[Request], Response]:
    return lambda request: Response(completion(text, **message))


def written(change: Callable[[list[dict[str, str]]], Any]) -> Callable[[Request], Response]:
    """An honest answer, changed on the way."""
    return lambda request: Response(completion(change(honest(request))))


def as_json(verdicts: list[dict[str, str]]) -> str:
    return json.dumps({"verdicts": verdicts})


def flipped(verdict: dict[str, str]) -> dict[str, str]:
    return verdict | {"verdict": "same" if verdict["verdict"] == "different" else "different"}


PASSING: dict[str, Callable[[Request], Response]] = {
    "429 with Retry-After": lambda request: error(429, "slow down", headers={"Retry-After": "7"}),
    "500": lambda request: error(500, "oops"),
    "503 with a page": lambda request: Response(b"<html>busy</html>", 503, {"Content-Type": "text/html"}),
    "408": lambda request: error(408, "too slow"),
    "dropped connection": lambda request: Response(completion("x" * 1000), hang_up=True),
    "body cut off": lambda request: Response(b'{"choices": [{"mess', 200),
    "a page instead of an answer": lambda request: Response(b"<html></html>", 200, {"Content-Type": "text/html"}),
    "no choices": lambda request: Response({"id": "x", "object": "chat.completion", "choices": []}),
    "no message": lambda request: Response({"choices": [{"index": 0}]}),
    "a list instead of an answer": lambda request: Response([1, 2]),
    "null": said(None),  # type: ignore[arg-type]
    "empty": said(""),
    "refusal": said(None, refusal="I cannot help with that"),  # type: ignore[arg-type]
    "content filter": said("", finish_reason="content_filter"),
    "prose": said("They all look the same to me."),
    "a verdict for nobody": said('{"verdicts": [{"id": "0", "reason": "", "verdict": "same"}]}'),
    "truncated": written(lambda found: as_json(found)[: len(as_json(found)) // 2]),
    "one left out": written(lambda found: as_json(found[:-1])),
    "one too many": written(lambda found: as_json([*found, {"id": "ffff", "reason": "", "verdict": "same"}])),
    "reordered": written(lambda found: as_json(found[::-1])),
    "prose around it": written(lambda found: f"Here you are: {as_json(found)} Anything else?"),
    "fenced": written(lambda found: f"```json\n{as_json(found)}\n```"),
    "a bare list": written(json.dumps),
    "one line each": written(lambda found: "\n".join(map(json.dumps, found))),
    "all twice": written(lambda found: as_json(found + found)),
    "all twice, and different": written(lambda found: as_json(found + [flipped(one) for one in found])),
    "in capitals": written(lambda found: as_json([one | {"verdict": one["verdict"].upper()} for one in found])),
    "off the scale": written(lambda found: as_json([one | {"verdict": "maybe"} for one in found])),
    "verdicts that are not texts": written(lambda found: json.dumps({"verdicts": [o | {"verdict": 1} for o in found]})),
    "ids that are not texts": written(lambda found: json.dumps({"verdicts": [o | {"id": [o["id"]]} for o in found]})),
    "no reasons": written(lambda found: json.dumps({"verdicts": [{**one, "reason": None} for one in found]})),
}


@pytest.mark.parametrize("name", PASSING)
def test_a_fault_that_passes_changes_no_verdict(name: str, endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [first(2, PASSING[name])]
    run = evaluate(*records(COUNT), schema(), judge=judge(concurrency=2, batch_items=10, retries=3))
    assert statuses(run) == HONEST
    assert run.judged is not None
    assert (run.judged.decided, run.judged.failed) == (COUNT, 0)


def test_retry_after_is_honoured(waits: list[float], endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [first(2, PASSING["429 with Retry-After"])]
    evaluate(*records(1), schema(), judge=judge(retries=2))
    assert waits == [7.0, 7.0]


def test_without_retry_after_each_wait_is_longer(waits: list[float], endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [first(3, PASSING["500"])]
    evaluate(*records(1), schema(), judge=judge(retries=3))
    assert waits == sorted(waits)
    assert len(waits) == 3


def refusing(*words: str) -> Callable[[Request], Response | None]:
    """An endpoint that does not know some of what requests may hold."""

    def refuse(request: Request) -> Response | None:
        for word in words:
            if word in json.dumps(request.body.get("response_format", {})) or word in request.body:
                return error(400, f"'{word}' is not supported", param=word, code="unsupported_parameter")
        return None

    return refuse


@pytest.mark.parametrize(
    ("refused", "form"),
    [
        (["json_schema"], {"type": "json_object"}),
        (["json_schema", "json_object"], None),
        (["response_format"], None),
        (["temperature", "seed"], "json_schema"),
        (["temperature", "json_schema", "seed"], {"type": "json_object"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_an_endpoint_does_not_know_is_left_out_from_then_on(
    refused: list[str], form: Any, endpoint: Endpoint, judge: Make
) -> None:
    endpoint.faults = [refusing(*refused)]
    run = evaluate(*records(COUNT), schema(), judge=judge(concurrency=1, batch_items=10))
    assert statuses(run) == HONEST
    last = endpoint.requests[-1].body
    found = last.get("response_format")
    assert (found["type"] if form == "json_schema" else found) == form
    assert not {"temperature", "seed"} & set(refused) & set(last)
    tried = len(endpoint.requests)
    assert tried <= 3 + 2 + len(refused)  # three batches, and at most one try for each thing it does not know


def poisoned(respond: Callable[[Request], Response]) -> Callable[[Request], Response | None]:
    return lambda r: respond(r) if any("Net 7 " in item["gold"] for item in r.items) else None


@pytest.mark.parametrize(
    ("respond", "reason"),
    [
        (said(None, refusal="no"), "the model refused to judge it, asked 3 times"),  # type: ignore[arg-type]
        (said("", finish_reason="length"), "the model's answer was cut off, asked 3 times"),
        (lambda r: error(400, "policy", code="content_filter"), "the endpoint answered 400: policy"),
        (lambda r: error(413, "too large"), "the endpoint answered 413: too large"),
        (
            lambda r: answered([o for o, i in zip(honest(r), r.items, strict=True) if "Net 7 " not in i["gold"]]),
            "the model gave no verdict, asked 3 times",
        ),
    ],
    ids=["refusal", "cut off", "filter", "too large", "left out"],
)
def test_an_item_that_cannot_be_judged_fails_alone(
    respond: Callable[[Request], Response], reason: str, endpoint: Endpoint, judge: Make
) -> None:
    endpoint.faults = [poisoned(respond)]
    run = evaluate(*records(COUNT), schema(), judge=judge())
    assert statuses(run) == [*HONEST[:7], "batch_error", *HONEST[8:]]
    assert run.records[7].field_results[0].reason == reason
    assert run.total_batch_errors == 1


@pytest.mark.parametrize(
    ("respond", "reason"),
    [
        (PASSING["500"], "the endpoint answered 500, tried 3 times: oops"),
        (PASSING["429 with Retry-After"], "the endpoint answered 429, tried 3 times: slow down"),
        (PASSING["dropped connection"], "the endpoint cannot be reached or hung up, tried 3 times"),
        (lambda request: error(401, "who are you"), "the endpoint answered 401: who are you"),
        (lambda request: error(404, "no such model"), "the endpoint answered 404: no such model"),
        (
            lambda request: error(429, "pay first", code="insufficient_quota"),
            "the endpoint answered 429, tried 3 times: pay first",
        ),
        (lambda request: error(400, "never"), "the endpoint answered 400: never"),
    ],
    ids=["500", "429", "dropped", "401", "404", "quota", "400"],
)
def test_an_endpoint_that_never_answers_leaves_a_named_error_at_every_item(
    respond: Callable[[Request], Response], reason: str, endpoint: Endpoint, judge: Make
) -> None:
    endpoint.faults = [always(respond)]
    run = evaluate(*records(COUNT), schema(), judge=judge(retries=2, batch_items=10))
    assert statuses(run) == ["batch_error"] * COUNT
    assert all((record.field_results[0].reason or "").endswith(reason) for record in run.records)
    assert run.judged is not None
    assert (run.judged.failed, run.judged.tokens_in) == (COUNT, 0)


@pytest.mark.parametrize("status", [401, 403, 404])
def test_nothing_more_is_sent_where_nothing_can_work(status: int, endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [always(lambda request: error(status, "no"))]
    evaluate(*records(COUNT), schema(), judge=judge(concurrency=2, batch_items=1))
    assert len(endpoint.requests) <= 2


def test_an_endpoint_that_talks_nonsense_is_given_up_soon(endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [always(PASSING["prose"])]
    run = evaluate(*records(500), schema(), judge=judge(concurrency=2, batch_items=5))
    assert run.total_batch_errors == 500
    assert len(endpoint.requests) <= 2 + 5 + 2
    assert run.judged is not None
    assert run.judged.stopped is not None
    assert run.judged.stopped.startswith("given up after 7 requests in a row without a verdict")


def test_an_answer_that_takes_too_long_is_a_named_error(endpoint: Endpoint, judge: Make) -> None:
    endpoint.held = threading.Event()
    run = evaluate(*records(3), schema(), judge=judge(timeout=0.05, retries=1))
    reasons = {record.field_results[0].reason for record in run.records}
    assert reasons == {"no answer within 0.05 s, tried 2 times"}


def test_nobody_at_the_address_is_a_named_error(judge: Make) -> None:
    run = evaluate(*records(3), schema(), judge=judge(base_url="http://127.0.0.1:9/v1"))
    reasons = {record.field_results[0].reason for record in run.records}
    assert reasons == {"the endpoint cannot be reached or hung up, tried once"}


def test_only_what_failed_is_asked_again(endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()
    endpoint.faults = [poisoned(PASSING["500"])]
    asked: Judge = judge(cache=cache, batch_items=10)
    before = evaluate(*records(COUNT), schema(), judge=asked)
    assert before.total_batch_errors == 10
    endpoint.faults = []
    endpoint.requests.clear()
    after = evaluate(*records(COUNT), schema(), judge=asked)
    assert statuses(after) == HONEST
    assert sum(len(request.items) for request in endpoint.requests) == 10
    assert set(endpoint.answered.values()) == {1}
