"""Budgets, progress, cancelling, going on, votes."""

import threading
from typing import Any

import pytest

from evaljson import InputError, evaluate, register
from evaljson.comparators import registry
from evaljson.judge import (
    CostEstimate,
    Judge,
    JudgeProgress,
    JudgeVerdict,
    MemoryCache,
    OfflineJudge,
    Price,
    gather,
    questions_of,
)
from evaljson.results.saved.run import load_run, save_run
from evaljson.scoring.progress import watching
from tests.judge.endpoint import Endpoint, Request, Response, answered, error, honest
from tests.judge.records import records, schema
from tests.judge.test_request_pool import Make, statuses

COUNT = 60
CHEAP = {"fake": Price(1.0, 10.0)}


def reasons(run: Any) -> set[str | None]:
    return {result.reason for record in run.records for result in record.field_results}


def expected_of(estimate: CostEstimate) -> int:
    """Tokens of a request."""
    return -(-(estimate.tokens_in + estimate.tokens_out) // estimate.batches)


def test_a_budget_stops_the_run_and_what_is_done_is_kept(endpoint: Endpoint, judge: Make) -> None:
    cache, used = MemoryCache(), (1_000, 100)
    one = expected_of(judge(batch_items=10).estimate(gather(*records(COUNT), schema())))
    endpoint.tokens = used
    most = 2 * sum(used) + one + 50  # a third request still fits in, a fourth does not
    poor = judge(cache=cache, concurrency=1, batch_items=10, max_tokens=most)
    run = evaluate(*records(COUNT), schema(), judge=poor)
    assert run.judged is not None
    assert (run.judged.decided, run.judged.failed, run.judged.calls) == (30, 30, 3)
    assert (run.judged.tokens_in, run.judged.tokens_out) == (3_000, 300)
    assert f"the judge's budget of {most:,} tokens is used up" in (run.judged.stopped or "")
    assert len(cache) == 30
    whole = evaluate(*records(COUNT), schema(), judge=judge(cache=cache))
    assert whole.total_batch_errors == 0
    assert set(endpoint.answered.values()) == {1}


def test_a_budget_counts_what_requests_took_and_not_what_was_expected(endpoint: Endpoint, judge: Make) -> None:
    """Where all that is expected at once goes beyond it, requests wait for each other instead of being given up."""
    endpoint.tokens = (10, 1)
    estimate = judge(batch_items=10).estimate(gather(*records(COUNT), schema()))
    asked = judge(concurrency=8, batch_items=10, max_tokens=2 * expected_of(estimate))
    run = evaluate(*records(COUNT), schema(), judge=asked)
    assert run.total_batch_errors == 0


def test_a_request_that_is_too_large_holds_no_budget_against_its_own_parts(endpoint: Endpoint, judge: Make) -> None:
    endpoint.tokens = (10, 1)
    endpoint.faults = [lambda request: error(413, "too large") if len(request.items) > 5 else None]
    whole = judge(batch_items=20)
    estimate = whole.estimate(gather(*records(20), schema()))
    run = evaluate(*records(20), schema(), judge=judge(batch_items=20, max_tokens=expected_of(estimate) + 10))
    assert run.total_batch_errors == 0


def test_a_budget_in_money_covers_all_runs_of_a_judge(endpoint: Endpoint, judge: Make) -> None:
    endpoint.tokens = (1_000_000, 100_000)
    asked = judge(prices=CHEAP, max_cost=2.01)
    gold, extracted = records(40)
    runs = [evaluate(gold[i : i + 10], extracted[i : i + 10], schema(), judge=asked) for i in (0, 10, 20)]
    assert [run.judged and run.judged.price for run in runs] == [2.0, 0.0 + 2.0, 0.0]
    assert [run.total_batch_errors for run in runs] == [0, 0, 10]


def test_nothing_is_sent_under_a_budget_of_nothing(endpoint: Endpoint, judge: Make) -> None:
    run = evaluate(*records(5), schema(), judge=judge(prices=CHEAP, max_cost=0))
    assert (run.total_batch_errors, endpoint.requests) == (5, [])
    assert reasons(run) == {
        "the judge's budget of $0 is used up: raise it and score again; what is done is kept"
    }  # fmt: skip


def test_progress_ends_with_all_of_it(endpoint: Endpoint, judge: Make) -> None:
    told: list[JudgeProgress] = []
    threads = set()

    def tell(progress: JudgeProgress) -> None:
        told.append(progress)
        threads.add(threading.current_thread())

    evaluate(*records(COUNT), schema(), judge=judge(progress=tell, batch_items=10, prices=CHEAP))
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert (told[-1].done, told[-1].of, told[-1].spent.calls) == (COUNT, COUNT, 6)
    assert told[-1].price == pytest.approx(6 * 300 / 1e6)
    assert threads == {threading.current_thread()}


def test_cancelling_keeps_what_is_done_and_going_on_asks_for_the_rest(endpoint: Endpoint, judge: Make) -> None:
    cache, cancel = MemoryCache(), threading.Event()

    def stop(progress: JudgeProgress) -> None:
        if progress.done:
            cancel.set()

    asked = judge(cache=cache, cancel=cancel, progress=stop, concurrency=1, batch_items=2)
    run = evaluate(*records(COUNT), schema(), judge=asked)
    assert run.judged is not None
    assert 0 < run.judged.decided < COUNT
    assert run.judged.decided + run.judged.failed == COUNT
    assert "cancelled before it was judged: score again to go on; what is done is kept" in reasons(run)
    evaluate(*records(COUNT), schema(), judge=judge(cache=cache))
    assert set(endpoint.answered.values()) == {1}
    assert len(endpoint.answered) == COUNT


class StoppedError(Exception):
    """What a watcher raises."""


def test_a_watcher_can_end_it_and_no_verdict_that_arrived_is_lost(endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()

    def tell(share: float) -> None:
        if share > 0.5:
            raise StoppedError("enough")

    with watching(tell), pytest.raises(StoppedError, match="enough"):
        evaluate(*records(COUNT), schema(), judge=judge(cache=cache, concurrency=2, batch_items=2))
    assert len(cache) == sum(endpoint.answered.values())
    evaluate(*records(COUNT), schema(), judge=judge(cache=cache))
    assert set(endpoint.answered.values()) == {1}


def test_nobody_is_left_working_after_a_run(endpoint: Endpoint, judge: Make) -> None:
    evaluate(*records(COUNT), schema(), judge=judge())
    assert not [thread for thread in threading.enumerate() if thread.name == "evaljson judge"]


def voting(*score: str) -> Any:
    """Each vote, by its seed, says the same of everything."""

    def vote(request: Request) -> Response:
        verdict = score[request.body["seed"]]
        return answered([one | {"verdict": verdict, "reason": "because"} for one in honest(request)])

    return vote


@pytest.mark.parametrize(
    ("votes", "score", "said"),
    [
        (("same", "same", "same"), 1.0, "all 3 votes agree. same: because (fake)"),
        (("same", "different", "same"), 1.0, "votes differ: 2 same, 1 different. same: because (fake)"),
        (("different", "same", "different"), 0.0, "votes differ: 2 different, 1 same. different: because (fake)"),
    ],
)
def test_the_majority_decides_and_disagreement_is_said(
    votes: tuple[str, ...], score: float, said: str, endpoint: Endpoint, judge: Make
) -> None:
    endpoint.faults = [voting(*votes)]
    run = evaluate(*records(4), schema(), judge=judge(votes=3))
    assert {(one.score, one.reason) for record in run.records for one in record.field_results} == {(score, said)}
    assert run.judged is not None
    assert (run.judged.distinct, run.judged.fields, run.judged.decided) == (12, 4, 4)


def test_of_three_steps_the_middle_one_decides(endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [voting("no", "yes", "partly")]
    run = evaluate(*records(1), schema(scale=["no", "partly", "yes"]), judge=judge(votes=3))
    assert run.records[0].field_results[0].score == 0.5


def test_a_vote_that_fails_leaves_the_item_open_and_only_it_is_asked_again(endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()
    endpoint.faults = [lambda r: Response({}, 500) if r.body["seed"] == 1 else None]
    run = evaluate(*records(4), schema(), judge=judge(votes=3, cache=cache))
    assert reasons(run) == {"vote 2 of 3: the endpoint answered 500, tried once"}
    endpoint.faults = []
    endpoint.requests.clear()
    assert evaluate(*records(4), schema(), judge=judge(votes=3, cache=cache)).total_batch_errors == 0
    assert {request.body["seed"] for request in endpoint.requests} == {1}


def test_only_verdicts_at_hand_are_looked_up_where_nobody_is_to_be_asked(endpoint: Endpoint, judge: Make) -> None:
    cache = MemoryCache()
    gold, extracted = records(20)
    evaluate(gold[:10], extracted[:10], schema(), judge=judge(cache=cache))
    sent = len(endpoint.requests)
    run = evaluate(gold, extracted, schema(), judge=Judge("fake", cache=cache, only_cached=True))
    assert len(endpoint.requests) == sent
    assert (run.total_matches + run.total_mismatches, run.total_batch_errors) == (10, 10)
    assert "not judged yet: no judge was asked, only stored verdicts were used" in reasons(run)


def test_a_cache_that_fails_ends_the_scoring_with_its_own_error(judge: Make) -> None:
    class Full(MemoryCache):
        def write(self, verdicts: Any) -> None:
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        evaluate(*records(5), schema(), judge=judge(cache=Full()))


def test_verdicts_of_a_cache_that_was_filled_elsewhere_are_believed(judge: Make, endpoint: Endpoint) -> None:
    class Opinionated(MemoryCache):
        def read(self, keys: Any) -> dict[str, JudgeVerdict]:
            return {key: JudgeVerdict(1.0, "known", "fake") for key in keys}

    run = evaluate(*records(5), schema(), judge=judge(cache=Opinionated()))
    assert (run.total_matches, endpoint.requests) == (5, [])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"model": ""}, "needs the name of a model"),
        ({"votes": 2}, "odd number"),
        ({"votes": True}, "votes of a judge must be a whole number of at least 1, not True"),
        ({"concurrency": 0}, "concurrency of a judge must be a whole number of at least 1"),
        ({"timeout": float("nan")}, "timeout of a judge"),
        ({"max_cost": 1.0}, "needs the price of 'fake'"),
        ({"max_tokens": -1}, "max_tokens of a judge"),
        ({"base_url": "localhost:8000"}, "is not valid: write it like http://localhost:8000/v1"),
        ({"base_url": "http://[::1"}, "is not valid"),
        ({"base_url": "ftp://x/v1"}, "is not valid"),
    ],
)
def test_settings_that_cannot_work_are_refused_at_once(settings: dict[str, Any], message: str, judge: Make) -> None:
    with pytest.raises(InputError, match=message):
        judge(**settings)


