"""Rules for what people accept in a review, over the current runs of its evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key, value_at
from evaljson.results.model import RunResult
from evaljson.review.accepted_pairs import GoldNow, StillHas
from evaljson.review.added_elements import added_elements
from evaljson.review.cards import ReviewCard
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.places import CardPlace
from evaljson.review.rules import AcceptedRules, accepted_rules
from evaljson.store import Store
from evaljson.suggest import Suggestion
from evaljson.workspace.gold_lineage import lineage, outcome_when_applied, read_lineage
from evaljson.workspace.read_review import OpenReview, read_review
from evaljson.workspace.review_gold import runs_of
from evaljson.workspace.suggestions import found_for, key_of


def rules_of_review(
    store: Store, opened: OpenReview, schema_number: int, ids: Mapping[str, str], runs: Mapping[str, RunResult]
) -> AcceptedRules:
    """Find rules under a version of the schema; `ids` and `runs` are by the name of their variant.

    Suggestions that were found for just these runs are taken up; others are looked for at the fields in question alone.
    """
    schema = store.schemas.get(opened.review.evaluation, schema_number).schema
    read = found_for(store, opened.review.evaluation, key_of(schema, dict(ids)))
    known: list[Suggestion] = []
    if read is not None:
        found = read()
        known = [*found.proposed, *found.alternatives]
    gold_now, still_has = _gold_now(store, opened), _still_has(store, opened, runs)
    return accepted_rules(opened.cards, opened.outcome, schema, runs, known, gold_now, still_has)


def _still_has(store: Store, opened: OpenReview, runs: Mapping[str, RunResult]) -> StillHas:
    """Return what tells whether a variant has what was reviewed: of a file that was replaced, value by value."""
    reviewed = {variant: run.extracted for variant, run in runs_of(store, opened.review).items()}
    variants = store.evaluations.get(opened.review.evaluation).variants
    same = {one.id for one in variants if reviewed.get(one.id) == one.dataset.id}
    others = {one.id: _extracted(runs[one.name]) for one in variants if one.id not in same and one.name in runs}

    def still_has(at: CardPlace, card: ReviewCard) -> bool:
        if at.variant in same:
            return True
        record = others.get(at.variant, {}).get(at.record)
        return record is not None and strict_equal(value_at(record, at.extracted_path or at.path), card.extracted)

    return still_has


def _extracted(run: RunResult) -> dict[int, Any]:
    """Return the extracted records of a run by their positions in gold."""
    positions = [at for at, _ in run.positions] or range(len(run.records))
    return {at: record.extracted for at, record in zip(positions, run.records, strict=True)}


def _gold_now(store: Store, opened: OpenReview) -> GoldNow | None:
    """Return what tells the values that gold has by now; None where it is the gold that was reviewed.

    In gold that the review put in place, elements may have moved: its values are those that were decided by then.
    """
    about, now = opened.review, store.evaluations.get(opened.review.evaluation).gold
    if now is None or now.id == about.gold:
        return None
    if now.id == about.applied:
        return _as_corrected(outcome_when_applied(opened), opened)
    made_by = [read_review(store, one.id) for one in lineage(store.reviews.all(about.evaluation), now.id)]
    led_here = read_lineage(
        now.id, store.datasets.load(now.id).records, made_by, lambda gold: store.datasets.load(gold).records
    )
    is_other = led_here.steps_from(about.gold) is None
    added = (
        _as_corrected(outcome_when_applied(opened), opened)
        if any(one.review.id == about.id for one in made_by)
        else None
    )

    def as_it_is(at: CardPlace, card: ReviewCard) -> Any:
        if at.gold_path is None:
            return card.gold if added is None else added(at, card)
        path = at.gold_path if is_other else led_here.path_now(about.gold, at.record, at.gold_path)
        if path is None or at.record >= len(led_here.records):
            return ABSENT
        return value_at(led_here.records[at.record], path)

    return as_it_is


def _as_corrected(outcome: ReviewOutcome, opened: OpenReview) -> GoldNow:
    added = {(one.record, strict_key(one.value)) for one in added_elements(opened.cards, outcome)}

    def as_corrected(at: CardPlace, card: ReviewCard) -> Any:
        decided = None if at.gold_path is None else outcome.gold.get((at.record, at.gold_path))
        if decided is not None:
            return decided.value if decided.state == "corrected" else decided.gold
        is_added = at.gold_path is None and (at.record, strict_key(card.extracted)) in added
        return card.extracted if is_added else card.gold

    return as_corrected
