"""Everything that people did in a review, in order: as JSON Lines with all of it, or as CSV for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from evaljson.base.json_text import json_text
from evaljson.report.export.csv_cells import csv_row, text_cell
from evaljson.store import Card, ReviewEvent

_COLUMNS: Final = (
    "number", "moment", "kind", "who", "proof", "role", "card", "place", "record", "path", "variant", "field", "gold",
    "extracted", "answer", "value", "tag", "comment", "act", "undone act", "schema version", "gold dataset",
)  # fmt: skip


def events_jsonl(events: Sequence[ReviewEvent], cards: Sequence[Card]) -> Iterator[bytes]:
    """Write each event on a line, with the place that it is about; a value that is absent is {}."""
    for event in events:
        yield f"{json_text(_whole(event, cards))}\n".encode()


def events_csv(events: Sequence[ReviewEvent], cards: Sequence[Card]) -> Iterator[bytes]:
    """Write each event as a row. Values are JSON; an empty cell is an absent value, or none."""
    yield csv_row(map(text_cell, _COLUMNS)).encode()
    for event in events:
        whole = _whole(event, cards)
        content, at = event.content, whole.get("at") or {}
        cells = [
            str(event.number), event.moment.isoformat(), event.kind, event.who, event.proof, event.role,
            _shown(event.card), _shown(event.place), _shown(at.get("record_id")), at.get("path") or "",
            at.get("variant") or "", whole.get("field") or "", _value(whole.get("gold_value")),
            _value(whole.get("extracted")), _text(content.get("answer")), _value(content.get("value")),
            _text(content.get("tag")), _text(content.get("comment")), event.act, _text(content.get("act")),
            str(event.schema_number), event.gold,
        ]  # fmt: skip
        yield csv_row(map(text_cell, cells)).encode()


def _whole(event: ReviewEvent, cards: Sequence[Card]) -> dict[str, Any]:
    card = None if event.card is None else cards[event.card]
    at: Mapping[str, Any] | None = None if card is None or event.place is None else card.places[event.place]
    return {
        "number": event.number, "moment": event.moment.isoformat(), "kind": event.kind, "who": event.who,
        "proof": event.proof, "role": event.role, "act": event.act, "token": event.token, "card": event.card,
        "place": event.place, "at": at, "field": None if card is None else card.field,
        "gold_value": None if card is None else card.content["gold"],
        "extracted": None if card is None else card.content["extracted"],
        "content": event.content, "schema_number": event.schema_number, "gold": event.gold,
    }  # fmt: skip


def _value(written: object) -> str:
    """Write a value that stands as {"value": …}."""
    return json_text(written["value"]) if isinstance(written, dict) and "value" in written else ""


def _text(content: object) -> str:
    return content if isinstance(content, str) else "" if content is None else json_text(content)


def _shown(number: object) -> str:
    return "" if number is None else str(number)