def test_without_a_key_openai_itself_is_not_asked() -> None:
    with pytest.raises(InputError, match=r"set EVALJSON_JUDGE_API_KEY .* or choose the offline stand-in"):
        Judge("gpt-4.1-mini")


def test_an_endpoint_of_ones_own_needs_no_key(endpoint: Endpoint) -> None:
    run = evaluate(*records(3), schema(), judge=Judge("fake", endpoint.url))
    assert run.total_batch_errors == 0


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint) -> None:
    assert Judge.from_environment() is None
    monkeypatch.setenv("EVALJSON_JUDGE_MODEL", "fake")
    monkeypatch.setenv("EVALJSON_JUDGE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-environment")
    asked = Judge.from_environment(votes=3)
    assert asked is not None
    assert (asked.model, asked.votes) == ("fake", 3)
    evaluate(*records(3), schema(), judge=asked)
    assert endpoint.requests[0].headers["authorization"] == "Bearer sk-from-environment"


def test_the_stand_in_says_everywhere_that_it_is_one() -> None:
    gold = [{"terms": "net 30 days"}, {"terms": "net 30 days"}, {"terms": "prepaid"}]
    extracted = [{"terms": "days 30 net"}, {"terms": "prepaid"}, {"terms": "prepaid"}]
    run = evaluate(gold, extracted, schema(), judge=OfflineJudge(0.9))
    assert statuses(run) == ["match", "mismatch", "match"]
    assert run.judged is not None
    assert (run.judged.model, run.judged.stand_in, run.judged.equal) == ("offline stand-in", True, 1)
    reason = run.records[0].field_results[0].reason
    assert reason == "offline stand-in, no language model: token set similarity 1.000, threshold 0.9"
    assert run.signature["judge"] == {
        "model": "offline stand-in", "method": "token_set", "threshold": 0.9, "stand_in": True,
    }  # fmt: skip


