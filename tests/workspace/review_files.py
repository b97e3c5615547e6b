"""A review out of a store as files, and answers from files into it, for the tests of both ways."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.load import LoadedRecords
from evaljson.review.answers import Answer
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review, Store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.read_review import OpenReview, read_review
from evaljson.workspace.review_files import Form, ImportedAnswers, export_review, import_answers
from evaljson.workspace.scoring import score_due
from tests.workspace.conftest import loaded

OWNER, ANN = Actor("owner"), Actor("ann")
HOSTILE = "=1+1|<script>alert(1)</script> [a](http://evil.example) `x` \u202eabc"
GOLD: list[Any] = [{"id": f"r{n}", "name": f"n{n}", "note": None if n == 1 else HOSTILE, "total": n} for n in range(6)]
EXTRACTED: list[Any] = [{**record, "name": "same", "note": "other", "total": -1} for record in GOLD]
EVERY = ReviewPlan(overlap=0, audit=0, order="record")


def made(
    store: Store,
    *,
    terms: ReviewTerms | None = None,
    gold: Sequence[Any] | LoadedRecords = GOLD,
    plan: ReviewPlan = EVERY,
    variants: Mapping[str, Sequence[Any]] | None = None,
) -> Review:
    """A review of everything that differs; nobody has answered."""
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {
            "id": {"type": "string"}, "name": {"type": "string"}, "note": {"type": ["string", "null"]},
            "total": {"type": "number"},
        },
    }  # fmt: skip
    files = {n: loaded(list(some), "a.json") for n, some in (variants or {"secret_prompt": EXTRACTED}).items()}
    read = gold if isinstance(gold, LoadedRecords) else loaded(list(gold), "g.json", "gold")
    evaluation = store.evaluations.create("E", by="ann", gold=read, variants=files, schema=schema)
    score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)
    evaluation = store.evaluations.get(evaluation.id)
    runs = runs_to_review(store, evaluation)
    return make_review(store, evaluation, runs, plan, ReviewScope(), terms or ReviewTerms(HOSTILE), by=OWNER)


def exported(store: Store, review: Review, form: Form, **options: Any) -> bytes:
    return b"".join(export_review(store, read_review(store, review.id), form, **options))


def imported(store: Store, review: Review, data: bytes, **options: Any) -> ImportedAnswers:
    return import_answers(store, read_review(store, review.id), data, "answers", by=OWNER, **options)


def said(opened: OpenReview, card: int) -> dict[str, Answer]:
    return {one.who: one.answer for one in opened.opinions.given.get((card, 0), ())}
