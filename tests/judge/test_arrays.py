"""Fields for a judge inside of arrays that are paired by the best total score."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.judge import Judge, OfflineJudge, gather
from tests.judge.endpoint import Endpoint, error
from tests.judge.test_request_pool import Make


def schema(alone: bool = False, **semantic: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"text": {"type": "string", "x-eval-compare": {"semantic": semantic}}}
    if not alone:
        fields["price"] = {"type": "number"}
    items = {
        "type": "array",
        "x-eval-align": {"match_by": "hungarian"},
        "items": {"type": "object", "properties": fields},
    }
    return {"type": "object", "properties": {"items": items}}


def lines(*texts: str, prices: bool = True) -> list[dict[str, Any]]:
    return [{"items": [{"text": text, **({"price": i} if prices else {})} for i, text in enumerate(texts)]}]


GOLD = lines("Screws M4", "Nails", "Bolts")
SHUFFLED = [{"items": GOLD[0]["items"][::-1]}]
RETOLD = [{"items": [{**line, "text": line["text"].upper()} for line in SHUFFLED[0]["items"]]}]


def pairs_sent(endpoint: Endpoint) -> list[tuple[str, str]]:
    return [(item["gold"], item["extracted"]) for request in endpoint.requests for item in request.items]


def test_other_fields_pair_the_elements_and_only_chosen_pairs_are_judged(endpoint: Endpoint, judge: Make) -> None:
    run = evaluate(GOLD, RETOLD, schema(), judge=judge())
    assert sorted(pairs_sent(endpoint)) == sorted((one["text"], one["text"].upper()) for one in GOLD[0]["items"])
    assert run.mean_f1 == 1.0


def test_all_pairs_are_judged_where_the_schema_says_so(endpoint: Endpoint, judge: Make) -> None:
    gold, extracted = lines("Screws", "Nails", prices=False), lines("NAILS", "SCREWS", prices=False)
    run = evaluate(gold, extracted, schema(alone=True, all_pairs=True), judge=judge())
    assert len(pairs_sent(endpoint)) == 4
    assert run.mean_f1 == 1.0
    assert not run.problems
    assert run.judged is not None
    assert (run.judged.fields, run.judged.asked, run.judged.cached) == (4 + 2, 4, 2)


def test_only_fields_with_all_pairs_have_all_their_pairs_judged(endpoint: Endpoint, judge: Make) -> None:
    settings = schema(all_pairs=True)
    settings["properties"]["items"]["items"]["properties"]["note"] = {"type": "string", "x-eval-compare": "semantic"}
    gold = [{"items": [{"text": "Screws", "note": "n1"}, {"text": "Nails", "note": "n2"}]}]
    extracted = [{"items": [{"text": "NAILS", "note": "N2"}, {"text": "SCREWS", "note": "N1"}]}]
    evaluate(gold, extracted, settings, judge=judge())
    asked = pairs_sent(endpoint)
    assert len([pair for pair in asked if pair[0] in ("Screws", "Nails")]) == 4
    assert sorted(pair for pair in asked if pair[0] in ("n1", "n2")) == [("n1", "N1"), ("n2", "N2")]


def test_the_estimate_holds_all_pairs_only_where_they_are_asked_about(judge: Make) -> None:
    chosen, every = (judge().estimate(gather(GOLD, RETOLD, schema(all_pairs=wanted))) for wanted in (False, True))
    assert (chosen.to_ask, every.to_ask) == (3, 9)


def test_elements_of_nothing_but_judged_fields_are_paired_by_their_texts_and_the_run_says_so(judge: Make) -> None:
    gold, extracted = lines("Screws", "Nails", prices=False), lines("nails", "Screws m4", prices=False)
    run = evaluate(gold, extracted, schema(alone=True), judge=judge())
    assert [problem.kind for problem in run.problems] == ["alignment"]


@pytest.mark.parametrize("judged", [None, OfflineJudge()], ids=["nobody", "stand-in"])
def test_all_pairs_need_no_language_model_to_be_scored(judged: Any) -> None:
    run = evaluate(GOLD, SHUFFLED, schema(all_pairs=True), judge=judged)
    assert run.mean_f1 == 1.0


def test_a_judge_that_fails_leaves_the_alignment_to_the_other_fields(endpoint: Endpoint, judge: Make) -> None:
    endpoint.faults = [lambda request: error(500, "down")]
    asked: Judge = judge()
    run = evaluate(GOLD, RETOLD, schema(all_pairs=True), judge=asked)
    found = [(one.path, one.status) for one in run.records[0].field_results]
    assert found == [
        (f"items[{place}].{name}", "batch_error" if name == "text" else "match")
        for place in range(3)
        for name in ("text", "price")
    ]


def test_a_chain_asks_about_the_pairs_that_each_step_leaves(endpoint: Endpoint, judge: Make) -> None:
    settings = schema(all_pairs=True)
    by_price = {"match_by": "key_field", "key": "price"}
    settings["properties"]["items"]["x-eval-align"] = [by_price, {"match_by": "hungarian"}]
    gold = [{"items": [{"text": "A", "price": 1}, {"text": "B", "price": 2}, {"text": "C", "price": 3}]}]
    extracted = [{"items": [{"text": "c", "price": 9}, {"text": "b", "price": 8}, {"text": "a", "price": 1}]}]
    evaluate(gold, extracted, settings, judge=judge())
    assert sorted(pairs_sent(endpoint)) == [("A", "a"), ("B", "b"), ("B", "c"), ("C", "b"), ("C", "c")]
