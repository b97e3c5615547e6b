"""Files that are being put together, as an evaluation of the store that is not scored yet: a refresh loses nothing.

Its settings say what no table holds: under "draft" the schema that was handed in, how records pair, and, where files of
an evaluation that is scored already are being changed, which one that is and how it was then: others may go on with it.
"""

from __future__ import annotations

from typing import Any, Final

from evaljson.store import Evaluation
from evaljson.ui.session import server, state
from evaljson.ui.session.evaluation import DataDraft, OpenEvaluation
from evaljson.workspace.listing import DRAFT
from evaljson.workspace.scoring_options import policy_json

_KEY: Final = DRAFT
UNNAMED: Final = "New evaluation"


def draft_in(evaluation: OpenEvaluation) -> DataDraft | None:
    """The draft that an evaluation is; None for one that is put together."""
    said = evaluation.stored.settings.get(_KEY)
    if said is None:
        return None
    gold = evaluation.gold if evaluation.stored.gold is not None else None
    return DataDraft(gold, evaluation.variants, **{name: said[name] for name in _SAID if name in said})


_SAID = ("schema", "id_key", "by_position", "exclude_unreadable", "exclude_missing")


def begin_draft(new: DataDraft, of: OpenEvaluation | None = None) -> None:
    """Store a new draft and open it; `of` is the evaluation whose files it changes."""
    settings: dict[str, Any] = {_KEY: {**_said(new), "of": None}}
    name = of.name if of is not None else new.title
    held: dict[str, Any] = {}
    if of is not None:
        settings[_KEY] |= {"of": of.id, "base": _base(of)}
        held["gold"] = of.stored.gold.id if of.stored.gold is not None else None
        held["variants"] = {variant.name: variant.dataset.id for variant in of.stored.variants}
    made = server.store().evaluations.create(name, by=state.who(), settings=settings, **held)
    state.go_to(made.id)


def _base(of: OpenEvaluation) -> dict[str, Any]:
    """How an evaluation was when a draft of it was begun: what differs from it later is what somebody changed."""
    stored = of.stored
    return {
        "revision": stored.revision,
        "gold": stored.gold.id if stored.gold is not None else None,
        "variants": {variant.name: [variant.id, variant.dataset.id] for variant in stored.variants},
        "schema": of.schema,
        "schema_number": stored.schema_number,
        "options": policy_json(of.missing_policy),
    }


def rename_draft(evaluation: OpenEvaluation, name: str) -> None:
    """Raises StoreError, Conflict."""
    server.store().evaluations.rename(evaluation.id, evaluation.revision, name, by=state.who())


def keep_draft(evaluation: OpenEvaluation, new: DataDraft) -> None:
    """Store what changed in the draft that is open; begin one where none is."""
    if draft_in(evaluation) is None:
        begin_draft(new)
        return
    store, by, found = server.store(), state.who(), evaluation.stored
    if new.gold is not (evaluation.gold if found.gold is not None else None):
        found = store.evaluations.set_gold(found.id, found.revision, new.gold, by=by)
    found = _keep_variants(found, evaluation, new)
    said = {**found.settings[_KEY], **_said(new)}
    if said != found.settings[_KEY]:
        store.evaluations.set_settings(found.id, found.revision, {**found.settings, _KEY: said}, by=by)


def _keep_variants(found: Evaluation, evaluation: OpenEvaluation, new: DataDraft) -> Evaluation:
    variants, by = server.store().variants, state.who()
    for own in found.variants:
        if own.name not in new.variants:
            found = variants.delete(found.id, found.revision, own.id, by=by)
    known = {own.name: own.id for own in found.variants}
    for name, loaded in new.variants.items():
        if name not in known:
            found = variants.add(found.id, found.revision, name, loaded, by=by)
        elif loaded is not evaluation.variants[name]:
            found = variants.update(found.id, found.revision, known[name], data=loaded, by=by)
    return found


def drop_draft(evaluation: OpenEvaluation) -> None:
    """Take the draft out of sight, and go back to what it was of, or to the sample."""
    said = evaluation.stored.settings.get(_KEY)
    if said is None:
        return
    server.store().evaluations.delete(evaluation.id, evaluation.revision, by=state.who())
    if said.get("of"):
        state.go_to(said["of"])
    else:
        state.open_sample()


def _said(draft: DataDraft) -> dict[str, Any]:
    return {name: getattr(draft, name) for name in _SAID}
