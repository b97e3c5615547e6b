"""Which records to review, from the confidences of a run."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks.effort import AUDITS, PILES, SIZES, WORLDS, audit_table, table
from evaljson import evaluate
from evaljson.base.errors import InputError
from evaljson.effort import ReviewEffort, audited, least_sure_first, review_effort

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "benchmarks" / "trust.json").read_text(encoding="utf-8"))
FIELDS = {"vendor": {"type": "string"}, "total": {"type": "number"}}
SCHEMA = {"type": "object", "x-eval-id": "id", "x-eval-confidence": {"leaves": {}}, "properties": FIELDS}


def sided(value: Any, sure: float | None) -> Any:
    return {"value": value} if sure is None else {"value": value, "confidence": sure}


def effort(count: int = 200, wrong_below: float = 0.2, seed: int = 1, **options: Any) -> ReviewEffort:
    """Records whose total is wrong where its confidence is low."""
    rng, gold, extracted = random.Random(seed), [], []
    for at in range(count):
        sure = (at + 1) / (count + 1)
        gold.append({"id": f"r{at}", "vendor": f"v{at % 7}", "total": at})
        total = -1 if sure < wrong_below and rng.random() < 0.9 else at
        extracted.append({"id": f"r{at}", "vendor": sided(f"v{at % 7}", 0.999), "total": sided(total, sure)})
    found = review_effort(evaluate(gold, extracted, SCHEMA), **options)
    assert found is not None
    return found


def test_the_least_sure_records_are_to_be_reviewed_first() -> None:
    found = effort(target=0.02)
    assert found.review[0] == "r0"
    assert list(found.review) == [f"r{at}" for at in range(len(found.review))]
    assert found.chosen is not None
    assert (found.chosen.accepted + len(found.review), found.records) == (200, 200)


def test_all_records_are_ordered_as_they_are_reviewed() -> None:
    gold = [{"id": f"r{at}", "vendor": "v", "total": at} for at in range(5)]
    sure = [0.9, None, 0.2, 0.5]
    extracted = [{"id": f"r{at}", "total": sided(at, one)} for at, one in enumerate(sure)]
    run = evaluate(gold, extracted, SCHEMA)
    assert least_sure_first(run).tolist() == [1, 2, 3, 0, 4], "none at all, then the least sure, and nothing last"
    plain = evaluate(gold, gold, {key: value for key, value in SCHEMA.items() if key != "x-eval-confidence"})
    assert least_sure_first(plain).tolist() == [0, 1, 2, 3, 4]


def test_the_observed_part_is_the_largest_that_keeps_the_target_here() -> None:
    found = effort(target=0.02)
    part = found.whole.observed
    assert part is not None
    assert part.share is not None
    assert part.share <= 0.02
    wider = [one for one in found.whole.curve if one.accepted > part.accepted]
    assert wider
    assert all(one.share is not None and one.share > 0.02 for one in wider)


def test_with_enough_right_records_a_threshold_is_promised() -> None:
    found = effort(count=600, target=0.05)
    assert found.whole.promised is not None
    assert 0.5 <= found.whole.promised.coverage <= 0.9
    assert found.sentence.startswith("Review ")
    assert "At most 5% of the accepted values are wrong (95% sure; here" in found.sentence


def test_with_few_records_an_audit_is_named_that_shows_the_target() -> None:
    found = effort(count=100, target=0.05)
    assert found.whole.promised is None
    assert found.least == 59
    assert found.chosen is not None
    assert found.chosen == found.whole.cautious
    assert [plan.allowed for plan in found.audits] == [0, 1, 2, 3, 5]
    assert all(audited(found.chosen.values, plan.drawn, plan.allowed).most <= 0.05 for plan in found.audits)
    assert "An audit shows it: 112 accepted values drawn at random, at most 3 of them wrong." in found.sentence


def test_each_field_has_its_own_curve() -> None:
    found = effort(target=0.05, count=300)
    vendor, total = found.per_field["vendor"], found.per_field["total"]
    assert (vendor.wrong, vendor.area) == (0, 0.0)
    assert vendor.promised is not None
    assert vendor.promised.coverage == 1
    assert total.promised is not None
    assert 0.5 < total.promised.coverage < 1
    frame = found.to_frame()
    assert frame["field"].tolist() == ["vendor", "total", None]


def test_values_without_a_confidence_and_missing_ones_are_counted() -> None:
    gold = [{"id": 1, "vendor": "a", "total": 1}, {"id": 2, "vendor": "b", "total": 2}, {"id": 3, "vendor": "c"}]
    extracted = [
        {"id": 1, "vendor": sided("a", None), "total": sided(1, 0.9)},
        {"id": 2, "vendor": sided("x", 0.2)},
        {"id": 3, "vendor": sided("c", None)},
    ]
    found = review_effort(evaluate(gold, extracted, SCHEMA), 0.4)
    assert found is not None
    assert (found.without, found.omissions, found.records) == (2, 1, 3)
    assert (found.review, found.whole.count) == ((3, 2), 2)


def test_without_any_confidence_nothing_says_what_to_review() -> None:
    found = review_effort(evaluate([{"id": 1, "total": 1}], [{"id": 1, "total": 1}], SCHEMA))
    assert found is not None
    assert "nothing says what to review first" in found.sentence
    plain = {"type": "object", "properties": FIELDS}
    assert review_effort(evaluate([{"total": 1}], [{"total": 1}], plain)) is None


def few_unsure(unsure: float | None, sure: float, **options: Any) -> ReviewEffort:
    """Records of which the first 100 of 400 have one confidence, or none, and the others another."""
    gold = [{"id": at, "total": at} for at in range(400)]
    extracted = [
        {"id": at, "total": sided(-(at % 2) if at < 100 else at, unsure if at < 100 else sure)} for at in range(400)
    ]
    found = review_effort(evaluate(gold, extracted, SCHEMA), **options)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("unsure", "sure", "said"),
    [
        (None, 0.9, "those without a confidence."),
        (0.4, 0.9, "those with a value less sure than 0.900."),
        (0.9992, 0.9997, "those with a value less sure than 0.9997."),
        (0.89999991, 0.89999999, "those with a value less sure than 0.89999999."),
        (0.8, 0.8999, "those with a value less sure than 0.899."),
    ],
)
def test_what_is_said_of_the_records_to_review_is_true_of_all_of_them(
    unsure: float | None, sure: float, said: str
) -> None:
    found = few_unsure(unsure, sure, target=0.05)
    assert found.sentence.startswith(f"Review 100 of 400 records: {said}")
    assert found.whole.promised is not None
    assert float(found.whole.promised.written) <= sure


def test_records_without_a_confidence_are_counted_apart() -> None:
    gold = [{"id": at, "total": at} for at in range(400)]
    extracted = [
        {"id": at, "total": sided(at if at > 50 else -1, None if at < 30 else min(0.9, at / 60))} for at in range(400)
    ]
    found = review_effort(evaluate(gold, extracted, SCHEMA), 0.05)
    assert found is not None
    assert found.unknown == 30
    assert "with a value less sure than 0.900, and 30 without a confidence." in found.sentence


def test_the_target_is_written_as_it_was_set() -> None:
    assert "at most 1.25%" in few_unsure(0.4, 0.9, target=0.0125).sentence.lower()


def test_where_everything_is_wrong_everything_is_reviewed() -> None:
    found = effort(wrong_below=2, seed=3, target=0.001)
    assert found.sentence.startswith("Review all 200 records")
    assert len(found.review) == 200
    json.dumps(found.to_dict())


def test_the_bound_of_an_audit_is_said() -> None:
    assert audited(1204, 150, 1).sentence == (
        "1 of 150 audited values is wrong: at most 3.0% of the 1,204 accepted values are wrong (95% sure)."
    )


@pytest.mark.parametrize(("target", "level"), [(0, 0.95), (1, 0.95), (0.02, 1)])
def test_targets_that_no_review_can_have_are_refused(target: float, level: float) -> None:
    with pytest.raises(InputError, match="such as 0"):
        effort(count=3, target=target, level=level)


def test_the_kept_simulations_keep_their_promises() -> None:
    assert {(row["world"], row["n"]) for row in KEPT["effort"]} == {(one, n) for one in WORLDS for n in SIZES}
    assert {(row["world"], row["n"]) for row in KEPT["audits"]} == {(one, pile) for one in PILES for pile, _ in AUDITS}
    for row in [*KEPT["effort"], *KEPT["audits"]]:
        assert row["sims"] >= 2000, row["world"]
    for row in KEPT["effort"]:
        assert row["broken"] / row["sims"] <= 0.05, row
    for row in KEPT["audits"]:
        assert row["covered"] / row["sims"] >= 0.95, row
    most = {row["world"]: row["promised"] / row["sims"] for row in KEPT["effort"] if row["n"] == max(SIZES)}
    assert most["confidences that are right, target 5%"] >= 0.95


@pytest.mark.parametrize(("mark", "shown"), [("effort", table), ("audits", audit_table)])
def test_the_docs_show_the_kept_simulations_of_reviews(mark: str, shown: Any) -> None:
    docs = " ".join((ROOT / "docs" / "statistics.md").read_text(encoding="utf-8").split())
    assert f"<!-- {mark} --> {' '.join(shown(KEPT[mark]).split())} <!-- end -->" in docs
