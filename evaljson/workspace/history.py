"""The history of an evaluation, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from evaljson.load.variant_names import without_beginning
from evaljson.store import Event, Variant
from evaljson.wording.short_names import OF_MESSAGE, begun
from evaljson.wording.words import counted
from evaljson.workspace.variant_notes import Notes

_CHANGED_SCHEMA: Final = "changed the schema:"
_WITH_NAME: Final = {
    "created": "began it as {}",
    "renamed": "renamed it to {}",
    "added variant": "added the variant {}",
    "deleted variant": "removed the variant {}",
    "undeleted variant": "brought the variant {} back",
    _CHANGED_SCHEMA: "changed the eval schema: {}",
    "made review": "made the review {}",
    "changed review": "changed the review {}",
    "deleted review": "removed the review {}",
    "undeleted review": "brought the review {} back",
    "applied review": "put in gold as corrected in the review {}",
    "took back review": "put back the gold from before the review {}",
}
READ_DRAFT: Final = "said how files that are not scored yet are read or paired"
"""What is noted of the settings of a draft."""
FINISHED_DRAFT: Final = "put the files together to be scored"
"""What is noted once a draft is none any more."""
_TEXTS: Final = {
    "added variant": "added text files, in case they are documents of gold",
    "changed variant": "changed the text files that may be documents of gold",
    "deleted variant": "took the text files out of those to be scored",
}
"""What the history says of the text files of a draft, which are stored as a variant that nobody sees."""
_ORDERED: Final = "put the variants in order"
_NOTES: Final = tuple(note.name for note in fields(Notes))
_PLAIN: Final = {
    "set gold": "put in gold",
    "took gold out": "took gold out",
    "changed settings": "changed how it is scored or put together",
    "deleted": "deleted it",
    "used up": "put its files into the evaluation that they were taken from",
    "undeleted": "brought it back",
    _ORDERED: "put the variants in another order",
}


def in_words(event: Event, *, most: int | None = OF_MESSAGE) -> str:
    """Return what happened as a phrase that follows a name: "added the variant 'Prompt A'".

    `most`: of a longer message of a version, the beginning is given; None for all of it.
    """
    detail = event.detail
    if detail.get("beside_gold") and event.what in _TEXTS:
        return _TEXTS[event.what]
    if event.what == "changed settings" and detail.get("about"):
        return str(detail["about"])
    if event.what == "changed variant":
        return _changed_variant(detail)
    if event.what == "took back review" and detail.get("last"):
        return f"took the newer answers of the review {_quoted(detail.get('name', ''))} out of gold again"
    if event.what == "renamed review":
        return f"renamed the review {_quoted(detail.get('before', ''))} to {_quoted(detail.get('name', ''))}"
    if event.what == "set gold" and detail.get("before"):
        is_same = detail.get("same_records")
        return "changed the texts kept beside gold, not its records" if is_same else "put other gold in place"
    if event.what in _WITH_NAME and "name" in detail:
        name = without_beginning(detail["name"]) if event.what.endswith("variant") else detail["name"]
        if event.what == _CHANGED_SCHEMA and most is not None:
            name = begun(name, most)
        return _WITH_NAME[event.what].format(_quoted(name))
    return _PLAIN.get(event.what, event.what)


def _changed_variant(detail: Mapping[str, Any]) -> str:
    now, before = detail.get("name", ""), (detail.get("before") or [""])[0]
    # Keys that are not from the form of a variant say nothing to people; older events name none.
    noted = ", ".join(note for note in _NOTES if note in detail.get("notes", ()))
    if now != before:
        return f"renamed {_quoted(before)} to {_quoted(now)}" + (f" and changed its {noted}" if noted else "")
    if detail.get("ids"):
        count = counted(int(detail["ids"]), "id")
        return f"changed how {count} of {_quoted(without_beginning(now))} {'is' if detail['ids'] == 1 else 'are'} read"
    if detail.get("file"):
        of, file = _quoted(without_beginning(now)), _quoted(detail["file"])
        if detail.get("same_records"):
            return f"put another file of {of} in place, {file}, with the same records"
        return f"put other records of {of} in place, from {file}"
    return f"changed the variant {_quoted(without_beginning(now))}" + (f": {noted}" if noted else "")


def file_came(history: Iterable[Event], variant: Variant) -> tuple[str, datetime]:
    """Return who handed in the file that a variant has, and when: with the variant, or in place of another file.

    A file that was put back by an undo is still of whoever brought it first.
    """
    changes = [one for one in history if one.what == "changed variant" and one.detail.get("variant") == variant.id]
    held = [*(one.detail["before"][1] for one in changes), variant.dataset.id]
    came = {held[0]: (variant.created_by, variant.created)}
    for change, after in zip(changes, held[1:], strict=True):
        as_read = came.get(change.detail["before"][1]) if change.detail.get("ids") else None  # of the same file
        came.setdefault(after, as_read or (change.who, change.moment))
    return came[variant.dataset.id]


def _quoted(name: Any) -> str:
    return f"“{name}”"


def when(moment: datetime) -> str:
    """Format a moment to the minute, in UTC, as people who share a link may be in different time zones."""
    return f"{moment.day} {moment:%b %Y, %H:%M} UTC"


def is_in_own_order(history: Iterable[Event]) -> bool:
    """Check whether someone has put the variants in order: until then they are as their files came."""
    return any(event.what == _ORDERED for event in history)
