"""The key goes to the endpoint and nowhere else."""

import copy
import json
import logging
import pickle
import traceback
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from evaljson import InputError, evaluate
from evaljson.judge import Judge, MemoryCache
from evaljson.report.export.results_table import to_csv
from evaljson.results.saved.run import save_run
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint, Request, Response, completion, error, honest
from tests.judge.records import records, schema
from tests.judge.test_request_pool import Make


def _escaped(reason: str, request: Request) -> str:
    """JSON may write a text in many ways; what is read from it is the same."""
    written = json.dumps({"verdicts": [one | {"reason": "KEY"} for one in honest(request)]})
    return written.replace('"KEY"', '"' + "".join(f"\\u{ord(one):04x}" for one in reason) + '"')


ECHOES: dict[str, Callable[[Request], Response | None]] = {
    "in an error": lambda request: error(401, f"Incorrect API key provided: {KEY}."),
    "in a server error": lambda request: error(500, f"upstream refused {KEY}"),
    "quoted in an error": lambda request: error(403, f"/v1?key={quote(KEY, safe='')}"),
    "in a page": lambda request: Response(f"<html>{KEY}</html>".encode(), 502, {"Content-Type": "text/html"}),
    "in a reason": lambda request: Response(
        completion(json.dumps({"verdicts": [one | {"reason": f"your key is {KEY}"} for one in honest(request)]}))
    ),
    "escaped in a reason": lambda request: Response(completion(_escaped(f"your key is {KEY}", request))),
    "at the end of a long reason": lambda request: Response(
        completion(json.dumps({"verdicts": [one | {"reason": "a" * 290 + KEY} for one in honest(request)]}))
    ),
    "as a verdict": lambda request: Response(
        completion(json.dumps({"verdicts": [one | {"verdict": KEY} for one in honest(request)]}))
    ),
    "in a refusal": lambda request: Response(completion(None, refusal=f"I will not use {KEY}")),
    "not at all": lambda request: None,
}


def everything(value: Any) -> str:
    return "".join(f"{value!r}{value}" for value in [value])


@pytest.mark.parametrize("name", ECHOES)
def test_a_key_that_is_echoed_stands_nowhere(
    name: str, endpoint: Endpoint, judge: Make, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    endpoint.faults = [ECHOES[name]]
    gold, extracted = records(5)
    cache = MemoryCache()
    asked = judge(cache=cache)
    run = evaluate(gold, extracted, schema(), judge=asked)
    seen = [
        everything(run), everything(run.judged), everything(list(run.records)), json.dumps(dict(run.signature)),
        str(save_run(run)), str(to_csv(run)), run.to_frame().to_json(), str(run.problems),
        str(cache._verdicts), everything(asked), caplog.text, str([record.args for record in caplog.records]),
    ]  # fmt: skip
    for form in (KEY, quote(KEY, safe=""), KEY[:9]):
        assert not [text for text in seen if form in text]
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_judge_is_never_written(judge: Make) -> None:
    asked = judge(api_key=KEY)
    for text in (repr(asked), str(asked), str(vars(asked)), f"{asked.api_key!r}{asked.api_key}"):
        assert KEY not in text
    for write in (pickle.dumps, json.dumps):
        with pytest.raises(TypeError, match=r"pickle|serializable|never written") as refused:
            write(asked)  # type: ignore[operator]
        assert KEY not in str(refused.value)
    with pytest.raises(TypeError, match="a key is never written anywhere"):
        pickle.dumps(asked.api_key)
    assert copy.copy(asked.api_key) is asked.api_key


@pytest.mark.parametrize(
    "url",
    [f"https://user:{KEY}@host/v1", f"https://host/v1?api-key={KEY}", f"https://host/v1#{KEY}", f"https://{KEY}@host"],
)
def test_a_key_in_the_url_is_refused_and_not_repeated(url: str, judge: Make) -> None:
    with pytest.raises(InputError, match="never in the URL") as refused:
        judge(base_url=url)
    assert KEY not in str(refused.value)
    assert KEY not in "".join(traceback.format_exception(refused.value))


@pytest.mark.parametrize("url", [KEY, f"http:/{KEY}", f"https:// {KEY}", f"http://localhost:{KEY}"])
def test_a_key_pasted_for_a_url_is_not_repeated(url: str, judge: Make) -> None:
    with pytest.raises(InputError, match="is not valid") as refused:
        judge(base_url=url)
    assert KEY not in str(refused.value)


@pytest.mark.parametrize("key", ["sk-\n1", "sk-é", "sk\u200b-1"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_repeated(key: str, judge: Make) -> None:
    with pytest.raises(InputError, match="characters that no key has") as refused:
        judge(api_key=key)
    assert key not in str(refused.value)


def test_a_short_answer_of_the_endpoint_is_on_one_line_and_cut_off(endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [lambda request: error(401, "no\n" * 1000)]
    run = evaluate(*records(1), schema(), judge=judge())
    reason = run.records[0].field_results[0].reason or ""
    assert "\n" not in reason
    assert len(reason) < 400


def test_an_endpoint_without_a_key_has_nothing_to_hide(endpoint: Endpoint) -> None:
    run = evaluate(*records(1), schema(), judge=Judge("fake", endpoint.url))
    assert run.records[0].field_results[0].reason == "different: compared (fake)"


@pytest.mark.parametrize("key", ["x", "e", "1", "same", "verdict", "ollama"])
def test_a_word_that_stands_for_a_key_spoils_no_answer(key: str, endpoint: Endpoint, judge: Make) -> None:
    """Endpoints that want no key are given any word for one."""
    run = evaluate(*records(6), schema(), judge=judge(api_key=key))
    assert run.total_batch_errors == 0
    assert run.total_matches == 4
