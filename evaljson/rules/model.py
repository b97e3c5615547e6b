"""What check_rules() finds, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from evaljson.load.loaded_records import RecordId
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class CheckedRule:
    """One rule over all records."""

    path: str
    """The object that it is about, as a schema path; "" is the record."""
    name: str
    kept: int
    """Objects that keep it."""
    broken: int
    undecided: int
    """Objects of which that is not known: a value is missing, or cannot be read."""
    records: int
    """Records in which it was decided."""
    records_broken: int
    low: float | None
    """Wilson's interval of the share of records that break it; None without records."""
    high: float | None

    @property
    def rate(self) -> float | None:
        """The share of objects that break it, of those decided; None if there are none."""
        decided = self.kept + self.broken
        return self.broken / decided if decided else None


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """One object that breaks a rule."""

    record: RecordId
    path: str
    """Of the rule's object, as a schema path."""
    rule: str
    at: str
    """The object's own path in the record: `line_items[3]`."""
    values: dict[str, Any]
    """What the rule read there, by path."""


@dataclass(frozen=True, slots=True)
class RuleReport:
    """The records of one side, gold or a variant, under the rules of a schema."""

    records: int
    rules: tuple[CheckedRule, ...]
    """In the order of the schema."""
    violations: tuple[BrokenRule, ...]
    """In the order of the records."""

    @property
    def records_broken(self) -> int:
        """Records that break a rule."""
        return len({one.record for one in self.violations})

    @property
    def sentence(self) -> str:
        """What was found, in a sentence."""
        if not self.violations:
            unknown = sum(one.undecided for one in self.rules)
            open_ = f", {counted(unknown, 'time')} undecided" if unknown else ""
            under = f"{counted(self.records, 'record')} under {counted(len(self.rules), 'rule')}"
            return f"No rule is broken: {under}{open_}."
        which = "the rule" if len(self.rules) == 1 else f"one of {len(self.rules):,} rules"
        verb = "breaks" if self.records_broken == 1 else "break"
        return (
            f"{self.records_broken:,} of {counted(self.records, 'record')} {verb} {which}, "
            f"{counted(len(self.violations), 'time')} in all."
        )

    def at(self, path: str, name: str) -> CheckedRule | None:
        """Return what was found of one rule."""
        return next((one for one in self.rules if (one.path, one.name) == (path, name)), None)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        rules = [{**asdict(one), "rate": one.rate} for one in self.rules]
        return {**asdict(self), "rules": rules, "records_broken": self.records_broken, "sentence": self.sentence}

    def to_frame(self) -> pd.DataFrame:
        """Return a row per rule."""
        import pandas as pd

        return pd.DataFrame([{**asdict(one), "rate": one.rate} for one in self.rules], columns=_COLUMNS)


_COLUMNS: Final = [
    "path", "name", "kept", "broken", "undecided", "rate", "records", "records_broken", "low", "high"
]  # fmt: skip
