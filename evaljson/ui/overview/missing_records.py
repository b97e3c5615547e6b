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
    words = ("left missing records out of the figures", "took back leaving missing records out of the figures")
    _put(evaluation, policy, "Missing records are left out of the figures.", words)


def count_missing(evaluation: OpenEvaluation) -> None:
    """Count the records that a variant lacks, or that cannot be read, as missing, with an undo."""
    policy = replace(evaluation.missing_policy, missing_records="omit", unreadable="omit")
    words = ("counted missing records again", "took back counting missing records again")
    _put(evaluation, policy, "Missing records count again.", words)


def _put(evaluation: OpenEvaluation, policy: MissingPolicy, done: str, words: tuple[str, str]) -> None:
    """Store it. `words` are what the history says of it and of its undo."""
    store, identity, before = server.store(), evaluation.id, evaluation.missing_policy
    made: list[int] = []

    def put(wanted: MissingPolicy, seen: int, words: str) -> int:
        revision = known_revision(store.evaluations.get(identity), seen)
        changed = put_policy(store, identity, revision, wanted, words, by=author.who())
        scoring_work.score(identity)
        return changed.revision

    attempt(
        lambda: made.append(put(policy, evaluation.revision, words[0])),
        done,
        lambda: put(before, made[0], words[1]),
    )
