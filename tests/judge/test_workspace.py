"""An evaluation of the workspace is judged: by verdicts at hand, the stand-in, or by asking; runs say by whom."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson import EvaljsonError, InputError
from evaljson.judge import STAND_IN, Price
from evaljson.judge.judge import ONLY_CACHED
from evaljson.schema import parse_eval_schema
from evaljson.store import Conflict, Evaluation, Store
from evaljson.workspace.ask_judge import ask, estimates
from evaljson.workspace.judge_choice import (
    JudgeChoice,
    Limits,
    choice_of,
    choose,
    judge_of,
    judged_paths,
    prices_of,
    set_price,
)
from evaljson.workspace.scoring import current_runs, due, score_due
from evaljson.workspace.stored_runs import read_run
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint, always, error
from tests.judge.test_arrays import GOLD, RETOLD
from tests.judge.test_arrays import schema as arrays
from tests.judge.workspace import COUNT, chosen, evaluation, store
from tests.workspace.conftest import loaded

__all__ = ["evaluation", "store"]
DISTINCT = COUNT + 10
"""Pairs of both variants together."""


def silent(share: float, message: str) -> None:
    assert 0 <= share <= 1


def scored(store: Store, evaluation: Evaluation) -> dict[str, Any]:
    """Figures by variant name, once all that was due is scored."""
    score_due(store, evaluation.id, by="ann", tell=silent)
    now = store.evaluations.get(evaluation.id)
    runs = current_runs(store, now)
    return {variant.name: runs[variant.id].metrics for variant in now.variants}


def asked(store: Store, evaluation: Evaluation, **more: Any) -> dict[str, Any]:
    return ask(store, evaluation.id, KEY, Limits(**more), by="ann", tell=silent)


def test_nobody_is_asked_by_ordinary_scoring(store: Store, evaluation: Evaluation, endpoint: Endpoint) -> None:
    chosen(store, evaluation, endpoint)
    figures = scored(store, evaluation)
    assert not endpoint.requests
    assert (figures["A"]["total_batch_errors"], figures["A"]["not_judged"]) == (COUNT, COUNT)
    run = next(iter(current_runs(store, store.evaluations.get(evaluation.id)).values()))
    loaded = read_run(store, run)
    assert {one.reason for record in loaded.records for one in record.field_results if one.path == "terms"} == {
        ONLY_CACHED
    }


def test_asking_judges_all_variants_and_pays_for_a_shared_pair_once(
    store: Store, evaluation: Evaluation, endpoint: Endpoint
) -> None:
    chosen(store, evaluation, endpoint)
    total, each = estimates(store, evaluation.id, choice_of(store.evaluations.get(evaluation.id).settings))
    assert (total.to_ask, [(one.name, one.estimate.to_ask, one.alignment) for one in each]) == (
        DISTINCT, [("A", COUNT, 0), ("B", COUNT, 0)],
    )  # fmt: skip
    assert not endpoint.requests
    done = asked(store, evaluation)
    assert (len(done["runs"]), done["stopped"], done["usage"]["asked"]) == (2, None, DISTINCT)
    assert set(endpoint.answered.values()) == {1}
    assert due(store, store.evaluations.get(evaluation.id)) == []
    assert {one["total_batch_errors"] for one in scored(store, evaluation).values()} == {0}
    used = store.usage.all(evaluation=evaluation.id)
    assert {one.run for one in used} == set(done["runs"])
    assert sum(one.usage.asked for one in used) == DISTINCT == store.judgements.count()


def test_what_is_judged_already_is_not_asked_about_again(
    store: Store, evaluation: Evaluation, endpoint: Endpoint
) -> None:
    chosen(store, evaluation, endpoint)
    asked(store, evaluation)
    before = len(endpoint.requests)
    assert asked(store, evaluation) == {"runs": [], "stopped": None, "usage": None}
    total, each = estimates(store, evaluation.id, JudgeChoice("fake", endpoint.url))
    assert (total.to_ask, total.cached, [one.unjudged for one in each]) == (0, DISTINCT, [0, 0])
    assert len(endpoint.requests) == before


def test_a_budget_ends_it_and_asking_again_goes_on(store: Store, evaluation: Evaluation, endpoint: Endpoint) -> None:
    chosen(store, evaluation, endpoint)
    stopped = asked(store, evaluation, max_tokens=0)
    assert "budget" in stopped["stopped"]
    assert len(stopped["runs"]) == 1
    assert not endpoint.requests
    assert asked(store, evaluation)["stopped"] is None
    assert set(endpoint.answered.values()) == {1}


def test_only_the_variants_that_are_named_are_asked_about(
    store: Store, evaluation: Evaluation, endpoint: Endpoint
) -> None:
    now = chosen(store, evaluation, endpoint)
    done = asked(store, evaluation, variants=(now.variants[1].id,))
    assert [store.runs.get(run).variant for run in done["runs"]] == [now.variants[1].id]


def test_who_stops_it_keeps_what_arrived_and_what_it_took_is_noted(
    store: Store, evaluation: Evaluation, endpoint: Endpoint
) -> None:
    chosen(store, evaluation, endpoint)

    class Stop(Exception):
        pass

    def tell(share: float, message: str) -> None:
        if "questions" in message and f"{COUNT}" in message and not message.startswith("fake: 0 "):
            raise Stop("enough")

    with pytest.raises(Stop, match="enough"):
        ask(store, evaluation.id, KEY, Limits(concurrency=1), by="ann", tell=tell)
    kept = store.judgements.count()
    assert 0 < kept < DISTINCT
    assert sum(one.usage.asked for one in store.usage.all()) == kept
    asked(store, evaluation)
    assert set(endpoint.answered.values()) == {1}


def test_the_stand_in_needs_no_asking_and_says_what_it_is(store: Store, evaluation: Evaluation) -> None:
    choose(store, evaluation.id, evaluation.revision, JudgeChoice(None), by="ann")
    assert {one["total_batch_errors"] for one in scored(store, evaluation).values()} == {0}
    run = next(iter(current_runs(store, store.evaluations.get(evaluation.id)).values()))
    assert (run.signature["judge"]["model"], run.signature["judge"]["stand_in"]) == (STAND_IN, True)
    with pytest.raises(InputError, match="the offline stand-in asks nobody"):
        asked(store, evaluation)


def test_another_judge_makes_runs_due_and_the_former_one_brings_its_runs_back(
    store: Store, evaluation: Evaluation, endpoint: Endpoint
) -> None:
    def use(choice: JudgeChoice | None) -> Evaluation:
        now = store.evaluations.get(evaluation.id)
        return choose(store, now.id, now.revision, choice, by="ann")

    model = JudgeChoice("fake", endpoint.url)
    use(model)
    asked(store, evaluation)
    judged = current_runs(store, store.evaluations.get(evaluation.id))
    for choice in (JudgeChoice(None), JudgeChoice(None, threshold=0.5), replace(model, votes=3), None):
        assert len(due(store, use(choice))) == 2
        scored(store, evaluation)
        assert due(store, store.evaluations.get(evaluation.id)) == []
    again = use(model)
    assert current_runs(store, again) == judged
    assert due(store, again) == []


def test_a_judge_changes_nothing_where_no_field_is_for_one(store: Store, evaluation: Evaluation) -> None:
    plain = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, "terms": {"type": "string"}}}
    store.schemas.add(evaluation.id, evaluation.revision, plain, by="ann")
    scored(store, evaluation)
    now = store.evaluations.get(evaluation.id)
    assert due(store, choose(store, now.id, now.revision, JudgeChoice(None), by="ann")) == []
    assert judged_paths(parse_eval_schema(plain)) == []
    with pytest.raises(InputError, match="there is nothing to judge: no field"):
        estimates(store, evaluation.id, JudgeChoice("fake"))


def test_without_a_choice_nobody_is_asked(store: Store, evaluation: Evaluation) -> None:
    with pytest.raises(InputError, match="no judge configured: choose a model"):
        asked(store, evaluation)


def test_two_people_who_choose_at_once_are_told(store: Store, evaluation: Evaluation) -> None:
    choose(store, evaluation.id, evaluation.revision, JudgeChoice(None), by="ann")
    with pytest.raises(Conflict, match="changed"):
        choose(store, evaluation.id, evaluation.revision, JudgeChoice("m"), by="bob")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"model": " "}, "needs the name of a model"),
        ({"model": "m", "votes": 2}, "is an odd number"),
        ({"model": "m", "url": "http://me:pass@host/v1"}, "never in the URL"),
        ({"model": None, "threshold": 2}, "must be a number from 0 to 1"),
    ],
)
def test_a_choice_that_cannot_work_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        JudgeChoice(**wrong)
    assert "pass@" not in str(caught.value)


def test_a_price_is_what_people_say_until_they_take_it_back(store: Store) -> None:
    listed = prices_of(store)["gpt-4.1"]
    set_price(store, "gpt-4.1", Price(1, 2), by="ann")
    set_price(store, "mine", Price(3, 4), by="ann")
    assert (prices_of(store)["gpt-4.1"], prices_of(store)["mine"]) == (Price(1, 2), Price(3, 4))
    assert judge_of(JudgeChoice("mine"), KEY, store, Limits(max_cost=1)).price == Price(3, 4)
    set_price(store, "gpt-4.1", None, by="ann")
    assert prices_of(store)["gpt-4.1"] == listed
    with pytest.raises(InputError, match="the price of input"):
        set_price(store, "mine", Price(-1, 2), by="ann")


def test_the_key_stands_in_no_file_of_the_workspace(
    store: Store, evaluation: Evaluation, endpoint: Endpoint, tmp_path: Any
) -> None:
    endpoint.faults = [always(lambda request: error(401, f"Incorrect API key provided: {KEY}."))]
    chosen(store, evaluation, endpoint)
    assert "the endpoint answered 401" in asked(store, evaluation)["stopped"]
    store.export_to(tmp_path / "out.zip")
    store.close()
    assert [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()] == []
    assert any(b"401" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_an_error_of_somebody_elses_never_holds_the_key(
    store: Store, evaluation: Evaluation, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **more: Any) -> None:
        raise RuntimeError(f"could not connect with {KEY}")

    chosen(store, evaluation, endpoint)
    monkeypatch.setattr("evaljson.judge.judge.RequestPool", fail)
    with pytest.raises(EvaljsonError, match=r"A: could not connect with \[key\]") as caught:
        asked(store, evaluation)
    assert caught.value.__suppress_context__


def test_pairs_that_only_align_arrays_are_counted_apart(store: Store, endpoint: Endpoint) -> None:
    gold, extracted = ([{"id": "r", **one} for one in some] for some in (GOLD, RETOLD))
    own = {**arrays(alone=True, all_pairs=True), "x-eval-id": "id"}
    own["properties"] = {"id": {"type": "string"}, **own["properties"]}
    made = store.evaluations.create(
        "mine", by="ann", gold=loaded(gold, "g.json", "gold"), variants={"A": loaded(extracted, "a.json")}, schema=own
    )
    total, (one,) = estimates(store, made.id, JudgeChoice("fake", endpoint.url))
    assert (one.alignment, one.estimate.to_ask, total.to_ask) == (9, 9, 9)
    chosen(store, made, endpoint)
    assert scored(store, made)["A"]["not_judged"] > 0
    assert asked(store, made)["usage"]["asked"] == 9
    assert scored(store, made)["A"]["not_judged"] == 0
    assert set(endpoint.answered.values()) == {1}


def test_a_key_goes_to_no_endpoint_that_was_chosen_after_it_was_given(
    store: Store, evaluation: Evaluation, endpoint: Endpoint
) -> None:
    now = chosen(store, evaluation, endpoint)
    meant = JudgeChoice("fake", "http://127.0.0.1:9/v1")
    with pytest.raises(InputError, match="someone chose another judge meanwhile"):
        ask(store, now.id, KEY, Limits(), by="ann", tell=silent, meant=meant)
    assert not endpoint.requests


def test_the_key_of_the_environment_goes_to_the_endpoint_of_the_environment_alone(
    store: Store, evaluation: Evaluation, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may choose the URL of an evaluation could have the server's key sent to himself."""
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", KEY)
    for url, sent in ((None, False), (endpoint.url, True)):
        if url is not None:
            monkeypatch.setenv("EVALJSON_JUDGE_URL", url)
        before = len(endpoint.requests)
        assert judge_of(JudgeChoice("fake", endpoint.url), None).trial() is None
        assert (endpoint.requests[before].headers["authorization"] == f"Bearer {KEY}") is sent
