"""A finished draft becomes an evaluation that can be scored, or goes into the one whose files it changes.

Others may have changed that one meanwhile. What the draft does not touch stays as they left it; where both changed the
same thing, nothing is stored, and the error says who did what.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any, Final

from evaljson.load.missing_policy import MissingPolicy
from evaljson.schema import annotate_xeval
from evaljson.store import Conflict, Evaluation, Store
from evaljson.workspace.draft_documents import as_finished, held_documents, settle_documents
from evaljson.workspace.drafts import UNNAMED, DataDraft
from evaljson.workspace.history import FINISHED_DRAFT
from evaljson.workspace.ids_changed import ids_changed
from evaljson.workspace.json_schema import with_json_schema
from evaljson.workspace.listing import DRAFT
from evaljson.workspace.scoring_options import policy_json, with_policy
from evaljson.workspace.versions import READ_OFF_GOLD

_ID: Final = "x-eval-id"


def finish_draft(store: Store, stored: Evaluation, draft: DataDraft, *, by: str) -> str:
    """Store the draft as an evaluation to be scored; its id.

    Raises SchemaError or InputError where there is no schema to score with, Conflict, NotFound, StoreError.
    """
    schema = draft.eval_schema()
    held = stored.settings[DRAFT]
    if held.get("of") is None:
        return _finish_new(store, stored, draft, schema, by)
    target = store.evaluations.get(held["of"])
    theirs = None if target.schema_number is None else store.schemas.get(target.id, target.schema_number).schema
    gold = draft.scored_gold()
    finished = stored if held_documents(stored) is None or gold is None else as_finished(stored, gold)
    merge = DraftMerge(held["base"], finished, target)
    merged, clash = merge.schema(schema, theirs), merge.clash()
    if merged is None or clash is not None:
        raise _conflict(store, target, held["base"], "the eval schema" if merged is None else str(clash))
    if gold is not None:
        stored = settle_documents(store, stored, gold, by=by)
    target = _bring(store, merge, by)
    policy = draft.missing_policy()
    if held["base"]["options"] != policy_json(policy) or draft.json_schema is not None:
        target = _set_policy(store, target, policy, draft.json_schema, by)
    # A draft writes comparators out: other files or options alone make no other schema.
    known = None if theirs is None else annotate_xeval(copy.deepcopy(dict(theirs)))
    if known is None or not _reads_alike(merged, known):
        target = store.schemas.add(target.id, target.revision, merged, by=by, message=_message(draft, merged, known))
    store.evaluations.delete(stored.id, stored.revision, by=by, is_used_up=True)
    return target.id


def _reads_alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Check whether two schemas are the same, whatever their white space and the place of the id."""
    return one.get(_ID) == other.get(_ID) and _rest(one) == _rest(other)


def _rest(schema: Mapping[str, Any]) -> str:
    """Return all but the id as text, for the order of the fields is the order on pages."""
    return json.dumps({key: value for key, value in schema.items() if key != _ID})


def _message(draft: DataDraft, merged: Mapping[str, Any], before: Mapping[str, Any] | None) -> str:
    """Say what the schema is, or what became of it."""
    if draft.schema is None:
        return READ_OFF_GOLD
    if before is None or _rest(merged) != _rest(before):
        return "as handed in"
    return f"pair records by {merged[_ID]}" if _ID in merged else "pair records by position"


def _finish_new(store: Store, stored: Evaluation, draft: DataDraft, schema: Mapping[str, Any], by: str) -> str:
    evaluation = stored
    if evaluation.name == UNNAMED:
        title = free_title(store, draft.title)
        evaluation = store.evaluations.rename(evaluation.id, evaluation.revision, title, by=by)
    message = _message(draft, schema, None)
    evaluation = store.schemas.add(evaluation.id, evaluation.revision, schema, by=by, message=message)
    gold = draft.scored_gold()
    if gold is not None:
        evaluation = settle_documents(store, evaluation, gold, by=by)
    return _set_policy(store, evaluation, draft.missing_policy(), draft.json_schema, by).id


def _set_policy(
    store: Store, evaluation: Evaluation, policy: MissingPolicy, given: Mapping[str, Any] | None, by: str
) -> Evaluation:
    """Set the policy, and the JSON Schema that was given, if one was."""
    settings = with_policy({key: value for key, value in evaluation.settings.items() if key != DRAFT}, policy)
    settings = settings if given is None else with_json_schema(settings, given)
    about = FINISHED_DRAFT if DRAFT in evaluation.settings else ""
    return store.evaluations.set_settings(evaluation.id, evaluation.revision, settings, by=by, about=about)


