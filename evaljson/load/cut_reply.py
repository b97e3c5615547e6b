"""A record whose reply ended early, as a model ends that reached its limit of tokens."""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.load.loaded_records import RecordId


@dataclass(frozen=True, slots=True)
class CutReply:
    """A gold record whose extracted one broke off."""

    record_id: RecordId
    inside: str | None
    """Path of the innermost value of the extracted record that was open there: an object, an array, or a text or number
    that is not finished. None if the record was not read."""
