"""One change of the eval schema on a click, scored again, with an undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from evaljson.store import Evaluation
from evaljson.ui.session import author, server
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.session.version_asked import leave_version
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.changes import attempt

Schema = Mapping[str, Any]


def change_schema(
    identity: str, seen: int, change: Callable[[Schema], Schema], messages: tuple[str, str], done: str
) -> None:
    """Change the current schema of an evaluation that was `seen` at that revision. For callbacks.

    What was done can be undone until the schema is changed again.
    A late click changes what this session's click before it made of the schema. `messages` are those of the version
    that this makes and of the one that undoes it; `done` says in Markdown what was done.
    """
    store = server.store()

    def put(schema: Schema, revision: int, message: str) -> Evaluation:
        changed = store.schemas.add(identity, revision, schema, by=author.who(), message=message)
        leave_version()  # whoever changes the schema wants to see what that did
        scoring_work.score(identity)
        return changed

    def make() -> None:
        now = store.evaluations.get(identity)
        assert now.schema_number is not None, "what has no schema is not scored, and has no hints"
        before.append(store.schemas.get(identity, now.schema_number).schema)
        made.append(put(change(before[0]), known_revision(now, seen), messages[0]))

    def holds() -> bool:
        return store.evaluations.get(identity, deleted=True).schema_number == made[0].schema_number

    def back() -> None:
        revision = made[0].revision  # after a later change of the schema refused: that would be taken back as well
        put(before[0], known_revision(store.evaluations.get(identity), revision) if holds() else revision, messages[1])

    before, made = list[Schema](), list[Evaluation]()
    attempt(make, done, back, holds=holds)
