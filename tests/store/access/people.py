"""Who the tests of access try, and what there is for them: four evaluations with a part of each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from evaljson.store import Actor, Evaluation, Job, Label, Review, Run, Store
from evaljson.store.access.visitor import Visitor
from tests.store.conftest import SCHEMA, SIGNATURE, extracted, gold
from tests.store.topics.reviewing import make_review

VISITORS: Final = {
    "nobody": Visitor("", "oidc"),
    "stranger": Visitor("stranger@else.org", "oidc"),
    "viewer": Visitor("viewer@x.org", "oidc"),
    "reviewer": Visitor("reviewer@x.org", "oidc"),
    "editor": Visitor("editor@x.org", "proxy"),
    "owner": Visitor("owner@x.org", "oidc"),
    "admin": Visitor("admin@x.org", "oidc", is_admin=True),
}
ROLES: Final = ("viewer", "reviewer", "editor", "owner")
OPERATOR: Final = Actor("operator", "cli")


@dataclass(frozen=True)
class There:
    """An evaluation with its parts."""

    evaluation: Evaluation
    run: Run
    job: Job
    review: Review
    label: Label

    def argument(self, name: str) -> Any:
        """What a call is given under a name."""
        parts: dict[str, Any] = {
            "evaluation": self.evaluation.id,
            "run": self.run.id,
            "job": self.job.id,
            "review": self.review.id,
            "label": self.label.id,
            "dataset": self.evaluation.variants[0].dataset.id,
            "scope": f"suggestions:{self.evaluation.id}",
        }
        return parts.get(name, f"any {name}")


def furnish(store: Store, name: str, *, is_sample: bool = False) -> There:
    """Make an evaluation, with records that no other has."""
    own = f'{{"id": "{name}", "total": 1}}\n'.encode()
    made = store.evaluations.create(
        name, by="somebody", gold=gold(own), variants={"A": extracted(own)}, schema=SCHEMA, is_sample=is_sample
    )
    assert made.gold is not None
    parts: dict[str, Any] = {"gold": made.gold.id, "extracted": made.variants[0].dataset.id, "schema_number": 1}
    run = store.runs.add(made.id, made.variants[0].id, **parts, signature=SIGNATURE, metrics={}, by="somebody")
    job = store.jobs.create("score", {}, by="somebody", evaluation=made.id)
    label = store.labels.add("total", "rubric", name, "x", score=1, step="same", by="somebody")
    review = make_review(store, made)
    return There(store.evaluations.get(made.id), run, job, review, label)


def furnish_all(store: Store) -> dict[str, There]:
    """Make one of the visitors' own, one of somebody else, one of nobody, and a sample."""
    there = {
        name: furnish(store, name, is_sample=name == "sample") for name in ("own", "other's", "nobody's", "sample")
    }
    for role in ROLES:
        store.members.set(there["own"].evaluation.id, VISITORS[role].address, role, by=OPERATOR)
    store.members.set(there["other's"].evaluation.id, "else@else.org", "owner", by=OPERATOR)
    return there
