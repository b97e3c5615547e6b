"""Making a large review as a job: what was asked for as JSON, and the work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Evaluation, Review, Store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.scoring import Tell, current_runs

REVIEW: Final = "review"


def review_asked(
    evaluation: Evaluation,
    runs: Mapping[str, str],
    plan: ReviewPlan,
    scope: ReviewScope,
    terms: ReviewTerms,
    *,
    by: Actor,
    source: str = "",
) -> dict[str, Any]:
    """Write as JSON which review is to be made; `runs` are the ids of the runs that were seen, by variant id."""
    return {
        "gold": None if evaluation.gold is None else evaluation.gold.id,
        "schema_number": evaluation.schema_number,
        "runs": dict(runs),
        "plan": asdict(plan),
        "scope": asdict(scope),
        "terms": asdict(terms),
        "by": {"name": by.name, "proof": by.proof, "role": by.role},
        "source": source,
    }


def make_review_asked(store: Store, identity: str, asked: Mapping[str, Any], tell: Tell) -> Review:
    """Make the review that `review_asked` wrote. Raises InputError where results are others by now."""
    tell(0.0, f"Making the review “{asked['terms']['name']}”: reading results")
    evaluation = store.evaluations.get(identity)
    runs = {variant: run.id for variant, run in current_runs(store, evaluation).items()}
    seen = (evaluation.schema_number, None if evaluation.gold is None else evaluation.gold.id)
    if seen != (asked["schema_number"], asked["gold"]) or any(
        runs.get(variant) != run for variant, run in asked["runs"].items()
    ):
        raise InputError("the results changed after the review was asked for; look at the form again, then make it.")
    scope = ReviewScope(**{name: _tuple(value) for name, value in asked["scope"].items()})
    results = runs_to_review(store, evaluation)
    return make_review(
        store, evaluation, {variant: results[variant] for variant in asked["runs"]}, ReviewPlan(**asked["plan"]), scope,
        ReviewTerms(**{name: _tuple(value) for name, value in asked["terms"].items()}), by=Actor(**asked["by"]),
        source=asked["source"], tell=lambda share, message: tell(0.1 + 0.9 * share, message),
    )  # fmt: skip


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