class DraftMerge:
    """Three states of an evaluation: `base` when the draft was begun, the draft, and as it is now."""

    def __init__(self, base: Mapping[str, Any], draft: Evaluation, now: Evaluation) -> None:
        self.base, self.draft, self.now = base, draft, now
        self.before: dict[str, tuple[str, str]] = {name: (pair[0], pair[1]) for name, pair in base["variants"].items()}
        self.wanted = {variant.name: variant.dataset.id for variant in draft.variants}
        self.there = {variant.id: variant for variant in now.variants}

    def clash(self) -> str | None:
        """Name what others changed that the draft changes too, in gold and variants; None for nothing."""
        gold, now = self.draft.gold, self.now.gold
        if gold is not None and now is not None and len({self.base["gold"], gold.id, now.id}) == 3:
            return "gold"
        for name, (identity, dataset) in self.before.items():
            new_data, there = self.wanted.get(name), self.there.get(identity)
            if new_data == dataset or (new_data is None and there is None):
                continue
            if there is None or there.dataset.id not in (dataset, new_data):
                return f"the variant {name!r}"
        return None

    def schema(self, mine: Mapping[str, Any], theirs: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the schema to use; None where both changed it, beside the id that pairs."""
        if theirs is None or self.now.schema_number == self.base["schema_number"]:
            return mine
        base = self.base["schema"]
        if mine in (theirs, base):
            return theirs
        rest, before = ({key: value for key, value in schema.items() if key != _ID} for schema in (mine, base))
        if rest != before or theirs.get(_ID) != base.get(_ID):
            return None
        without = {key: value for key, value in theirs.items() if key != _ID}
        return {**without, _ID: mine[_ID]} if _ID in mine else without


def _conflict(store: Store, evaluation: Evaluation, base: Mapping[str, Any], what: str) -> Conflict:
    history = store.evaluations.history(evaluation.id)
    since = [event for event in history if event.revision > int(base["revision"])]
    return Conflict(f"{what} was changed since these files were opened. Nothing was stored.", since, evaluation.id)


def has_same_records(store: Store, before: str | None, after: str) -> bool:
    """Check whether gold differs from that before in nothing but what is kept beside its records."""
    if before is None:
        return False
    old, new = (store.datasets.load(one).records for one in (before, after))
    # As text: 1, 1.0 and true are equal in Python, and not the same gold.
    return len(old) == len(new) and all(map(str.__eq__, map(repr, old), map(repr, new)))


def _bring(store: Store, merge: DraftMerge, by: str) -> Evaluation:
    """Store gold and variants where the draft changed them; doing it again changes nothing."""
    now, gold = merge.now, merge.draft.gold
    if gold is not None and gold.id != merge.base["gold"] and (now.gold is None or now.gold.id != gold.id):
        same = has_same_records(store, merge.base["gold"], gold.id)
        now = store.evaluations.set_gold(now.id, now.revision, gold.id, by=by, same_records=same)
    for name, (identity, dataset) in merge.before.items():
        new_data, there = merge.wanted.get(name), merge.there.get(identity)
        if there is None or new_data in (dataset, there.dataset.id):
            continue
        if new_data is None:
            now = store.variants.delete(now.id, now.revision, identity, by=by)
        else:
            read = ids_changed(store.datasets.load(there.dataset.id), store.datasets.load(new_data))
            now = store.variants.update(now.id, now.revision, identity, data=new_data, by=by, ids=read)
    for name, dataset in merge.wanted.items():
        if name in merge.before:
            continue
        variant = now.variant(name)
        if variant is None or variant.dataset.id != dataset:
            now = store.variants.add(now.id, now.revision, free_name(name, now), dataset, by=by)
    return now


def free_title(store: Store, title: str) -> str:
    """Return the title, with a number where another evaluation has it."""
    return _free(title, {summary.name for summary in store.evaluations.all()})


def free_name(name: str, evaluation: Evaluation) -> str:
    """Return the name, with a number where another variant has it."""
    return _free(name, {variant.name for variant in evaluation.variants})


def _free(name: str, taken: set[str]) -> str:
    names = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 2))]
    return next(free for free in names if free not in taken)