def test_what_a_judge_was_asked_outlives_saving(endpoint: Endpoint, judge: Make) -> None:
    gold, extracted = records(9)
    run = evaluate(gold, extracted, schema(), judge=judge())
    read = load_run(save_run(run), gold, extracted, schema())
    assert read.judged == run.judged
    assert read.signature == run.signature


def test_a_run_at_hand_knows_what_a_judge_would_be_asked() -> None:
    gold, extracted = records(9)
    run = evaluate(gold, extracted, schema())
    gathered = gather(gold, extracted, schema())
    assert [one.item.gold_compared for one in questions_of(run, schema())] == [one["terms"] for one in gold]
    offline = [OfflineJudge().decide(some).usage.verdicts for some in (questions_of(run, schema()), gathered)]
    assert offline[0] == offline[1]


def test_gathering_says_nothing_and_without_a_judge_the_way_out_is_named(caplog: pytest.LogCaptureFixture) -> None:
    gather(*records(3), schema())
    assert not caplog.records
    run = evaluate(*records(3), schema())
    assert run.total_batch_errors == 3
    assert run.judged is None
    assert "set EVALJSON_JUDGE_MODEL" in (run.records[0].field_results[0].reason or "")
    assert "or choose the offline stand-in" in (run.records[0].field_results[0].reason or "")


