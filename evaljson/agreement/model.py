"""What is said of agreement between people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from evaljson.stats.jackknife import Coefficient

if TYPE_CHECKING:
    import pandas as pd

LEAST_DOUBLES: Final = 10
"""With fewer doubles, only counts are given: any coefficient would be chance."""
DOMINANT: Final = 0.8
"""From this share of all answers on, one answer dominates, and AC1 is given too."""
TOO_FEW: Final = f"fewer than {LEAST_DOUBLES} doubles"
ONE_VALUE: Final = "all have the same"
MANY_AT_ONCE: Final = "its comparator judges many values at once"


@dataclass(frozen=True, slots=True)
class OfValues:
    """Agreement on one question, such as whether a field is there, or which value it has."""

    doubles: int
    """Units (records, or elements of arrays) that two people or more answered."""
    records: int
    """Records that these are in."""
    share: float | None
    """Raw agreement, 0..1: near misses count by their score. None with too few doubles."""
    alpha: Coefficient | None
    """Krippendorff's alpha."""
    ac1: Coefficient | None
    """Gwet's AC1, where one answer dominates."""
    why: str | None = None
    """Why there is no alpha."""
    sampled: int | None = None
    """Records drawn at random for alpha, where there are too many distinct values for all; None if it is of all."""


@dataclass(frozen=True, slots=True)
class OfElements:
    """Agreement on which elements an array has. There are no elements that nobody has, so it is F1, not alpha."""

    both: int
    """Elements that two people both have, over all pairs of people."""
    alone: int
    """Elements that one of two has alone."""
    records: int
    f1: float | None
    """Positive specific agreement: 2 x both / (2 x both + alone). None with too few elements."""
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class FieldAgreement:
    """One field, or one array."""

    path: str
    """Schema path; after the document type, if there are several."""
    presence: OfValues | None = None
    """Whether it is there; of fields inside elements, over elements that both have. None for arrays."""
    value: OfValues | None = None
    """Which value it has where both have one, under the field's own comparator. None for arrays."""
    elements: OfElements | None = None
    """Of an array, or of the entries of a map."""


@dataclass(frozen=True, slots=True)
class MeanF1:
    """A mean over records, 0..1."""

    value: float | None
    """None with too few doubly labelled records."""
    low: float | None
    high: float | None
    records: int


@dataclass(frozen=True, slots=True)
class AnnotatorPair:
    """Two annotators, one scored as if the other were gold."""

    a: str
    b: str
    f1: MeanF1


@dataclass(frozen=True, slots=True)
class AgainstPeople:
    """A system on the doubly labelled records, beside the people."""

    name: str
    f1: MeanF1
    """Mean over the annotators of a record, then over records; a record that it did not produce counts as omitted."""
    missing: int
    """Doubly labelled records that it did not produce."""
    difference: MeanF1
    """Its F1 less that of people with each other, on the same records."""
    f1_produced: MeanF1
    """As `f1`, over the records that it did produce."""


@dataclass(frozen=True, slots=True)
class GoldAgreement:
    """How far annotators of the same documents agree."""

    annotators: Mapping[str, int]
    """Records of each."""
    doubles: int
    """Records that two annotators or more labelled."""
    singles: int
    """Records of one annotator alone, in no figure."""
    f1: MeanF1
    """Mean F1 of people with each other: the human ceiling."""
    pairs: tuple[AnnotatorPair, ...]
    fields: tuple[FieldAgreement, ...]
    """In schema order."""
    systems: tuple[AgainstPeople, ...]
    level: float
    """Of all intervals."""
    notes: tuple[str, ...] = ()

    def at(self, path: str) -> FieldAgreement:
        """Return what is said of a field. Raises KeyError."""
        found = next((one for one in self.fields if one.path == path), None)
        if found is None:
            raise KeyError(path)
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {**asdict(self), "annotators": dict(self.annotators)}

    def to_frame(self) -> pd.DataFrame:
        """Return a row per field and level: presence, value, elements."""
        import pandas as pd

        return pd.DataFrame([row for field in self.fields for row in _rows(field)], columns=_COLUMNS)


_COLUMNS: Final = [
    "path", "level", "doubles", "records", "share", "alpha", "alpha_low", "alpha_high", "ac1", "ac1_low", "ac1_high",
    "why",
]  # fmt: skip


def _rows(field: FieldAgreement) -> list[list[object]]:
    rows: list[list[object]] = []
    for level, found in (("presence", field.presence), ("value", field.value)):
        if found is not None:
            figures = [*_ends(found.alpha), *_ends(found.ac1)]
            rows.append([field.path, level, found.doubles, found.records, found.share, *figures, found.why])
    if (elements := field.elements) is not None:
        rows.append(
            [field.path, "elements", elements.both + elements.alone, elements.records, elements.f1, *[None] * 6, None]
        )
    return rows


def _ends(found: Coefficient | None) -> list[float | None]:
    return [None, None, None] if found is None else [found.value, found.low, found.high]
