"""What review_effort() finds, as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from decimal import ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Any, Final, Literal

from evaljson.load.loaded_records import RecordId
from evaljson.wording.words import as_set, counted, points

if TYPE_CHECKING:
    import pandas as pd

Of = Literal["values", "records"]
_DIGITS: Final = 3
"""Of a threshold, at least."""
_MOST_DIGITS: Final = 18
_LIKELY: Final = 0.8
"""The chance from which an audit is proposed, though a smaller one might do."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part that is at least so sure: it would be accepted, the rest reviewed."""

    threshold: float
    """The confidence from which one is accepted; of a record, the lowest of its values."""
    below: float | None
    """The highest confidence that is not accepted; None where all are."""
    accepted: int
    """Values of the field, or records."""
    coverage: float
    """Their share."""
    values: int
    """Values in it."""
    wrong: int
    share: float | None
    """The share of wrong values among the accepted."""
    low: float | None
    """Its interval over all such records, for this threshold alone."""
    high: float | None

    @property
    def written(self) -> str:
        """The threshold, with as many digits as it takes to tell those accepted from all others."""
        exact = Decimal(repr(self.threshold))
        cuts = (exact.quantize(Decimal(1).scaleb(-digits), ROUND_FLOOR) for digits in range(_DIGITS, _MOST_DIGITS))
        told = (cut for cut in cuts if self.below is None or float(cut) > self.below)
        return format(next(told, exact), "f")


@dataclass(frozen=True, slots=True)
class RiskCoverage:
    """The share of wrong values among the surest part, for each part."""

    of: Of
    count: int
    """Values, or records, with a confidence."""
    values: int
    wrong: int
    area: float | None
    """Under the curve: the mean share of wrong values over all parts. Lower is better."""
    curve: tuple[Part, ...]
    """Surest part first."""
    observed: Part | None
    """The largest part in which no more than the target is wrong here; more may be elsewhere."""
    cautious: Part | None
    """The same for half of the target: an audit is more often passed."""
    promised: Part | None
    """The largest part shown to keep the target in all such records; None where these are too few, or too wrong."""


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """An audit that shows the target if few enough of the values drawn are wrong."""

    drawn: int
    allowed: int
    """How many of them may be wrong."""
    chance: float
    """How often it is passed if as many accepted values are wrong as here."""


@dataclass(frozen=True, slots=True)
class ReviewEffort:
    """What to review, so that few of the values that nobody looks at are wrong."""

    target: float
    """The largest share of wrong values among the accepted."""
    level: float
    records: int
    """Records with a confidence, or with none; all that were extracted."""
    without: int
    """Values without a confidence: they are accepted with their record, and count where they are wrong."""
    omissions: int
    """Values that were not extracted: no confidence tells of them, and they are not counted here."""
    whole: RiskCoverage
    """Of whole records, each as sure as the least sure of its values."""
    per_field: Mapping[str, RiskCoverage]
    """Of values, by schema path."""
    review: tuple[RecordId, ...]
    """Records to review under `chosen`, least sure first, by id, or position where there are none."""
    unknown: int
    """How many of them have no confidence at all: they come first."""
    audits: tuple[AuditPlan, ...]
    """Each shows the target for the values accepted under `chosen`."""

    @property
    def chosen(self) -> Part | None:
        """What to accept: what is shown to keep the target, otherwise what keeps half of it, or all of it, here."""
        return self.whole.promised or self.whole.cautious or self.whole.observed

    @property
    def least(self) -> int:
        """How many records must be accepted before any can be shown to keep the target, if nothing is wrong."""
        return math.ceil(math.log(1 - self.level) / math.log1p(-self.target)) if 0 < self.target < 1 else 0

    @property
    def sentence(self) -> str:
        """What to do, in a sentence or two."""
        most = f"{as_set(100 * self.target)}%"
        if not self.whole.count:
            return "No extracted value has a confidence, so nothing says what to review first."
        if self.chosen is None:
            return f"Review {self._all}: of no part are at most {most} of the values wrong."
        part = self.chosen
        review = (
            f"Review {len(self.review):,} of {counted(self.records, 'record')}: those {self._unsure(part)}."
            if self.review
            else f"Accept {self._all}."
        )
        shares = (
            f"{part.wrong:,} of {counted(part.values, 'accepted value')} {'is' if part.wrong == 1 else 'are'} wrong"
        )
        if self.whole.promised is not None:
            return (
                f"{review} At most {most} of the accepted values are wrong ({100 * self.level:g}% sure; here {shares})."
            )
        here = f"Here {shares} ({points(part.share)}%), which does not show yet that it is at most {most}."
        return f"{review} {here}{self._audit}"

    @property
    def _all(self) -> str:
        return "the only record" if self.records == 1 else f"all {self.records:,} records"

    def _unsure(self, part: Part) -> str:
        """Say what the records to review are."""
        if self.unknown == len(self.review):
            return "without a confidence"
        below = f"with a value less sure than {part.written}"
        return f"{below}, and {self.unknown:,} without a confidence" if self.unknown else below

    @property
    def _audit(self) -> str:
        if not self.audits:
            return " No audit shows it for so few values."
        plan = next((one for one in self.audits if one.chance >= _LIKELY), max(self.audits, key=lambda one: one.chance))
        wrong = "none" if not plan.allowed else f"at most {plan.allowed:,}"
        return f" An audit shows it: {counted(plan.drawn, 'accepted value')} drawn at random, {wrong} of them wrong."

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        chosen = None if self.chosen is None else asdict(self.chosen)
        return {**asdict(self), "chosen": chosen, "sentence": self.sentence}

    def to_frame(self) -> pd.DataFrame:
        """Return a row per field, and one for whole records, with None as `field`."""
        import pandas as pd

        rows = []
        for field, one in [*self.per_field.items(), (None, self.whole)]:
            row: dict[str, Any] = {"field": field, "count": one.count, "values": one.values, "wrong": one.wrong}
            for name, part in (("observed", one.observed), ("promised", one.promised)):
                row |= {
                    f"{name}_threshold": None if part is None else part.threshold,
                    f"{name}_coverage": 0.0 if part is None else part.coverage,
                }
            rows.append({**row, "area": one.area})
        frame = pd.DataFrame(rows)
        return frame.assign(field=pd.Series([*self.per_field, None], dtype=object))
