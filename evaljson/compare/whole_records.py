"""Which fields differ where both sides have whole records: a reply that is lost or cut off moves all fields at once.

That hides what each of them does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.base.listed import first_of
from evaljson.compare.comparison import Comparison
from evaljson.load.loaded_records import RecordId
from evaljson.results.aggregate import record_ids
from evaljson.results.model import RunResult
from evaljson.wording.words import counted

_MOST_LOST: Final = 0.5
"""Share of the records from which on those that are left say little of all."""
_NAMED: Final = 3
"""Fields that are named of each way."""


@dataclass(frozen=True, slots=True)
class FieldsOfWhole:
    """The fields that differ detectably without such records, and do not among all."""

    lost: int
    """Records that either side lacks, or whose reply was cut off."""
    better: tuple[str, ...]
    """Schema paths, in the order of the comparison."""
    worse: tuple[str, ...]

    def is_news(self, every: Comparison) -> bool:
        """Check whether it shows a way, better or worse, that among all records no field goes."""
        ways = {one.verdict for one in every.fields}
        return bool((self.better and "better" not in ways) or (self.worse and "worse" not in ways))

    def in_words(self, b: str) -> str:
        """Say it in a sentence: `Without the 5 records that are missing or cut off on one side, B is better at a.`"""
        records = counted(self.lost, "record")
        are = "is" if self.lost == 1 else "are"
        ways = (("better", self.better), ("worse", self.worse))
        said = " and ".join(f"detectably {way} at {first_of(paths, _NAMED)}" for way, paths in ways if paths)
        return f"Without the {records} that {are} missing or cut off on one side, {b} is {said}."


def lost_records(runs: Sequence[RunResult]) -> set[tuple[type, RecordId]]:
    """Return the records that any of these runs lacks or has cut off, by the type of their id, and id.

    Those that are in no figure of a run, as missing ones may be, are compared nowhere and not among them.
    """
    ids = [*(one for run in runs for one in run.missing), *(one.record_id for run in runs for one in run.cut_off)]
    in_all = set.intersection(*({(type(one), one) for one in record_ids(run.records)} for run in runs))
    return {key for one in ids if (key := (type(one), one)) in in_all}


def whole_places(run: RunResult, lost: set[tuple[type, RecordId]]) -> list[int] | None:
    """Return the places of the other records in a run; None where too few are left."""
    ids = record_ids(run.records)
    places = [place for place, one in enumerate(ids) if (type(one), one) not in lost]
    return places if len(places) > len(ids) * _MOST_LOST else None


def fields_of_whole(every: Comparison, whole: Comparison, lost: int) -> FieldsOfWhole | None:
    """Compare what both comparisons say of each field; None where they say the same. `whole` is of whole records."""
    before = {one.path: one.verdict for one in every.fields}
    better, worse = (
        tuple(one.path for one in whole.fields if one.verdict == way and before.get(one.path) != way)
        for way in ("better", "worse")
    )
    return FieldsOfWhole(lost, better, worse) if better or worse else None
