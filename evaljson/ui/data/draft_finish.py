"""Turn a draft into an evaluation to score, or merge it into the evaluation whose files it changes.

Other people may have changed that evaluation meanwhile. Their changes stay unless the draft changes the same thing:
then nothing is stored, and the error says who changed what.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evaljson.store import Conflict, Evaluation
from evaljson.ui.session import server, state
from evaljson.ui.session.drafts import UNNAMED
from evaljson.ui.session.evaluation import DataDraft, OpenEvaluation
from evaljson.workspace import scoring_options
from evaljson.workspace.listing import DRAFT
from evaljson.workspace.versions import READ_OFF_GOLD


def finish_draft(evaluation: OpenEvaluation, draft: DataDraft) -> str:
    """Store the draft as an evaluation, and return the id of the evaluation to score.

    Raises SchemaError or InputError if there is no schema to score with, Conflict, NotFound, StoreError.
    """
    schema, store, by = draft.eval_schema(), server.store(), state.who()
    found = evaluation.stored
    origin = found.settings[DRAFT]
    if origin.get("of") is None:
        if found.name == UNNAMED:
            found = store.evaluations.rename(found.id, found.revision, _free_title(draft.title), by=by)
        how = READ_OFF_GOLD if draft.schema is None else "as handed in"
        found = store.schemas.add(found.id, found.revision, schema, by=by, message=how)
        return _set_options(found, _chosen(found, draft), by).id
    target = store.evaluations.get(origin["of"])
    merge = _Merge(origin["base"], found, target)
    wanted = merge.schema(schema)
    merge.check()
    target = merge.bring(by)
    if merge.base["options"] != _chosen(target, draft).as_json():
        target = _set_options(target, _chosen(target, draft), by)
    target = store.schemas.add(target.id, target.revision, wanted, by=by, message="with other files")
    store.evaluations.delete(found.id, found.revision, by=by)
    return target.id


def _chosen(found: Evaluation, draft: DataDraft) -> scoring_options.Options:
    return replace(
        scoring_options.options_of(found.settings),
        unreadable="exclude" if draft.exclude_unreadable else "omit",
        missing_records="exclude" if draft.exclude_missing else "omit",
    )


def _set_options(found: Evaluation, chosen: scoring_options.Options, by: str) -> Evaluation:
    settings = {key: value for key, value in found.settings.items() if key != DRAFT} | {
        scoring_options.KEY: chosen.as_json()
    }
    return server.store().evaluations.set_settings(found.id, found.revision, settings, by=by)


class _Merge:
    """Three states of an evaluation: `base` when the draft was started, the draft, and the evaluation now."""

    def __init__(self, base: Mapping[str, Any], draft: Evaluation, now: Evaluation) -> None:
        self.base, self.draft, self.now = base, draft, now
        self._before: dict[str, tuple[str, str]] = {name: (one[0], one[1]) for name, one in base["variants"].items()}
        self._wanted = {one.name: one.dataset.id for one in draft.variants}
        self._there = {one.id: one for one in now.variants}

    def check(self) -> None:
        """Raise Conflict if someone else changed what the draft changes."""
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
        """Return the schema to make current. Raises Conflict if someone else changed more of it than the record id."""
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
        return Conflict(f"someone else changed {what} after you opened these files. Nothing was stored.", since)

    def bring(self, by: str) -> Evaluation:
        """Store gold and variants that the draft changed; doing it again changes nothing."""
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
    """Return the title, with a number if another evaluation has it."""
    taken = {one.name for one in server.store().evaluations.all()}
    titles = (title if number == 1 else f"{title} ({number})" for number in range(1, len(taken) + 2))
    return next(one for one in titles if one not in taken)


def free_name(name: str, evaluation: Evaluation) -> str:
    """Return the name, with a number if it is taken."""
    taken = {variant.name for variant in evaluation.variants}
    names = [name, *(f"{name} ({number})" for number in range(2, len(taken) + 3))]
    return next(one for one in names if one not in taken)
