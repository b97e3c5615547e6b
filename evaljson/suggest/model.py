"""The data of a suggestion: frozen and plain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from evaljson.suggest.edit import Edit
from evaljson.wording.differences import in_points

Level = Literal["low", "medium", "high"]
LOOKED_AT: Final = frozenset({"synonyms", "zero_as_null", "false_as_null"})
"""Kinds that are never applied without a look, however low their risk: one value is read as another."""
LEVELS: Final[tuple[Level, ...]] = ("low", "medium", "high")
"""The lowest first."""
EMPTY: Final[tuple[tuple[Any, str], ...]] = (("", "an empty text"), ([], "an empty list"), ({}, "an empty object"))
"""Values that say nothing, with their names."""
_ROUNDING: Final = 1e-9
SEEN: Final = 0.0005
"""The least change of F1 that does not round to nothing where one decimal of points is shown."""


@dataclass(frozen=True, slots=True)
class Example:
    """One result that a suggestion explains."""

    variant: str
    record: str | int
    """Its id; its position where records have none."""
    gold: Any
    extracted: Any
    status: str
    """Its current status: mismatch, omission or hallucination. The side without a value is None, unless an omission was
    extracted under another name, as an element of its own."""
    path: str = ""
    """Where it is in the record: `items[3].price`; "" where the record itself is meant."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The errors that it would fix."""

    explained: int
    """Wrong results that would be right, over all variants."""
    of: int
    """Wrong results that could have been: mismatches, or, where it is about what is missing, all wrong ones."""
    records: int
    """Different records among them."""
    examples: tuple[Example, ...] = ()
    """Five at most."""


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1; None where undefined."""

    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class VariantEffect:
    """What a real what-if measured for one variant."""

    before: Score
    """Means over all records, with what the suggestion builds on."""
    after: Score
    field_before: Score
    """Of the field, and all below it, over all results."""
    field_after: Score
    up: int
    """Records whose F1 rises."""
    down: int
    not_judged: int = 0
    """Results that a judge would have to decide; it is never called for this, and no figure includes them."""

    @property
    def gain(self) -> float:
        """By how much the mean F1 rises, from -1 to 1."""
        return (self.after.f1 or 0.0) - (self.before.f1 or 0.0)

    @property
    def gain_in_points(self) -> str:
        """The gain as it is shown, with its sign: that of the two figures as they are shown beside it."""
        return in_points(self.before.f1 or 0.0, self.after.f1 or 0.0)[2]

    @property
    def rank(self) -> float:
        """The gain before it is rounded to what is shown, without the noise of sums in another order."""
        return round(self.gain, 12)

    @property
    def field_gain(self) -> float:
        """By how much F1 of the field rises; a field that is no longer scored gains nothing."""
        return (self.field_after.f1 or 0.0) - (self.field_before.f1 or 0.0)


@dataclass(frozen=True, slots=True)
class Settled:
    """How many results it was measured to settle, over all variants, beside what it builds on."""

    right: int
    """More results that are right, less those that no longer are; negative where right ones are no longer scored."""
    wrong: int
    """Fewer results that are wrong."""
    records: int
    """Different records in which wrong ones become right, or, where none does, fewer are wrong."""
    lost: int = 0
    """Results that are right without it and wrong with it: `right` has them taken off."""
    lost_records: int = 0
    """Different records in which these are."""
    become_right: int | None = None
    """Results that are wrong without it and right with it; None where an earlier version stored it."""
    uncounted: int = 0
    """Results that are right without it, and with it neither right nor wrong: what both sides lack is skipped."""

    @property
    def gained(self) -> int:
        """Wrong results that become right, whatever is lost elsewhere."""
        return self.right + self.lost if self.become_right is None else self.become_right


@dataclass(frozen=True, slots=True)
class Effect:
    """What it does to every variant, measured over the schema as it is with what the suggestion builds on."""

    variants: Mapping[str, VariantEffect]
    order_before: tuple[str, ...]
    """The variants, best mean F1 first; equal ones as given."""
    order_after: tuple[str, ...]
    only_lenient: bool
    """Whether all that it does is to let more count as right."""
    settled: Settled | None = None
    """None where an earlier version stored it."""

    @property
    def gain(self) -> float:
        """The largest gain of mean F1 over the variants."""
        return max((variant.gain for variant in self.variants.values()), default=0.0)

    @property
    def gain_in_sum(self) -> float:
        """The gains of mean F1 of all variants, added up."""
        return sum(variant.gain for variant in self.variants.values())

    @property
    def worth(self) -> tuple[int, float]:
        """By which rivals are compared: what all variants have of it, since the one that helps one of them most may
        cost another what it has. Results that become right, less those that it makes wrong; then their gains in sum."""
        right = 0 if self.settled is None else self.settled.right
        return right, self.gain_in_sum

    @property
    def rank(self) -> float:
        """That of the variant that gains most; 0 without variants."""
        return max((variant.rank for variant in self.variants.values()), default=0.0)

    @property
    def gains_most(self) -> str | None:
        """The variant that gains most: over all fields, then in the field; None without variants."""

        def rank(name: str) -> tuple[float, float]:
            return self.variants[name].rank, self.variants[name].field_gain

        return max(self.variants, key=rank, default=None)

    @property
    def gain_in_points(self) -> str:
        """The largest gain as it is shown, with its sign; "0.0" without variants."""
        most = self.gains_most
        return "0.0" if most is None else self.variants[most].gain_in_points

    @property
    def falls_most(self) -> str | None:
        """The variant whose mean F1 falls most; None where none falls."""
        name = min(self.variants, key=lambda name: self.variants[name].rank, default=None)
        return None if name is None or self.variants[name].gain >= -_ROUNDING else name

    @property
    def falls(self) -> tuple[str, str] | None:
        """The variant that falls most, and by how much as it is shown; None where nobody would see that, and where it
        is the one with the largest gain, since all fall."""
        name = self.falls_most
        if name is None or self.variants[name].gain > -SEEN or self.variants[name].gain == self.gain:
            return None
        return name, self.variants[name].gain_in_points

    @property
    def n_rising(self) -> int:
        """Of how many variants F1 rises, be it by less than is shown with one decimal."""
        return sum(variant.gain > _ROUNDING for variant in self.variants.values())

    @property
    def n_falling(self) -> int:
        """Of how many variants F1 falls."""
        return sum(variant.gain < -_ROUNDING for variant in self.variants.values())

    @property
    def is_gain(self) -> bool:
        """Whether F1 rises at all, of any variant or of the field in it: what is less than rounding is nothing."""
        return any(variant.gain > _ROUNDING or variant.field_gain > _ROUNDING for variant in self.variants.values())

    @property
    def order_changes(self) -> bool:
        """Whether another variant leads, or the order below changes."""
        return self.order_before != self.order_after


@dataclass(frozen=True, slots=True)
class Risk:
    """How it could be wrong."""

    level: Level
    why: str
    """One sentence."""
    merged: tuple[tuple[Any, ...], ...] = ()
    """Groups of distinct gold values that would be the same; five groups at most."""
    n_merged: int = 0
    """How many such groups there are."""
    doubtful: tuple[Example, ...] = ()
    """Results that would become right though what was extracted is itself another gold value; five at most."""
    n_doubtful: int = 0
    """How many such results there are."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One proposed setting, with its evidence and its risk."""

    id: str
    """Made of its content: the same suggestion has the same id in every run."""
    kind: str
    """A key of `evaljson.suggest.KINDS`."""
    path: str
    """Schema path of the node that it changes."""
    title: str
    """`Compare as dates: due_date`; it names everything that it forgives."""
    edit: Edit
    settings: Mapping[str, Any]
    """The x-eval-* keys of that node with this suggestion alone."""
    sentence: str
    evidence: Evidence
    risk: Risk
    effect: Effect | None
    """None where it is not measured, since a judge would have to be asked."""
    builds_on: tuple[str, ...] = ()
    """Ids of the suggestions that pair elements: evidence and effect include those."""
    alternative_to: str | None = None
    """Id of the better suggestion that it excludes; None for those that are proposed."""
    also: tuple[str, ...] = ()
    """Further kinds that it takes along, since what it explains differs in them as well."""

    @property
    def needs_a_look(self) -> bool:
        """Whether someone has to look at it before it is applied: its risk is high, or an extractor that is always
        wrong in the same way looks the same, as with synonyms and with 0 or false for null."""
        return self.risk.level == "high" or not LOOKED_AT.isdisjoint((self.kind, *self.also))

    @property
    def gain(self) -> float:
        """The largest gain of mean F1 over the variants; 0 where it is not measured."""
        return self.effect.gain if self.effect is not None else 0.0

    @property
    def gain_in_points(self) -> str:
        """The largest gain as it is shown, with its sign."""
        return "not measured" if self.effect is None else self.effect.gain_in_points

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON data."""
        plain = {name: getattr(self, name) for name in ("id", "kind", "path", "sentence", "alternative_to", "gain")}
        plain |= {"builds_on": list(self.builds_on), "also": list(self.also)}
        effect = None
        if self.effect is not None:
            effect = {
                "variants": {name: asdict(variant) for name, variant in self.effect.variants.items()},
                "order_before": list(self.effect.order_before),
                "order_after": list(self.effect.order_after),
                "only_lenient": self.effect.only_lenient,
                "settled": None if self.effect.settled is None else asdict(self.effect.settled),
            }
        more = {"edit": self.edit.to_dict(), "settings": dict(self.settings), "evidence": asdict(self.evidence)}
        return {**plain, **more, "effect": effect, "risk": asdict(self.risk)}
