"""Corrected gold as JSON Lines, and the list of its changes as JSON Lines or CSV."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from evaljson.base.json_text import json_text
from evaljson.base.jsontypes import ABSENT
from evaljson.load.loaded_records import LoadedRecords, Record
from evaljson.report.export.csv_cells import csv_row, text_cell
from evaljson.review.corrected_gold import CorrectedGold, GoldChange
from evaljson.review.json_values import present
from evaljson.wording.words import person

_COLUMNS: Final = ("record", "path", "before", "after", "people", "cards", "not made because", "said otherwise")


def gold_jsonl(fixed: CorrectedGold, gold: LoadedRecords | None = None) -> Iterator[bytes]:
    """Write each record on a line, in the order of gold, with what came beside it in `gold`, such as its source text.

    That stands behind the keys of the record. A key that any record of gold has itself is written otherwise: it would
    be a value of gold where a record lacks it.
    """
    beside: Sequence[Record] = (None if gold is None else gold.metadata) or ()
    own = {key for record in (gold.records if beside and gold is not None else ()) for key in record or ()}
    for at, record in enumerate(fixed.records):
        more = beside[at] if at < len(beside) and isinstance(record, dict) else {}
        whole = {**record, **{_other_than(own, key): value for key, value in more.items()}} if more else record
        yield f"{json_text(whole)}\n".encode()


def _other_than(own: Collection[str], key: str) -> str:
    while key in own:
        key = f"{key} (beside)"
    return key


def changes_jsonl(fixed: CorrectedGold) -> Iterator[bytes]:
    """Write each change on a line; those that cannot be made say why."""
    for change, why in _all(fixed):
        refused = {} if why is None else {"refused": why}
        yield f"{json_text({**change_as_json(change), **refused})}\n".encode()


def changes_csv(fixed: CorrectedGold) -> Iterator[bytes]:
    """Write each change as a row. Values are JSON; an empty cell is an absent value."""
    yield csv_row(map(text_cell, _COLUMNS)).encode()
    for change, why in _all(fixed):
        cells = (
            str(change.record_id), change.path, _value(change.before), _value(change.after),
            "; ".join(change.people), " ".join(map(str, change.cards)), why,
            "; ".join(f"{other.who}: {other.said}" for other in change.others),
        )  # fmt: skip
        yield csv_row(map(text_cell, cells)).encode()


def change_as_json(change: GoldChange) -> dict[str, Any]:
    """Write a change as JSON; a value that is absent is {}."""
    return {
        "record": change.record_id, "path": change.path, "before": present(change.before),
        "after": present(change.after), "people": list(change.people), "cards": list(change.cards),
        "others": [{"who": other.who, "said": other.said} for other in change.others],
    }  # fmt: skip


def said_by(change: GoldChange) -> list[str]:
    """Say who answered so, then who said otherwise and what: `["Eva, Zoe", "Ben: Gold is right"]`."""
    people = ", ".join(map(person, change.people))
    return [people, *(f"{person(other.who)}: {other.said}" for other in change.others)]


def _all(fixed: CorrectedGold) -> Sequence[tuple[GoldChange, str | None]]:
    return [*((change, None) for change in fixed.changes), *((one.change, one.why) for one in fixed.refused)]


def _value(value: Any) -> str:
    return "" if value is ABSENT else json_text(value)
