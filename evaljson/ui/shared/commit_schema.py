"""A changed eval schema: everything is scored again, the result opened, and told what the change did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.report.fields.containers import named, wholes
from evaljson.report.history.rescored import moved_fields, moved_variants
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.store import Conflict, SchemaVersion
from evaljson.ui.session import author, edits, last_change, open_evaluation, server, widget_turn
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.version_asked import leave_version
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.own_records import over_own_records
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.scoring_work import score
from evaljson.workspace.drafts import schema_from_gold
from evaljson.workspace.outcome import Failure
from evaljson.workspace.outcome import score as score_one
from evaljson.workspace.samples import name_of, sample_schema
from evaljson.workspace.schema_grid import Edits

_TRIED = 500
"""Records up to which a schema is tried before it is stored."""


def commit(
    evaluation: OpenEvaluation,
    schema: Mapping[str, Any],
    waiting: Edits | None = None,
    *,
    message: str = "",
    text: str | None = None,
    stored: Callable[[], None] = lambda: None,
) -> None:
    """Score everything under a changed schema and open the result; `waiting` edits stay in the grid, not applied.

    `stored` is called once it is current, before anything is scored.

    Raises SchemaError, and leaves all as it was, where nothing could be scored under that schema; Conflict where
    someone else made another one current meanwhile.
    """
    _refuse_id_that_nobody_has(evaluation, schema)
    _refuse_what_scores_nothing(evaluation, schema)
    number = _put(evaluation, schema, message, text)
    _keep_waiting(waiting or {}, parse_eval_schema(schema))
    last_change.remember(evaluation, number)
    stored()
    score(evaluation.id)
    st.rerun()


def _put(evaluation: OpenEvaluation, schema: Mapping[str, Any], message: str, text: str | None) -> int:
    """Make the schema current and return its version's number. Other changes meanwhile do not
    matter."""
    store, who = server.store(), author.who()
    try:
        now = store.schemas.add(evaluation.id, evaluation.revision, schema, by=who, message=message, text=text)
    except Conflict:
        now = store.evaluations.get(evaluation.id)
        if now.schema_number != evaluation.stored.schema_number:
            raise
        now = store.schemas.add(evaluation.id, now.revision, schema, by=who, message=message, text=text)
    assert now.schema_number is not None
    leave_version()  # whoever changes the schema wants to see what that did
    return now.schema_number


def _refuse_what_scores_nothing(evaluation: OpenEvaluation, schema: Mapping[str, Any]) -> None:
    """Try it on the first variant that can be scored by now, without storing anything."""
    name = next(iter(evaluation.runs), None)
    if name is None or len(evaluation.gold.records) > _TRIED:
        return
    outcome = score_one(evaluation.gold, evaluation.variants[name], schema, evaluation.missing_policy)
    if isinstance(outcome, Failure):
        raise SchemaError(f"no variant can be scored under this schema: {outcome.message}", outcome.path)


def _refuse_id_that_nobody_has(evaluation: OpenEvaluation, schema: Mapping[str, Any]) -> None:
    id_key, gold = (
        schema.get("x-eval-id"),
        [record for record in evaluation.gold.records if isinstance(record, dict)],
    )
    if isinstance(id_key, str) and gold and not any(id_key in record for record in gold):
        keys = dict.fromkeys(str(key) for record in gold for key in record)
        raise SchemaError(f"no gold record has the key {id_key!r}.{did_you_mean(id_key, keys)}", "x-eval-id")


def _keep_waiting(waiting: Edits, tree: SchemaNode) -> None:
    names = {name for name, _ in tree.fields_by_name()}
    widget_turn.advance()
    edits.set_pending({path: dict(cells) for path, cells in waiting.items() if path in names})


def show_what_changed(with_undo: bool = True) -> None:
    """Show after a change of the schema: each variant's F1 before and after, the fields that moved most, and an undo.

    Variants whose file, gold or judge changed since are not among them; without any others, nothing is shown.
    `with_undo`: not where the page has one of its own.
    """
    now = open_evaluation.current()
    before = last_change.before(now)
    names = [] if before is None else last_change.moved_by_schema(before, now)
    if before is None or not (names or now.outdated):
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        if now.outdated:  # their runs are still those from before: they would be said to be unchanged
            words = "**The schema is changed.** What that does to F1 stands here once all variants are scored."
        else:
            words = _what_moved(before, now, names)
        st.markdown(words, width="stretch")
        if with_undo:
            st.button(
                "Undo",
                key="schema.undo",
                on_click=_undo,
                args=(before,),
                **needs("editor", help="Back to the schema before this change."),
            )
        st.button("Keep" if with_undo else "OK", key="schema.keep", on_click=last_change.forget)


def _what_moved(before: OpenEvaluation, now: OpenEvaluation, names: Sequence[str]) -> str:
    """Say it in two short paragraphs: what is worked at is below them, and is to stay in sight."""
    runs = [{name: of.runs[name] for name in names} for of in (before, now)]
    variants, fields = (moved(*runs) for moved in (moved_variants, moved_fields))
    words = "; ".join(f"{plain(change.variant)}: F1 {change.in_words()}" for change in variants)
    first = f"**Scored again under the changed schema.** {words}{over_own_records(now)}".rstrip()
    if not fields:
        return f"{first} No field's F1 moved."
    whole_names = wholes(sorted({path for run in now.runs.values() for path in run.tallies.rows.fields}))
    moves = (
        f"**{plain(named(change.field or '', whole_names))}** {change.of_field()} in {plain(change.variant)}"
        for change in fields
    )
    return f"{first}\n\nFields that moved most: {'; '.join(moves)}"


def _undo(before: OpenEvaluation) -> None:
    """Restore the previous schema as a new version; its runs are still there."""
    number = before.stored.schema_number
    if number is not None:
        back_to(server.store().schemas.get(before.id, number), "undo")
        last_change.forget()


def back_to(version: SchemaVersion, message: str) -> None:
    """Restore a version as a new one with the same text; unapplied edits stay. For the click of a button."""
    now, waiting, schema = open_evaluation.latest(), dict(edits.typed()), version.schema
    try:
        number = _put(now, schema, message, version.content)
    except Conflict as error:
        st.toast(plain(str(error), 400), icon="⚠️")
        return
    score(now.id)
    last_change.remember(now, number)
    _keep_waiting(waiting, parse_eval_schema(schema))


def reset_label(evaluation: OpenEvaluation) -> str:
    """Name what the schema can be reset to."""
    return "Reset to the sample's schema" if evaluation.is_sample else "Reset to the schema read off gold"


def first_schema(evaluation: OpenEvaluation) -> Mapping[str, Any]:
    """Return the sample's schema, or one inferred from gold with the current id. Raises SchemaError, InputError."""
    if evaluation.is_sample:
        return sample_schema(name_of(evaluation.name))
    id_key = evaluation.schema.get("x-eval-id")
    return schema_from_gold(evaluation.gold, id_key)
