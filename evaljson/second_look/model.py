"""What judged_confidences() finds, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from evaljson.load.loaded_records import RecordId
from evaljson.scoring.judging import JudgeUsage


@dataclass(frozen=True, slots=True)
class JudgedConfidences:
    """How sure a model is of extracted values, after a look at the texts of their documents."""

    model: str
    by_record: Mapping[RecordId, Mapping[str, float]]
    """By record id (by position without ids) and path in the extracted record, from 0 to 1; pass it to
    `review_effort`. A record without an answer is not in it, and neither is a value that the answer leaves out."""
    failed: tuple[tuple[RecordId, str], ...]
    """Records without a readable answer, with the reason."""
    without_text: tuple[RecordId, ...]
    """Records that nobody was asked about, since their document has no text."""
    usage: JudgeUsage

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data; records as a list, since ids may be numbers."""
        records = [{"record": record, "confidences": dict(paths)} for record, paths in self.by_record.items()]
        return {
            "model": self.model, "records": records, "failed": [list(one) for one in self.failed],
            "without_text": list(self.without_text), "usage": asdict(self.usage),
        }  # fmt: skip
