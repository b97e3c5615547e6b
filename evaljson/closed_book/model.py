"""What closed_book() and changed_documents() find, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from evaljson.load.loaded_records import RecordId
from evaljson.scoring.judging import JudgeUsage
from evaljson.wording.differences import in_points
from evaljson.wording.words import counted, shown_p, signed_points

if TYPE_CHECKING:
    import pandas as pd

FOUND: Final = 0.05
"""The p up to which a model is said to remember."""


@dataclass(frozen=True, slots=True)
class RecalledField:
    """One field: how much of gold's values answers without a document have."""

    path: str
    records: int
    """Records whose gold has the field, and what was shown of them has not."""
    share: float
    """The mean share of its values that the answer has."""
    majority: float
    """The same of an answer that always gives the most common value."""
    shuffled: float
    """The same of answers about other records."""
    over_majority: float
    majority_low: float
    """Of the 95% interval of `over_majority`."""
    majority_high: float
    lift: float
    """share - shuffled: how much better an answer fits its own record."""
    low: float
    """Of the 95% interval of the lift."""
    high: float
    p: float
    """For no lift, by permutations, adjusted for all fields by Holm's method."""

    @property
    def is_remembered(self) -> bool:
        """Whether the lift is more than chance."""
        return self.p <= FOUND


@dataclass(frozen=True, slots=True)
class RecalledRecord:
    """One record, and how well its answer fits."""

    record: RecordId
    share: float
    """Of gold's values that its answer has."""
    by_chance: float
    """Of the values of other records, the same answer has so many on average."""
    fits_best: bool
    """Whether the answer fits no other record as well."""


@dataclass(frozen=True, slots=True)
class ClosedBook:
    """What a model says of documents that it does not get."""

    model: str
    shown: tuple[str, ...]
    """Keys whose values name a document to the model; they are not scored."""
    asked: int
    failed: tuple[tuple[RecordId, str], ...]
    """Records without an answer, and why."""
    f1: float | None
    """The mean F1 of the answers, as of any extraction."""
    share: float | None
    """The mean share of gold's values that an answer has; None where nothing can be compared."""
    shuffled: float | None
    """The same of answers about other records."""
    low: float | None
    """Of the 95% interval of share - shuffled."""
    high: float | None
    p: float | None
    """For answers that fit their own record no better than others: the least of all fields and of whole records, by
    permutations, adjusted for all of these by Holm's method."""
    fields: tuple[RecalledField, ...]
    """In the order of the schema."""
    records: tuple[RecalledRecord, ...]
    """Those whose answers fit them better than others first."""
    usage: JudgeUsage
    notes: tuple[str, ...] = ()

    @property
    def answered(self) -> int:
        """Records with an answer."""
        return self.asked - len(self.failed)

    @property
    def is_remembered(self) -> bool:
        """Whether the model knows more of the records than by chance."""
        return self.p is not None and self.p <= FOUND

    @property
    def sentence(self) -> str:
        """What was found, in a sentence or two."""
        if self.share is None or self.shuffled is None:
            return f"Nothing can be said: {counted(self.answered, 'answer')} and no value to compare."
        shuffled, share, lift = in_points(self.shuffled, self.share)
        within = f"95%: {signed_points(self.low)} to {signed_points(self.high)}"
        first = (
            f"Without the documents, {self.model} gives {share}% of the values of "
            f"{counted(self.answered, 'record')}, and {shuffled}% of those of other records: {lift} "
            f"points ({within}; p {shown_p(self.p)})"
        )
        if not self.is_remembered:
            return f"{first}. Nothing shows that it remembers them."
        some = [one.path for one in self.fields if one.is_remembered]
        named = f", most of all {', '.join(some[:3])}" if some else ""
        best = counted(sum(one.fits_best for one in self.records), "answer fits its", "answers fit their")
        return f"{first}. It remembers some of them{named}. {best} own record best."

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        fields = [{**asdict(one), "is_remembered": one.is_remembered} for one in self.fields]
        more = {"answered": self.answered, "is_remembered": self.is_remembered, "sentence": self.sentence}
        return {**asdict(self), "fields": fields, **more}

    def to_frame(self) -> pd.DataFrame:
        """Return a row per field."""
        import pandas as pd

        return pd.DataFrame([asdict(one) for one in self.fields], columns=list(RecalledField.__dataclass_fields__))


@dataclass(frozen=True, slots=True)
class ChangedField:
    """One field whose values were replaced in texts, and what came back."""

    path: str
    texts: int
    """Texts in which one value of it was replaced, and that were answered."""
    new: int
    """The new value came back: it was read."""
    old: int
    """The old one came back, which the text no longer has: it was remembered."""
    low: float | None
    """Wilson's interval of the share of old ones; None without texts."""
    high: float | None
    p: float
    """How likely so many old values are without memory; adjusted for all fields and all texts together."""

    @property
    def is_remembered(self) -> bool:
        """Whether old values come back more often than by chance."""
        return self.p <= FOUND

    @property
    def neither(self) -> int:
        """Another value, or none."""
        return self.texts - self.new - self.old


@dataclass(frozen=True, slots=True)
class ReplacedValue:
    """One value that was replaced in a text."""

    record: RecordId
    path: str
    at: str
    """Its own path in the record."""
    old: Any
    new: Any
    came_back: str | None
    """"new", "old" or "neither"; None where there was no answer."""


@dataclass(frozen=True, slots=True)
class ChangedDocuments:
    """What a model extracts from texts in which a value was replaced."""

    model: str
    fields: tuple[ChangedField, ...]
    replaced: tuple[ReplacedValue, ...]
    failed: tuple[tuple[RecordId, str], ...]
    """Records without an answer, and why."""
    usage: JudgeUsage
    p: float | None = None
    """The least p of all fields and of all texts together, adjusted; None where nothing was answered."""
    notes: tuple[str, ...] = ()

    @property
    def is_remembered(self) -> bool:
        """Whether old values come back more often than by chance."""
        return self.p is not None and self.p <= FOUND

    @property
    def texts(self) -> int:
        """Texts with an answer."""
        return sum(one.texts for one in self.fields)

    @property
    def old(self) -> int:
        """Answers with the old value."""
        return sum(one.old for one in self.fields)

    @property
    def sentence(self) -> str:
        """What came back, in a sentence."""
        if not self.texts:
            return "No value was replaced: no text has one as it is in gold, or nothing was answered."
        new = counted(sum(one.new for one in self.fields), "time")
        where = ", ".join(one.path for one in self.fields if one.old)
        came = f"the old value, which the text no longer has, came back {counted(self.old, 'time')}" + (
            f" ({where})" if where else ""
        )
        said = f"One value was replaced in each of {counted(self.texts, 'text')}: {came}, the new one {new}."
        if not self.old or self.p is None:
            return said
        chance = "It remembers some of them" if self.is_remembered else "That may be chance"
        return f"{said} {chance} (p {shown_p(self.p)})."

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        fields = [{**asdict(one), "neither": one.neither, "is_remembered": one.is_remembered} for one in self.fields]
        more = {"texts": self.texts, "old": self.old, "is_remembered": self.is_remembered, "sentence": self.sentence}
        return {**asdict(self), "fields": fields, **more}
