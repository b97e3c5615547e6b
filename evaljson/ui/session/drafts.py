"""The draft that is open: files that are being put together, stored with every change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evaljson.load import LoadedRecords
from evaljson.store import Conflict
from evaljson.ui.session import author, open_evaluation, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.workspace import drafts
from evaljson.workspace.drafts import DataDraft


def draft_in(evaluation: OpenEvaluation) -> DataDraft | None:
    """Return the draft that an evaluation is; None for one that is scored."""
    return drafts.stored_draft(evaluation.stored, evaluation.gold, evaluation.variants)


def latest_draft() -> DataDraft:
    """Read the open draft again; an empty one where none is open."""
    return draft_in(open_evaluation.latest()) or DataDraft()


def begin_draft() -> None:
    """Store an empty draft and open it."""
    before = open_evaluation.asked()
    open_evaluation.go_to(drafts.begin_draft(server.store(), DataDraft(), by=author.who(), begun_at=before))


def begin_draft_of(evaluation: OpenEvaluation) -> None:
    """Store a draft that changes the files of an evaluation, and open it."""
    draft = drafts.draft_of(evaluation.gold, evaluation.variants, evaluation.schema, evaluation.missing_policy)
    stored, schema = evaluation.stored, evaluation.schema
    open_evaluation.go_to(drafts.begin_draft_of(server.store(), draft, stored, schema, by=author.who()))


def begin_draft_with(
    added: Sequence[LoadedRecords] = (),
    replaced: Mapping[str, LoadedRecords] | None = None,
    texts: LoadedRecords | None = None,
) -> None:
    """Open a draft of the open evaluation with more in it, to be looked at first.

    More variants, other files of some, or text files without JSON.
    """
    begin_draft_of(open_evaluation.latest())
    draft = latest_draft()
    for name, loaded in (replaced or {}).items():
        others = tuple(other for other in draft.paired_by_position if other != name)
        draft = replace(draft, variants={**draft.variants, name: loaded}, paired_by_position=others)
    for loaded in added:
        draft = draft.with_variant(loaded)
    keep_draft(draft if texts is None else draft.with_more_texts(texts))


def rename_draft(evaluation: OpenEvaluation, name: str) -> None:
    """Name the draft, or what it has become since. Raises StoreError, Conflict."""
    evaluations = server.store().evaluations
    now = evaluations.get(evaluation.id)
    if now.name == name:
        return
    try:
        evaluations.rename(now.id, known_revision(now, evaluation.revision), name, by=author.who())
    except Conflict:
        if evaluations.get(now.id).name != name:  # else an earlier run of this page, cut short by a click, was faster
            raise


def keep_draft(draft: DataDraft) -> None:
    """Store what changed in the open draft. Raises StoreError, and Conflict where it was scored meanwhile."""
    evaluation = open_evaluation.latest()
    before = draft_in(evaluation)
    if before is None:
        raise Conflict("these files were scored meanwhile, so they are no longer a draft. Nothing was stored.")
    drafts.keep_draft(server.store(), evaluation.stored, before, draft, by=author.who())


def cancel_draft() -> None:
    """Delete the open draft, and go back to the evaluation that it came from, or to the sample."""
    evaluation = open_evaluation.latest()
    if draft_in(evaluation) is None:
        return
    before = drafts.drop_draft(server.store(), evaluation.stored, by=author.who())
    if before is not None:
        open_evaluation.go_to(before)
    else:
        open_evaluation.open_sample()
