"""Gold as a review corrects it: put in place as the gold of the evaluation, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_equal
from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.results.model import RunResult
from evaljson.review.corrected_figures import CorrectedVariant, correct_figures
from evaljson.review.corrected_gold import CorrectedGold, correct_gold
from evaljson.store import Actor, Evaluation, NotFound, Review, Run, Store
from evaljson.workspace.decided_before import decided_earlier
from evaljson.workspace.gold_lineage import lineage
from evaljson.workspace.judge_choice import choice_of, judge_that_sends_nothing
from evaljson.workspace.outcome import Failure, score
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.scoring_options import policy_of_run, with_corrected
from evaljson.workspace.stored_runs import failure_of, read_run


def corrected(store: Store, opened: OpenReview) -> CorrectedGold:
    """Return the gold that the review was made over with what is decided, and the list of changes."""
    return correct_gold(store.datasets.load(opened.review.gold).records, opened.cards, opened.outcome)


def apply_review(store: Store, opened: OpenReview, revision: int, *, by: Actor) -> Review:
    """Make the corrected gold that of the evaluation; `store.reviews.unapply` takes it back.

    Where that very gold is in place already, nothing is stored. Raises InputError where nothing would change, or other
    gold is in place than the review was made over.
    """
    gold = store.datasets.load(opened.review.gold)
    fixed = correct_gold(gold.records, opened.cards, opened.outcome)
    if not fixed.changes:
        raise InputError("nothing in gold would change: no correction is decided yet.")
    evaluation = store.evaluations.get(opened.review.evaluation)
    current = evaluation.gold
    known = {opened.review.gold, opened.review.applied, opened.review.replaced}
    if current is None or current.id not in known:
        raise InputError("other gold is in place than this review is about; its corrections would undo that change.")
    if current.id == opened.review.applied and strict_equal(store.datasets.load(current.id).records, fixed.records):
        return opened.review
    content = {"changes": len(fixed.changes), "refused": len(fixed.refused)}
    corrected_gold = replace(gold, records=fixed.records, name=_corrected_name(gold.name))
    return store.reviews.apply(
        opened.review.id, revision, corrected_gold, by=by, content=content,
        settings=partial(with_corrected, evaluation.settings, opened.review.gold),
    )  # fmt: skip


def reviews_left_behind(store: Store, review: Review) -> list[Review]:
    """Return the reviews that are made of its corrected gold in place, oldest first.

    Once other answers are put in place there, they are about gold that is not: corrections of theirs cannot be put in.
    """
    if review.applied is None:
        return []
    made_of_it = (one for one in store.reviews.all(review.evaluation) if one.gold == review.applied)
    return sorted((one for one in made_of_it if one.id != review.id), key=lambda one: one.created)


def take_back(store: Store, evaluation: Evaluation, review: Review, *, by: Actor, last: bool = False) -> Review:
    """Put the gold back that was there before the review was applied; `last`: before that was done the last time.

    Raises InputError where gold was corrected further in another review: that one is to be taken back first.
    """
    reviews = [] if evaluation.gold is None else lineage(store.reviews.all(evaluation.id), evaluation.gold.id)
    *below, top = reviews or [review]
    if any(one.id == review.id for one in below):
        raise InputError(
            f"gold was corrected further in the review {top.name!r}. Take that back first to take {review.name!r} back."
        )
    return store.reviews.unapply(review.id, evaluation.revision, by=by, last=last)


def _corrected_name(name: str) -> str:
    return name if name.endswith("(corrected)") else f"{name} (corrected)"


def runs_of(store: Store, review: Review) -> dict[str, Run]:
    """Return the runs that a review is of by variant id; those that are gone or failed are left out."""
    found: dict[str, Run] = {}
    for identity in review.runs:
        try:
            run = store.runs.get(identity)
        except NotFound:  # removed for good since
            continue
        if failure_of(run) is None:
            found[run.variant] = run
    return found


def figures(store: Store, opened: OpenReview, fixed: CorrectedGold | None = None) -> dict[str, CorrectedVariant]:
    """Return the corrected figures of each variant by its id; runs that are gone or failed are left out."""
    about = opened.review
    gold = store.datasets.load(about.gold)
    changes = (fixed or correct_gold(gold.records, opened.cards, opened.outcome)).changes
    evaluation = store.evaluations.get(about.evaluation)
    schema = store.schemas.get(about.evaluation, about.schema_number).schema
    judge = judge_that_sends_nothing(store, choice_of(evaluation.settings))
    before = decided_earlier(store, about)
    earlier = before.says if before.about else None
    found: dict[str, CorrectedVariant] = {}
    for variant, stored in runs_of(store, about).items():
        run, extracted = read_run(store, stored), store.datasets.load(stored.extracted)
        policy = policy_of_run(run)  # what was chosen since is no matter of the review

        def rescore(
            records: Sequence[Any], extracted: LoadedRecords = extracted, policy: MissingPolicy = policy
        ) -> RunResult:
            outcome = score(replace(gold, records=list(records)), extracted, schema, policy, judge)
            if isinstance(outcome, Failure):
                raise InputError(f"the corrected gold cannot be scored: {outcome.message}", outcome.path)
            return outcome

        found[variant] = correct_figures(
            run, variant, gold.records, opened.cards, opened.outcome, changes, rescore, earlier
        )
    return found
