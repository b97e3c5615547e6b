"""Rules for what people accept in a review, over the current runs of its evaluation."""

from __future__ import annotations

from collections.abc import Mapping

from evaljson.results.model import RunResult
from evaljson.review.rules import AcceptedRules, accepted_rules
from evaljson.store import Store
from evaljson.suggest import Suggestion
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.suggestions import found_last, key_of


def rules_of_review(
    store: Store, opened: OpenReview, schema_number: int, ids: Mapping[str, str], runs: Mapping[str, RunResult]
) -> AcceptedRules:
    """Find rules under a version of the schema; `ids` and `runs` are by the name of their variant.

    Suggestions that were found for just these runs are taken up; others are not looked for here.
    """
    schema = store.schemas.get(opened.review.evaluation, schema_number).schema
    last = found_last(store, opened.review.evaluation)
    known: list[Suggestion] = []
    if last is not None and last[0] == key_of(schema, dict(ids)):
        found = last[1]()
        known = [*found.proposed, *found.alternatives]
    return accepted_rules(opened.cards, opened.outcome, schema, runs, known)
