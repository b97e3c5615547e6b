"""How an evaluation is scored, beside its schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from evaljson.load import LoadedRecords, unreadable_ids

KEY = "scoring"
"""Where the options stand in the settings of an evaluation."""


@dataclass(frozen=True, slots=True)
class Options:
    """Settings of an evaluation that figures depend on."""

    missing_records: Literal["omit", "exclude"] = "omit"
    """Whether gold records without an extracted one count as omitted or are left out."""
    unreadable: Literal["omit", "exclude"] = "omit"
    """The same for those whose extracted record could not be read."""

    def as_json(self) -> dict[str, Any]:
        """For settings and signatures."""
        return asdict(self)

    def left_out(self, gold: LoadedRecords, extracted: LoadedRecords, schema: Mapping[str, Any]) -> list[Any]:
        """The ids of gold records that are not scored."""
        if self.unreadable == "omit":
            return []
        records: list[Any] = gold.records
        return list(unreadable_ids(records, extracted, schema.get("x-eval-id")).ids)


def options_of(settings: Mapping[str, Any]) -> Options:
    """Those in the settings of an evaluation; what is not set has its default."""
    given = settings.get(KEY) or {}
    return Options(**{name: given[name] for name in Options.__dataclass_fields__ if name in given})
