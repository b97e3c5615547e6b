"""What gold or a variant held before another file was put in place: found in the history, as long as it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from evaljson.store import Dataset, Evaluation, Event, NotAllowed, NotFound, Store
from evaljson.store.column_types import now
from evaljson.workspace.draft_merge import has_same_records

_LATELY: Final = timedelta(days=1)
"""How long the last change is offered to be undone without being looked for."""


@dataclass(frozen=True, slots=True)
class EarlierFile:
    """Records that gold or a variant had, until a change that can be gone back on."""

    until: Event
    """What put others in their place."""
    variant: str | None
    """The id of the variant; None for gold."""
    name: str
    """Of the variant, as it is called now; empty for gold."""
    dataset: Dataset


@dataclass(frozen=True, slots=True)
class _Replaced:
    """One change of records, and what was there before it."""

    by: Event
    variant: str | None
    name: str
    before: str
    """The id of a dataset, which may be gone."""
    is_undo: bool
    """Whether it put back what the change before it had replaced."""


def earlier_files(store: Store, evaluation: Evaluation, history: Sequence[Event]) -> list[EarlierFile]:
    """List what can be put back, last replaced first: of records that were there several times the last time alone.

    What `gc` removed for good is not in it, nor what is there now, nor files of variants that are removed.
    """
    found: dict[tuple[str | None, str], EarlierFile] = {}
    for one in _replaced(evaluation, history):
        key = (one.variant, one.before)
        if key not in found and one.before != _held(evaluation, one.variant):
            with suppress(NotFound, NotAllowed):
                found[key] = EarlierFile(one.by, one.variant, one.name, store.datasets.get(one.before))
    return list(found.values())


def replaced_last(store: Store, evaluation: Evaluation, history: Sequence[Event]) -> EarlierFile | None:
    """Return what the last change of records replaced, for a day; None if it took back the change before it."""
    one = next(_replaced(evaluation, history), None)
    if one is None or one.is_undo or now() - one.by.moment > _LATELY or one.before == _held(evaluation, one.variant):
        return None
    with suppress(NotFound, NotAllowed):
        return EarlierFile(one.by, one.variant, one.name, store.datasets.get(one.before))
    return None


def put_back(store: Store, evaluation: Evaluation, variant: str | None, dataset: str, *, by: str) -> None:
    """Let gold, or a variant, have the records of a dataset. Raises Conflict, NotFound, StoreError."""
    if variant is not None:
        store.variants.update(evaluation.id, evaluation.revision, variant, data=dataset, by=by)
        return
    same = has_same_records(store, _held(evaluation, None), dataset)
    store.evaluations.set_gold(evaluation.id, evaluation.revision, dataset, by=by, same_records=same)


def _held(evaluation: Evaluation, variant: str | None) -> str | None:
    """Return the dataset that gold or a variant has now."""
    if variant is None:
        return None if evaluation.gold is None else evaluation.gold.id
    return next((one.dataset.id for one in evaluation.variants if one.id == variant), None)


def _is_replacement(event: Event) -> bool:
    if event.what == "changed variant":
        return bool({"file", "ids"} & event.detail.keys()) and not event.detail.get("beside_gold")
    return event.what == "set gold" and event.detail.get("before") is not None


def _replaced(evaluation: Evaluation, history: Sequence[Event]) -> Iterator[_Replaced]:
    """Go through the changes of records of gold and of variants that are there, newest first."""
    names: dict[str | None, str] = {None: "", **{one.id: one.name for one in evaluation.variants}}
    after = {variant: _held(evaluation, variant) for variant in names}
    changes = [event for event in reversed(history) if _is_replacement(event)]
    for place, event in enumerate(changes):
        variant = event.detail.get("variant")
        if variant not in names:
            continue
        previous = next((one for one in changes[place + 1 :] if one.detail.get("variant") == variant), None)
        is_undo = previous is not None and after[variant] == _before(previous)
        yield _Replaced(event, variant, names[variant], _before(event), is_undo)
        after[variant] = _before(event)


def _before(event: Event) -> str:
    before = event.detail["before"]
    return str(before if event.what == "set gold" else before[1])
