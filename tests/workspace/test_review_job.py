"""A review that a job makes: from what was asked for as JSON, the same as one that is made while a page waits."""

import json
from dataclasses import replace

import pytest

from evaljson.base.errors import InputError
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Evaluation, Store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.review_job import make_review_asked, review_asked
from evaljson.workspace.scoring import current_runs, score_due

OWNER = Actor("Olga", "oidc", "editor")
PLAN = ReviewPlan(opinions=2, audit=0.5, order="random", seed=7, most=20)
TERMS = ReviewTerms("Asked for", people=("Ann", "Ben"), due="2030-01-31", tags=("misread",))


@pytest.fixture
def scored(store: Store, evaluation: Evaluation) -> Evaluation:
    score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)
    return store.evaluations.get(evaluation.id)


def asked_of(store: Store, evaluation: Evaluation, scope: ReviewScope) -> dict[str, object]:
    """What a page asks for, as the queue of jobs gives it back."""
    runs = {variant: run.id for variant, run in current_runs(store, evaluation).items()}
    chosen = {variant: run for variant, run in runs.items() if scope.variants is None or variant in scope.variants}
    asked = review_asked(evaluation, chosen, PLAN, scope, TERMS, by=OWNER, source="a filter")
    copy: dict[str, object] = json.loads(json.dumps(asked))
    return copy


def test_it_has_the_cards_and_settings_of_one_made_at_once(store: Store, scored: Evaluation) -> None:
    scope = ReviewScope(variants=(scored.variants[0].id,), fields=("b",), records=tuple(range(25)))
    said: list[float] = []
    made = make_review_asked(
        store, scored.id, asked_of(store, scored, scope), lambda share, message: said.append(share)
    )
    again = store.evaluations.get(scored.id)
    at_once = make_review(store, again, runs_to_review(store, again), PLAN, scope, TERMS, by=OWNER, source="a filter")
    assert store.review_cards.all(made.id) == store.review_cards.all(at_once.id)
    about = dict.fromkeys(("id", "created", "updated"))
    assert replace(made, **about) == replace(at_once, **about)  # type: ignore[arg-type]
    assert said == sorted(said)
    assert 0 <= said[0] <= said[-1] < 1


def test_it_is_made_though_the_evaluation_was_renamed_meanwhile(store: Store, scored: Evaluation) -> None:
    asked = asked_of(store, scored, ReviewScope())
    store.evaluations.rename(scored.id, scored.revision, "other", by="ben")
    assert make_review_asked(store, scored.id, asked, lambda share, message: None).cards


def test_other_results_than_were_seen_are_refused(store: Store, scored: Evaluation) -> None:
    asked = {**asked_of(store, scored, ReviewScope()), "runs": {scored.variants[0].id: "a run before"}}
    with pytest.raises(InputError, match="results changed after the review was asked for"):
        make_review_asked(store, scored.id, asked, lambda share, message: None)
    assert store.reviews.all(scored.id) == []


def test_cancelled_at_any_word_it_stores_nothing(store: Store, scored: Evaluation) -> None:
    asked = asked_of(store, scored, ReviewScope())
    words: list[str] = []
    made = make_review_asked(store, scored.id, asked, lambda share, message: words.append(message))
    for at in range(len(words)):
        left = iter(words[:at])

        def tell(share: float, message: str, left: object = left) -> None:
            if next(left, None) is None:  # type: ignore[call-overload]
                raise ConnectionAbortedError("cancelled")

        with pytest.raises(ConnectionAbortedError, match="cancelled"):
            make_review_asked(store, scored.id, asked, tell)
    assert [one.id for one in store.reviews.all(scored.id)] == [made.id]
