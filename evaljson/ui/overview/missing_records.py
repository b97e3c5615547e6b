"""Missing records: left out of all figures with one click, and counted again with another."""

from __future__ import annotations

from dataclasses import replace

from evaljson.load.missing_policy import MissingPolicy
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.changes import attempt
from evaljson.workspace.scoring_options import put_policy


def leave_missing_out(evaluation: OpenEvaluation) -> None:
    """Leave the gold records that a variant lacks out of its figures, with an undo."""
    policy = replace(evaluation.missing_policy, missing_records="exclude")
    _put(evaluation, policy, "Missing records are left out of the figures.", "left missing records out of the figures")


def count_missing(evaluation: OpenEvaluation) -> None:
    """Count the records that a variant lacks, or that cannot be read, as missing, with an undo."""
    policy = replace(evaluation.missing_policy, missing_records="omit", unreadable="omit")
    _put(evaluation, policy, "Missing records count again.", "counted missing records again")


def _put(evaluation: OpenEvaluation, policy: MissingPolicy, done: str, about: str) -> None:
    store, identity, before = server.store(), evaluation.id, evaluation.missing_policy
    made: list[int] = []

    def put(wanted: MissingPolicy, seen: int, words: str) -> int:
        revision = known_revision(store.evaluations.get(identity), seen)
        changed = put_policy(store, identity, revision, wanted, words, by=author.who())
        scoring_work.score(identity)
        return changed.revision

    attempt(
        lambda: made.append(put(policy, evaluation.revision, about)),
        done,
        lambda: put(before, made[0], f"took back what was said of missing records: {about}"),
    )
