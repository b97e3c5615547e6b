"""Reviews as the command line shows them."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any

from rich.table import Table

from evaljson.cli.text.judge_tables import plain_table

if TYPE_CHECKING:
    from evaljson.store import Review


def review_table(reviews: Iterable[tuple[str, Review]], in_place: Container[str]) -> Table:
    """Make a table of reviews, each with the name of its evaluation; `in_place` are those whose corrected gold is."""
    columns = ("review", "id", "evaluation", "state", "cards", "given", "wanted", "due", "corrected gold")
    rows = [
        (
            one.name, one.id, evaluation, one.state, f"{one.cards:,}", f"{one.answered:,}", f"{one.seats:,}",
            str(one.settings.get("due") or "–"), "in place" if one.id in in_place else "not in place",
        )
        for evaluation, one in reviews
    ]  # fmt: skip
    return plain_table(columns, rows, right=(4, 5, 6))


def review_json(review: Review, evaluation: str) -> dict[str, Any]:
    """Write a review as JSON."""
    return {
        "id": review.id, "name": review.name, "evaluation": evaluation, "evaluation_id": review.evaluation,
        "state": review.state, "cards": review.cards, "opinions_wanted": review.seats,
        "opinions_given": review.answered,
        "created": review.created.isoformat(), "created_by": review.created_by, "schema_version": review.schema_number,
        "gold": review.gold, "applied": review.applied, "settings": review.settings,
    }  # fmt: skip