def test_gathering_calls_no_other_comparator_that_may_cost_something(monkeypatch: pytest.MonkeyPatch) -> None:
    called = []

    def costly(items: list[Any]) -> list[Any]:
        called.append(len(items))
        return [0.0 for _ in items]

    costly.is_batch = True  # type: ignore[attr-defined]
    monkeypatch.setattr(registry, "_user", {})
    register("costly", costly)
    own = schema()
    own["properties"]["note"] = {"type": "string", "x-eval-compare": "costly"}
    gold, extracted = ([{**one, "note": str(place)} for one in side] for place, side in enumerate(records(3)))
    assert (len(gather(gold, extracted, own)), called) == (3, [])


def test_fields_of_several_document_types_are_asked_about_as_their_own_type_says() -> None:
    def typed(**semantic: Any) -> dict[str, Any]:
        own = schema(**semantic)
        return own | {"properties": {"kind": {"type": "string"}, **own["properties"]}}

    kinds = {name: typed(instructions=f"as a {name}") for name in ("letter", "bill")}
    whole = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": kinds}
    gold = [{"kind": name, "terms": "a"} for name in ("bill", "letter")]
    extracted = [{"kind": name, "terms": "b"} for name in ("bill", "letter")]
    found = questions_of(evaluate(gold, extracted, whole), whole)
    assert [one.item.params["instructions"] for one in found] == ["as a bill", "as a letter"]


def test_a_connection_can_be_tried_whatever_is_cached(endpoint: Endpoint, judge: Make) -> None:
    asked = judge()
    assert (asked.trial(), asked.trial(), len(endpoint.requests)) == (None, None, 2)
    endpoint.faults = [lambda request: Response({"error": {"message": "who are you"}}, 401)]
    assert asked.trial() == "the endpoint answered 401: who are you"
    assert asked.spent.calls == 0
