"""What grounding() finds, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from evaljson.load.loaded_records import RecordId
from evaljson.wording.words import counted, points

if TYPE_CHECKING:
    import pandas as pd

How = Literal["exact", "normalised", "number", "date", "fuzzy"]
"""As it is written; except for case, white space and forms of letters; the same number or day in another form; except
for a few letters."""
HOWS: Final[tuple[How, ...]] = ("exact", "normalised", "number", "date", "fuzzy")


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where a value is in a text."""

    how: How
    start: int
    """Characters of the text before it."""
    end: int
    similarity: float = 1.0
    """Below 1 only where it is fuzzy."""


@dataclass(frozen=True, slots=True)
class NotInText:
    """One value that its text does not have."""

    record: RecordId
    path: str
    """Its field, as a schema path."""
    at: str
    """Its own path in the record: `items[3].price`."""
    value: Any


@dataclass(frozen=True, slots=True)
class FieldGrounding:
    """One field over all records with a text."""

    path: str
    values: int
    """Values that were looked for."""
    found: dict[How, int]
    """How many of them were found, by how; in the order of `HOWS`."""
    records: int
    """Records with such a value."""
    records_without: int
    """Records with a value that is not in the text."""
    low: float | None
    """Wilson's interval of the share of records with a value that is not in the text; None without records."""
    high: float | None
    elsewhere: int = 0
    """Values that the text has, but not at the place that was given for them."""

    @property
    def missing(self) -> int:
        """Values that are not in the text."""
        return self.values - sum(self.found.values())

    @property
    def not_in_text(self) -> float | None:
        """Their share; None where nothing was looked for."""
        return self.missing / self.values if self.values else None


@dataclass(frozen=True, slots=True)
class Grounding:
    """The values of one side, gold or a variant, in the texts of their documents."""

    records: int
    """Records that have a text."""
    without_text: int
    """Records that have none: nothing was looked for."""
    values: int
    """Values that were looked for."""
    not_looked_for: int
    """Values that stand for themselves in no text: null, true, false, empty text."""
    threshold: float
    """The similarity from which a text counts as found."""
    fields: tuple[FieldGrounding, ...]
    """In the order of the schema, then keys that it lacks."""
    missing: tuple[NotInText, ...]
    """In the order of the records."""
    notes: tuple[str, ...] = ()

    @property
    def not_in_text(self) -> float | None:
        """The share of all values that are not in their text."""
        return len(self.missing) / self.values if self.values else None

    @property
    def sentence(self) -> str:
        """What was found, in a sentence."""
        if not self.values:
            return "No value was looked for: no record has a text and a value to look for in it."
        missing, nearly = len(self.missing), sum(one.found.get("fuzzy", 0) for one in self.fields)
        if self.values == 1:
            verb = "is not" if missing else "is nearly" if nearly else "is"
            return f"The only value that was looked for {verb} in the text of its document."
        within = f"{counted(self.values, 'value')} of {counted(self.records, 'record')}"
        if not missing:
            text = "the text of its document" if self.records == 1 else "the text of their document"
            return f"All {within} are in {text}{f', {nearly:,} of them nearly' if nearly else ''}."
        records, verb = len({one.record for one in self.missing}), "is" if missing == 1 else "are"
        return (
            f"{missing:,} of {within} ({points(self.not_in_text)}%) {verb} not in the text of their "
            f"document, in {counted(records, 'record')}."
        )

    def at(self, path: str) -> FieldGrounding | None:
        """Return what was found of one field; None where it has no value anywhere."""
        return next((one for one in self.fields if one.path == path), None)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        fields = [{**asdict(one), "missing": one.missing, "not_in_text": one.not_in_text} for one in self.fields]
        return {**asdict(self), "fields": fields, "not_in_text": self.not_in_text, "sentence": self.sentence}

    def to_frame(self) -> pd.DataFrame:
        """Return a row per field."""
        import pandas as pd

        rows = [
            {
                "path": one.path, "values": one.values, **one.found, "missing": one.missing,
                "not_in_text": one.not_in_text, "records": one.records, "records_without": one.records_without,
                "low": one.low, "high": one.high, "elsewhere": one.elsewhere,
            }
            for one in self.fields
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=_COLUMNS)


_COLUMNS: Final = [
    "path", "values", *HOWS, "missing", "not_in_text", "records", "records_without", "low", "high", "elsewhere",
]  # fmt: skip
