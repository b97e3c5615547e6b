"""What the page shows of a review, worked out again only once something was said in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import streamlit as st

from evaljson.results.model import RunResult
from evaljson.review.one_word import questions_of_one_word
from evaljson.review.opinions import At
from evaljson.review.questions import OpenQuestion, Why, open_questions, settled_questions
from evaljson.review.repeated_elements import repeated_places
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.store import NotFound, ReviewHead, Run
from evaljson.ui.session import server
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.stored_runs import failure_of

_KEPT = 8
"""Reviews of which this server keeps what was read last."""


def questions_of(read: OpenReview) -> list[OpenQuestion]:
    """List what is to be settled in a review."""
    last = read.events[-1].number if read.events else 0
    return open_questions(read.cards, read.outcome, _repeated(read.review.id, last, read))


def one_word_of(read: OpenReview) -> list[OpenQuestion]:
    """List what rests on one person's word in a review, and is no open question."""
    last = read.events[-1].number if read.events else 0
    return _one_word(read.review.id, last, read)


@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _one_word(review: str, last_event: int, _read: OpenReview) -> list[OpenQuestion]:
    return questions_of_one_word(_read.cards, _read.outcome, questions_of(_read))


def settled_of(read: OpenReview, left: Sequence[OpenQuestion]) -> int:
    """Count the questions that are settled, of which these are left."""
    last = read.events[-1].number if read.events else 0
    return _settled(read.review.id, last, frozenset(one.why for one in left), read, left)


@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _settled(
    review: str, last_event: int, kinds: frozenset[Why], _read: OpenReview, _left: Sequence[OpenQuestion]
) -> int:  # fmt: skip
    return len(settled_questions(_read.cards, _read.opinions, _read.outcome, _left))


@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _repeated(review: str, last_event: int, _read: OpenReview) -> frozenset[At]:
    gold = server.dataset(_read.review.gold, _read.review.evaluation)
    return repeated_places(gold.records, _read.cards, _read.outcome)


def tree_of(review: ReviewHead) -> SchemaNode:
    """Return the schema that its cards were made under."""
    return _tree(review.evaluation, review.schema_number)


@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _tree(evaluation: str, number: int) -> SchemaNode:
    return parse_eval_schema(server.store().schemas.get(evaluation, number).schema)


def runs_of(review: ReviewHead) -> dict[str, RunResult]:
    """Return the runs that its cards came from, by the ids of their variants; those that are gone are left out."""
    return {run.variant: server.run_of(run) for run in stored_runs_of(review)}


def stored_runs_of(review: ReviewHead) -> tuple[Run, ...]:
    """Return those runs as they are stored: a run never changes, so they are read once for many cards."""
    return _stored_runs(review.runs)


@st.cache_resource(show_spinner=False, max_entries=_KEPT, ttl=timedelta(minutes=1))
def _stored_runs(identities: tuple[str, ...]) -> tuple[Run, ...]:
    found = list[Run]()
    for identity in identities:
        try:
            run = server.store().runs.get(identity)
        except NotFound:
            continue
        if failure_of(run) is None:
            found.append(run)
    return tuple(found)
