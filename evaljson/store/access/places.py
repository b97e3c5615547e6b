"""Which evaluation a call is about, or whose a thing is, found from its arguments.

Each raises NotFound where there is no such thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from evaljson.store.errors import NotFound
from evaljson.store.names import is_id
from evaljson.store.tables import JobRow, LabelRow, ReviewRow, RunRow
from evaljson.store.topics.review_log import unknown_review

Arguments = Mapping[str, Any]
Place = Callable[[Connection, Arguments], str | None]
"""Returns the id of the evaluation; None for what belongs to none."""


def by_evaluation(_: Connection, arguments: Arguments) -> str | None:
    """Find it by its id."""
    identity: str | None = arguments.get("evaluation")
    return identity


def by_review(connection: Connection, arguments: Arguments) -> str:
    """Find it by the id of a review, deleted or not."""
    query = select(ReviewRow.evaluation).where(ReviewRow.id == arguments["review"])
    found = connection.execute(query).scalar()
    if found is None:
        raise unknown_review(arguments["review"])
    return str(found)


def by_run(connection: Connection, arguments: Arguments) -> str:
    """Find it by the id of a run."""
    found = connection.execute(select(RunRow.evaluation).where(RunRow.id == arguments["run"])).scalar()
    if found is None:
        raise NotFound(f"there is no run {arguments['run']!r} here; score the variant again.")
    return str(found)


def by_job(connection: Connection, arguments: Arguments) -> str | None:
    """Find it by the id of a job; None for a job that is about no evaluation."""
    row = connection.execute(select(JobRow.evaluation).where(JobRow.id == arguments["job"])).first()
    if row is None:
        raise NotFound(f"there is no job {arguments['job']!r} here; it may have been removed.")
    return None if row.evaluation is None else str(row.evaluation)


def by_scope(_: Connection, arguments: Arguments) -> str | None:
    """Find it by the end of the scope of a setting; None for a scope that belongs to no evaluation."""
    end = str(arguments["scope"]).rpartition(":")[2]
    return end if is_id(end) else None


def whose_label(connection: Connection, arguments: Arguments) -> str:
    """Find who gave a label."""
    found = connection.execute(select(LabelRow.who).where(LabelRow.id == arguments["label"])).scalar()
    if found is None:
        raise NotFound(f"there is no label {arguments['label']!r} here; it may have been removed.")
    return str(found)
