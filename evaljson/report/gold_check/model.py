"""What check_gold() finds, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from evaljson.base.json_text import finite
from evaljson.base.jsontypes import ABSENT
from evaljson.load.loaded_records import RecordId
from evaljson.review.json_values import present, value_of
from evaljson.wording.around import cut_around
from evaljson.wording.values import as_text
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["another value", "nothing in gold"]
InText = Literal["only theirs", "both", "only gold", "neither"]
Why = Literal["record", "same values", "same difference", "field", "writing", "nothing"]


@dataclass(frozen=True, slots=True)
class ContradictedValue:
    """One value of gold that all variants contradict alike."""

    record: RecordId
    """Its id; its position in gold where records have no ids."""
    position: int
    """Of the record in gold."""
    field: str
    """Schema path."""
    path: str
    """Where gold has the value, or would have it."""
    kind: Kind
    gold: Any
    """Raw; ABSENT where gold has no such key."""
    extracted: Any
    """Raw, as the first of the variants has it."""
    variants: tuple[str, ...]
    """Those that say so: all that have the record."""
    silent: tuple[str, ...]
    """Variants without the record."""
    is_literal: bool
    """Whether all have just this value; else values that the rule of the field counts as the same."""
    wrong: float
    """The share of the field's values, over all variants, that differ from gold: the lower, the stranger this is."""
    in_text: InText | None = None
    """Which of both values the text of the document has; None without a text, for values that no text has, and
    where variants wrote theirs otherwise than the text has it."""

    @property
    def has_nothing(self) -> bool:
        """Whether gold has null or no such key."""
        return self.gold is None or self.gold is ABSENT

    @property
    def who(self) -> str:
        """Who contradicts gold: `All 3 variants`."""
        count = len(self.variants)
        return f"{'Both' if count == 2 else f'All {count:,}'} {_HAVING if self.silent else 'variants'}"

    @property
    def or_alike(self) -> str:
        """What to add behind the value that they have: "" if all have just this one."""
        return "" if self.is_literal else ", or what counts as the same,"

    @property
    def sentence(self) -> str:
        """What contradicts what, in a sentence. It does not say who is right."""
        gold, extracted = self.shown
        said = f"{self.who} say {extracted}{self.or_alike} where gold has {gold}: check gold."
        return f"{said} {self.text_in_words}".rstrip()

    @property
    def text_in_words(self) -> str:
        """Which value alone is in the text, in a sentence; "" where that tells nothing."""
        if self.in_text == "only theirs":
            return "The text has their value." if self.has_nothing else "The text has their value, not that of gold."
        return "The text has the value of gold, not theirs." if self.in_text == "only gold" else ""

    @property
    def shown(self) -> tuple[str, str]:
        """The values of gold and of the variants as text, cut so that what differs is in it."""
        return cut_around(_text(self.gold), _text(self.extracted), _LONGEST)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; `gold` is {} where gold has no such key, else {"value": …}."""
        plain = {name: getattr(self, name) for name in ("record", "position", "field", "path", "kind")}
        values = {"gold": present(finite(self.gold)), "extracted": present(finite(self.extracted))}
        others = {
            "is_literal": self.is_literal,
            "wrong": self.wrong,
            "in_text": self.in_text,
            "sentence": self.sentence,
        }
        return {**plain, **values, "variants": list(self.variants), "silent": list(self.silent), **others}

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> ContradictedValue:
        """Read what `to_dict` wrote."""
        values = {"gold": value_of(written["gold"]), "extracted": value_of(written["extracted"])}
        names = {name: tuple(written[name]) for name in ("variants", "silent")}
        known = {name: one for name, one in written.items() if name != "sentence"}
        return cls(**{**known, **values, **names})


@dataclass(frozen=True, slots=True)
class ContradictedField:
    """A field that variants contradict alike in so many records that its definition, not one value, is in question."""

    field: str
    values: int
    """All that variants contradict alike here, those that are listed too."""
    records: int
    """In so many records."""
    among: int
    """Records that have the field, in gold or in any variant."""
    looked: int = 0
    """Values that were looked for in the texts of their documents, with those of the variants."""
    only_theirs: int = 0
    """Those of them of which the text has the value of the variants alone."""

    @property
    def sentence(self) -> str:
        """Say it in a sentence."""
        so_often = f"{self.only_theirs:,} of {self.looked:,}"
        texts = f" But the text has their value, and not that of gold, in {so_often}: look there."
        return (
            f"{self.field or '(the record)'}: variants agree with each other against gold in "
            f"{counted(self.records, 'record')} of {self.among:,}. "
            f"{_TOO_OFTEN}{texts if self.only_theirs else ''}"
        )


@dataclass(frozen=True, slots=True)
class ContradictedRecord:
    """A record that variants contradict alike in so many places that they read something else than gold."""

    record: RecordId
    values: int


@dataclass(frozen=True, slots=True)
class GoldCheck:
    """All that was found, the strongest first."""

    variants: tuple[str, ...]
    """Those that were asked; one of several that extracted the very same."""
    copies: tuple[str, ...]
    """Variants that extracted the very same as one of them."""
    contradicted: int
    """Values of gold that all variants contradict alike, listed or not."""
    found: tuple[ContradictedValue, ...]
    fields: tuple[ContradictedField, ...] = ()
    """Those of which values were left out as too many, most records first."""
    records: tuple[ContradictedRecord, ...] = ()
    """Those that were left out as a whole, most values first."""
    left_out: Mapping[Why, int] = field(default_factory=dict)
    """How many values are not listed, and why."""
    more: int = 0
    """Values beyond those in `found`, where only the strongest are kept."""

    @property
    def listed(self) -> int:
        """How many values stand alone."""
        return len(self.found) + self.more

    @property
    def sentence(self) -> str:
        """What was found, in a sentence."""
        if len(self.variants) < 2:
            return "Gold is checked once two variants that differ are scored."
        if not self.found:
            return f"No single value of gold stands alone against all {len(self.variants):,} variants."
        values = counted(self.listed, "value")
        them = "it" if self.listed == 1 else "them"
        return f"{values} of gold: {self.whom} contradict {them} alike. Check gold there."

    @property
    def whom(self) -> str:
        """Who contradicts gold: `all 3 variants`."""
        variants = len(self.variants) + len(self.copies)
        if variants == 2:
            return "both variants"
        are_all = not self.more and not any(one.silent for one in self.found)
        return f"all {variants:,} variants" if are_all else "all variants that have the record"

    @property
    def besides(self) -> str:
        """How many values they contradict alike besides those that are listed, in a sentence; "" for none."""
        if not (count := sum(self.left_out.values())):
            return ""
        are = "is" if count == 1 else "are"
        return f"In {counted(count, 'other value')}, which {are} not listed, variants agree against gold too."

    @property
    def left_out_in_words(self) -> str:
        """How many values are not listed, and why; "" where all are."""
        parts = [f"{counted(self.left_out[why], 'value')} {_WHY[why]}" for why in _WHY if self.left_out.get(why)]
        return "" if not parts else f"Not listed: {'; '.join(parts)}."

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "sentence": self.sentence,
            "variants": list(self.variants),
            "copies": list(self.copies),
            "contradicted": self.contradicted,
            "found": [one.to_dict() for one in self.found],
            "fields": [asdict(one) for one in self.fields],
            "records": [asdict(one) for one in self.records],
            "left_out": dict(self.left_out),
            "more": self.more,
        }

    def first(self, count: int) -> GoldCheck:
        """Return the same with so many values at most, the strongest."""
        return replace(self, found=self.found[:count], more=self.more + max(len(self.found) - count, 0))

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> GoldCheck:
        """Read what `to_dict` wrote."""
        return cls(
            tuple(written["variants"]),
            tuple(written["copies"]),
            written["contradicted"],
            tuple(map(ContradictedValue.of, written["found"])),
            tuple(ContradictedField(**one) for one in written["fields"]),
            tuple(ContradictedRecord(**one) for one in written["records"]),
            written["left_out"],
            written["more"],
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a row per value."""
        import pandas as pd

        return pd.DataFrame([{name: getattr(one, name) for name in COLUMNS} for one in self.found], columns=COLUMNS)


COLUMNS: Final = [
    "record",
    "path",
    "field",
    "kind",
    "gold",
    "extracted",
    "variants",
    "silent",
    "in_text",
    "wrong",
    "sentence",
]
_WHY: Final[dict[Why, str]] = {
    "record": "in records that are contradicted in many places",
    "same values": "where the same two values differ again and again",
    "same difference": "that differ in the same way again and again",
    "field": "in fields that are contradicted in more than 3 records and 3% of those that have them",
    "writing": "that may only be written otherwise, in part or in another place",
    "nothing": "where variants have no such element or key, null or an empty text",
}
_TOO_OFTEN: Final = "Their definition of it may differ, or gold may be wrong that often: look at some of them."
_HAVING: Final = "variants that have this record"
_LONGEST: Final = 80


def _text(value: Any) -> str:
    if value is ABSENT:
        return "no value"
    return "an empty text" if value == "" and isinstance(value, str) else as_text(value)
