"""What leaks() finds, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from evaljson.load.loaded_records import RecordId
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["gold in a prompt", "document in a prompt", "twice in gold", "in tuning data"]
How = Literal["the same", "nearly the same", "values", "13 words in a row"]


@dataclass(frozen=True, slots=True)
class Leak:
    """One gold record, or its document, where it must not be."""

    kind: Kind
    record: RecordId
    """Its id; its position in gold where records have no ids."""
    where: str
    """The name of the prompt; "gold"; "tuning data"."""
    other: RecordId | None
    """The record there, of gold or of tuning data."""
    how: How
    share: float
    """How much of it is there: of its values, or of its runs of 13 words."""
    evidence: str
    """What was found, or where both differ."""


@dataclass(frozen=True, slots=True)
class Leaks:
    """All leaks, the surest first."""

    records: int
    """Gold records that were looked at."""
    prompts: tuple[str, ...]
    found: tuple[Leak, ...]
    notes: tuple[str, ...] = ()

    @property
    def leaked(self) -> tuple[RecordId, ...]:
        """The gold records that leaked, each once; of two that are the same the later one: for `leave_out`."""
        return tuple(dict.fromkeys(one.record for one in self.found))

    @property
    def sentence(self) -> str:
        """What was found, in a sentence."""
        if not self.found:
            return f"No leak found among {counted(self.records, 'gold record')}."
        parts = [
            f"{counted(len({one.record for one in self.found if one.kind == kind}), 'record')} {_WORDS[kind]}"
            for kind in _WORDS
            if any(one.kind == kind for one in self.found)
        ]
        return f"Of {counted(self.records, 'gold record')}, {', '.join(parts)}: figures over these say too much."

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {**asdict(self), "leaked": list(self.leaked), "sentence": self.sentence}

    def to_frame(self) -> pd.DataFrame:
        """Return a row per leak."""
        import pandas as pd

        return pd.DataFrame([asdict(one) for one in self.found], columns=_COLUMNS)


_WORDS: Final[dict[Kind, str]] = {
    "gold in a prompt": "in a prompt",
    "document in a prompt": "whose document is in a prompt",
    "twice in gold": "that another one repeats",
    "in tuning data": "in tuning data too",
}
_COLUMNS: Final = ["kind", "record", "where", "other", "how", "share", "evidence"]
