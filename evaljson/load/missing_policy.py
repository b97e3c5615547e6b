"""What happens with gold records that have no extracted record to compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from evaljson.base.errors import InputError
from evaljson.load.document_texts import ids_of
from evaljson.load.loaded_records import LoadedRecords, Record, RecordId
from evaljson.load.unreadable import Unreadable, unreadable_ids

MissingRecords = Literal["omit", "exclude"]
Strays = Literal["report", "invented"]
_CHOICES: Final = ("omit", "exclude")


@dataclass(frozen=True, slots=True)
class MissingPolicy:
    """Which records that one side has alone count, leaf by leaf, and which are not scored.

    Raises InputError for a choice that there is not.
    """

    missing_records: MissingRecords = "omit"
    """Whether gold records without an extracted one count as omitted or are not scored."""
    unreadable: MissingRecords = "omit"
    """The same for gold records whose extracted one could not be read."""
    leave_out: tuple[RecordId, ...] = ()
    """Ids of gold records that are not scored, whatever was extracted."""
    without: tuple[int, ...] = ()
    """Places in gold of records that are not scored either: whatever key their ids are under, they stay the same."""
    strays: Strays = "report"
    """Whether extracted records whose id gold lacks are only reported, or count as invented, leaf by leaf."""

    def __post_init__(self) -> None:
        for name in ("missing_records", "unreadable"):
            choice = getattr(self, name)
            if choice not in _CHOICES:
                raise InputError(f'{name} is "omit" or "exclude", not {choice!r}')
        if self.strays not in ("report", "invented"):
            raise InputError(f'strays is "report" or "invented", not {self.strays!r}')

    @property
    def excludes_missing(self) -> bool:
        """Whether gold records without an extracted one are not scored."""
        return self.missing_records == "exclude"

    @property
    def excludes_unreadable(self) -> bool:
        """Whether gold records whose extracted one could not be read are not scored."""
        return self.unreadable == "exclude"

    def with_unreadable(self, unreadable: Unreadable) -> MissingPolicy:
        """Return the policy for one variant: it leaves out its unreadable records if they are excluded."""
        return replace(self, leave_out=(*self.leave_out, *unreadable.ids)) if self.excludes_unreadable else self

    def for_variant(self, gold: Sequence[Record], extracted: LoadedRecords, id_field: str | None) -> MissingPolicy:
        """Return the policy for one variant, with the ids of the records that it leaves out.

        Raises InputError as `pair_by_id`.
        """
        if self.without:
            ids = ids_of(gold, id_field)
            named = replace(self, leave_out=(*self.leave_out, *(ids[at] for at in self.without)), without=())
            return named.for_variant(gold, extracted, id_field)
        if not self.excludes_unreadable:
            return self
        return self.with_unreadable(unreadable_ids(gold, extracted, id_field))

    def arguments(self) -> dict[str, Any]:
        """Return the keyword arguments of `evaluate` that say the same."""
        arguments: dict[str, Any] = {"missing_records": self.missing_records, "leave_out": self.leave_out}
        return arguments if self.strays == "report" else {**arguments, "strays": self.strays}
