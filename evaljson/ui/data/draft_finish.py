"""A draft becomes an evaluation that can be scored, or goes into the one whose files it changes.

Others may have changed that one meanwhile. What the draft does not touch stays as they left it; where both changed the
same thing, nothing is stored, and the error says who did what.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaljson.load.missing_policy import MissingPolicy
from evaljson.store import Conflict, Evaluation
from evaljson.ui.session import server, state
from evaljson.ui.session.drafts import UNNAMED
from evaljson.ui.session.evaluation import DataDraft, OpenEvaluation
from evaljson.workspace.listing import DRAFT
from evaljson.workspace.scoring_options import KEY, policy_json
from evaljson.workspace.versions import READ_OFF_GOLD


def finish_draft(evaluation: OpenEvaluation, draft: DataDraft) -> str:
    """The id of the evaluation to be scored.

    Raises SchemaError or InputError where there is no schema to score with, Conflict, NotFound, StoreError.
    """
    schema, store, by = draft.eval_schema(), server.store(), state.who()
    found = evaluation.stored
    said = found.settings[DRAFT]
    if said.get("of") is None:
        if found.name == UNNAMED:
            found = store.evaluations.rename(found.id, found.revision, _free_title(draft.title), by=by)
        how = READ_OFF_GOLD if draft.schema is None else "as handed in"
        found = store.schemas.add(found.id, found.revision, schema, by=by, message=how)
        return _set_policy(found, _policy(draft), by).id
    target = store.evaluations.get(said["of"])
    merge = _Merge(said["base"], found, target)
    wanted = merge.schema(schema)
    merge.check()
    target = merge.bring(by)
    policy = _policy(draft)
    if merge.base["options"] != policy_json(policy):
        target = _set_policy(target, policy, by)
    target = store.schemas.add(target.id, target.revision, wanted, by=by, message="with other files")
    store.evaluations.delete(found.id, found.revision, by=by)
    return target.id


def _policy(draft: DataDraft) -> MissingPolicy:
    return MissingPolicy(
        missing_records="exclude" if draft.exclude_missing else "omit",
        unreadable="exclude" if draft.exclude_unreadable else "omit",
    )


def _set_policy(found: Evaluation, policy: MissingPolicy, by: str) -> Evaluation:
    settings = {key: value for key, value in found.settings.items() if key != DRAFT} | {KEY: policy_json(policy)}
    return server.store().evaluations.set_settings(found.id, found.revision, settings, by=by)


class _Merge:
    """Three states of an evaluation: `base` as the draft was begun, the draft, and as it is now."""

    def __init__(self, base: Mapping[str, Any], draft: Evaluation, now: Evaluation) -> None:
        self.base, self.draft, self.now = base, draft, now
        self._before: dict[str, tuple[str, str]] = {name: (one[0], one[1]) for name, one in base["variants"].items()}
        self._wanted = {one.name: one.dataset.id for one in draft.variants}
        self._there = {one.id: one for one in now.variants}

    def check(self) -> None:
        """Raises Conflict where somebody else changed what the draft changes."""
        gold, now = self.draft.gold, self.now.gold
        if gold is not None and gold.id != self.base["gold"] and now is not None and now.id not in self._gold_ids():
            raise self._conflict("gold")
        for name, (identity, dataset) in self._before.items():
            wanted, there = self._wanted.get(name), self._there.get(identity)
            if wanted == dataset or (wanted is None and there is None):
                continue
            if there is None or there.dataset.id not in (dataset, wanted):
                raise self._conflict(f"the variant {name!r}")

    def _gold_ids(self) -> tuple[Any, ...]:
        return self.base["gold"], self.draft.gold.id if self.draft.gold is not None else None

    def schema(self, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
        """The one to put in force. Raises Conflict where somebody else changed it too, beside the id that pairs."""
        if self.now.schema_number in (None, self.base["schema_number"]):
            return wanted
        assert self.now.schema_number is not None
        theirs = server.store().schemas.get(self.now.id, self.now.schema_number).schema
        if wanted in (theirs, self.base["schema"]):
            return theirs
        rest, before = ({key: v for key, v in one.items() if key != _ID} for one in (wanted, self.base["schema"]))
        if rest != before or theirs.get(_ID) != self.base["schema"].get(_ID):
            raise self._conflict("the eval schema")
        theirs.pop(_ID, None)
        return {**theirs, _ID: wanted[_ID]} if _ID in wanted else theirs

    def _conflict(self, what: str) -> Conflict:
        since = [
            event
            for event in server.store().evaluations.history(self.now.id)
            if event.revision > int(self.base["revision"])
        ]
        return Conflict(f"somebody else changed {what} since these files were opened. Nothing was stored.", since)

    def bring(self, by: str) -> Evaluation:
        """Gold and variants, where the draft changed them; doing it once more changes nothing."""
        store, now = server.store(), self.now
        gold = self.draft.gold
        if gold is not None and gold.id != self.base["gold"] and (now.gold is None or now.gold.id != gold.id):
            now = store.evaluations.set_gold(now.id, now.revision, gold.id, by=by)
        for name, (identity, dataset) in self._before.items():
            wanted, there = self._wanted.get(name), self._there.get(identity)
            if there is None or wanted in (dataset, there.dataset.id):
                continue
            if wanted is None:
                now = store.variants.delete(now.id, now.revision, identity, by=by)
            else:
                now = store.variants.update(now.id, now.revision, identity, data=wanted, by=by)
        for name, dataset in self._wanted.items():
            if name in self._before:
                continue
            own = now.variant(name)
            if own is None or own.dataset.id != dataset:
                now = store.variants.add(now.id, now.revision, free_name(name, now), dataset, by=by)
        return now


_ID = "x-eval-id"


def _free_title(title: str) -> str:
    """The title, or with a number where another evaluation has it."""
    taken = {one.name for one in server.store().evaluations.all()}
    titles = (title if number == 1 else f"{title} ({number})" for number in range(1, len(taken) + 2))
    return next(one for one in titles if one not in taken)


def free_name(name: str, evaluation: Evaluation) -> str:
    """The name, or with a number where it is taken."""
    taken = {variant.name for variant in evaluation.variants}
    names = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 3))]
    return next(one for one in names if one not in taken)
