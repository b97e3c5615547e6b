"""Reviews as the page shows them, read again only once something was said in them."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.store import NotFound, Review
from evaljson.ui.session import server
from evaljson.workspace.read_review import OpenReview, read_review
from evaljson.workspace.stored_runs import failure_of

_KEPT = 8
"""Reviews of which this server keeps what was read last."""


def opened(review: Review) -> OpenReview:
    """Return the cards, the events and what they come to. Shared by all sessions, so never changed."""
    return _opened(review.id, review.last_event, review.updated)


@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _opened(review: str, last_event: int, updated: datetime) -> OpenReview:
    return read_review(server.store(), review)


def tree_of(review: Review) -> SchemaNode:
    """Return the schema that its cards were made under."""
    return _tree(review.evaluation, review.schema_number)


@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _tree(evaluation: str, number: int) -> SchemaNode:
    return parse_eval_schema(server.store().schemas.get(evaluation, number).schema)


def runs_of(review: Review) -> dict[str, RunResult]:
    """Return the runs that its cards came from, by the ids of their variants; those that are gone are left out."""
    found: dict[str, RunResult] = {}
    for identity in review.runs:
        try:
            run = server.store().runs.get(identity)
        except NotFound:
            continue
        if failure_of(run) is None:
            found[run.variant] = server.run_of(run)
    return found
