"""The judge's key of the server has daily limits that all people, processes and restarts share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.judge import Judge
from evaljson.judge.ledger import OverAllowanceError, Spent
from evaljson.store import KeyUse, Store, open_store
from evaljson.workspace import key_allowance
from evaljson.workspace.key_allowance import KeyAllowance, today
from tests.judge.endpoint import Endpoint, error
from tests.judge.records import records, schema

MODEL = "gpt-4.1-mini"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path) as opened:
        yield opened


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running


def asked(store: Store, endpoint: Endpoint, **settings: Any) -> Any:
    settings = {"retries": 0, "batch_items": 5, "concurrency": 1, **settings}
    judge = Judge(MODEL, endpoint.url, "sk-of-the-server", allowance=KeyAllowance(store, MODEL), **settings)
    return evaluate(*records(20), schema(), judge=judge)


def test_what_requests_took_is_counted_and_not_what_was_expected(store: Store, endpoint: Endpoint) -> None:
    assert asked(store, endpoint).total_batch_errors == 0
    price = 4 * (100 * 0.40 + 20 * 1.60) / 1_000_000
    taken = store.key_spending.of(today())
    assert (taken.calls, taken.tokens_in, taken.tokens_out) == (4, 400, 80)
    assert taken.price == pytest.approx(price)


@pytest.mark.parametrize(
    ("setting", "most", "sentence"),
    [
        ("EVALJSON_MAX_JUDGE_REQUESTS", "2", "has had its 2 requests for today (UTC)"),
        ("EVALJSON_MAX_JUDGE_TOKENS", "1000", "has used its 1,000 tokens for today (UTC)"),
    ],
)
def test_beyond_a_limit_nothing_is_sent_and_the_reason_says_what_to_do(
    store: Store, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, setting: str, most: str, sentence: str
) -> None:
    monkeypatch.setenv(setting, most)
    run = asked(store, endpoint)
    assert 1 <= len(endpoint.requests) <= 2
    assert run.judged.stopped == (
        f"the judge key of this server {sentence}: go on tomorrow, enter a key of your own, or have the operator raise "
        f"{setting}"
    )
    sent = len(endpoint.requests)
    assert asked(store, endpoint).judged.calls == 0
    assert len(endpoint.requests) == sent


def test_a_limit_holds_after_a_restart_and_ends_with_the_day(
    tmp_path: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_JUDGE_REQUESTS", "4")
    with open_store(folder=tmp_path) as store:
        assert asked(store, endpoint).total_batch_errors == 0
    with open_store(folder=tmp_path) as store:
        assert asked(store, endpoint).total_batch_errors == 20
        monkeypatch.setattr(key_allowance, "today", lambda: "2999-01-01")
        assert asked(store, endpoint).total_batch_errors == 0


def test_several_requests_at_once_do_not_exceed_a_limit(
    store: Store, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_JUDGE_REQUESTS", "3")
    asked(store, endpoint, concurrency=8, batch_items=1)
    assert len(endpoint.requests) == 3


def test_a_request_that_fails_counts_as_a_request_without_tokens(store: Store, endpoint: Endpoint) -> None:
    endpoint.faults = [lambda request: error(401, "no")]
    asked(store, endpoint)
    assert store.key_spending.of(today()) == KeyUse(1, 0, 0, 0.0)


def test_what_was_in_flight_when_a_process_died_stays_counted(store: Store) -> None:
    KeyAllowance(store, MODEL).reserve(Spent(1, 1000, 100))
    taken = store.key_spending.of(today())
    assert (taken.calls, taken.tokens) == (1, 1100)


@pytest.mark.parametrize("model", ["gpt-4o", "a-name-without-a-price"])
def test_a_model_without_a_price_is_not_free(store: Store, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALJSON_MAX_JUDGE_DOLLARS", "1")
    with pytest.raises(OverAllowanceError, match="has spent its 1 US dollar for today"):
        KeyAllowance(store, model).reserve(Spent(1, 500_000, 0))


def test_prices_that_people_set_do_not_stretch_the_limit(store: Store) -> None:
    store.settings.set("workspace", "judge.prices", {MODEL: [0, 0]}, by="a visitor")
    KeyAllowance(store, MODEL).reserve(Spent(1, 1_000_000, 0))
    assert store.key_spending.of(today()).price == pytest.approx(0.40)
