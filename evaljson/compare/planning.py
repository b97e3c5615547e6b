"""Plans records: what a comparison can show with the records it has, and how many more it takes to show less.

A comparison is its own pilot: the spread of a figure is what its interval shows, so methods and outliers are in it. For
fields the confidence is that of one of many (Bonferroni), as their verdicts are adjusted for their number. Where
records are in clusters, clusters are planned, and records follow by the mean size of the clusters at present.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from evaljson.base.errors import InputError
from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.need import POWER, Need, as_one_of, spread_of
from evaljson.compare.words.plan_sentence import ahead_sentence, plan_sentence
from evaljson.stats.power import check_power
from evaljson.stats.sample_size import records_for_mean, records_for_share, smallest_margin, smallest_mean


@dataclass(frozen=True, slots=True)
class Plan:
    """How many records a comparison takes."""

    figure: Need
    """The figure of the verdict."""
    fields: tuple[Need, ...]
    """Fields that have an interval, in the order of the comparison."""
    power: float
    difference: float | None
    """The difference that is to be shown."""
    non_inferior: float | None
    """The margin that is to be kept."""
    added: int
    """The records that the sentence supposes to be added."""
    sentence: str

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON; undefined is None."""
        document = asdict(self)
        for need, kept in zip((self.figure, *self.fields), (document["figure"], *document["fields"]), strict=True):
            kept["more"], kept["more_clusters"] = need.more, need.more_clusters
        return document


def plan(
    comparison: Comparison,
    *,
    difference: float | None = None,
    non_inferior: float | None = None,
    power: float = POWER,
    added: int | None = None,
    by_field: bool = True,
) -> Plan | None:
    """Plan the records of a comparison; None if its figure has no interval, or one that holds at any time.

    `difference` is the true difference to be shown, 0.02 for two points; `non_inferior` the margin below which B must
    not fall, if nothing differs. Only one of them. `added` are the further records that the sentence tells of, by
    default two to three times as many as there are. Without `by_field`, the plan is of the figure alone. Raises
    InputError.
    """
    check_power(power, comparison.confidence)
    if difference is not None and non_inferior is not None:
        raise InputError("plan for a difference to be shown or for a margin to be kept, not for both at once")
    for value, name in ((difference, "difference"), (non_inferior, "margin")):
        if value is not None and not 0 < value <= 1:
            raise InputError(f"a {name} is above 0, at most 1, such as 0.02 for two points, not {value}")
    if added is not None and added < 1:
        raise InputError(f"the number of added records is above 0, not {added}")
    wanted, confidence = _Wanted(difference, non_inferior, power), comparison.confidence
    seen = comparison.interval_confidence
    records, clusters = comparison.coverage.compared, comparison.counted_clusters
    figure = _need(comparison.estimate, (records, clusters), (seen, confidence), comparison.together, wanted)
    if figure is None or comparison.is_at_any_time:
        return None
    tested = [field for field in comparison.fields if by_field and field.test is not None]
    family = {True: comparison.tested_fields, False: comparison.tested_keys}
    needs = [
        _need(field, (field.records, field.clusters), (seen, confidence), family[field.declared], wanted)
        for field in tested
    ]  # fmt: skip
    supposed = added if added is not None else round_number(2.5 * figure.records)
    return Plan(
        figure=figure,
        fields=tuple(need for need in needs if need is not None),
        power=power,
        difference=difference,
        non_inferior=non_inferior,
        added=supposed,
        sentence=plan_sentence(figure, supposed, wanted.difference, wanted.non_inferior, power),
    )


def round_number(value: float) -> int:
    """Round to one digit: 312 becomes 300."""
    step = int(10.0 ** max(0, math.floor(math.log10(max(value, 1)))))
    return max(1, round(value / step) * step)


@dataclass(frozen=True, slots=True)
class _Wanted:
    difference: float | None
    non_inferior: float | None
    power: float

    def records(self, spread: float, confidence: float) -> int | None:
        if self.difference is not None:
            return records_for_mean(self.difference, spread, confidence, self.power)
        if self.non_inferior is not None:
            return records_for_mean(0.0, spread, confidence, self.power, self.non_inferior)
        return None


def _need(
    figure: Estimate | FieldComparison, sample: tuple[int, int | None], confidences: tuple[float, float], family: int,
    wanted: _Wanted,
) -> Need | None:  # fmt: skip
    """Return the need of one figure; None without an interval. `sample` are its records and clusters.

    `confidences` are of the interval and of the plan.
    """
    records, clusters = sample
    counted = records if clusters is None else clusters
    if figure.low is None or figure.high is None or counted < 2:
        return None
    spread, adjusted = spread_of(figure.low, figure.high, counted, confidences[0]), as_one_of(confidences[1], family)
    needed = wanted.records(spread, adjusted)
    return Need(
        name=figure.figure if isinstance(figure, Estimate) else figure.path,
        is_field=isinstance(figure, FieldComparison),
        records=records,
        spread=spread,
        confidence=adjusted,
        smallest=smallest_mean(spread, counted, adjusted, wanted.power),
        margin=smallest_margin(spread, counted, adjusted, wanted.power),
        needed=needed if needed is None or clusters is None else math.ceil(needed * records / clusters),
        clusters=clusters,
        needed_clusters=None if clusters is None else needed,
    )


@dataclass(frozen=True, slots=True)
class PlanAhead:
    """How many records it takes, before any of them is labelled."""

    needed: int | None
    """None if no number of records is enough."""
    method: str
    """The test and formula behind it."""
    confidence: float
    """Adjusted for the number of fields."""
    power: float
    sentence: str

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON."""
        return asdict(self)


def plan_ahead(
    *,
    difference: float | None = None,
    non_inferior: float | None = None,
    differing: float | None = None,
    spread: float | None = None,
    fields: int = 1,
    confidence: float = 0.95,
    power: float = POWER,
) -> PlanAhead:
    """Plan before labelling, from what is supposed of the records.

    `differing` is the share of records on which only one side will be right (Connor 1987, Liu 2002), `spread` the
    standard deviation of the difference between records, as a pilot shows it (paired t). `difference` is the true
    difference to be shown, `non_inferior` the margin to be kept if B truly is better by `difference` (by default 0).
    `fields` adjusts the confidence for so many fields. Raises InputError.
    """
    if (differing is None) == (spread is None):
        raise InputError(
            "say one of the two: the share of records on which only one side is right (differing), or the standard "
            "deviation of the difference between records (spread)"
        )
    if difference is None and non_inferior is None:
        raise InputError(
            "say what the records shall show: a difference (difference), or a margin to be kept (non_inferior)"
        )
    adjusted, difference = 1 - (1 - confidence) / fields, difference or 0.0
    if non_inferior is None and not 0 < difference <= 1:
        raise InputError(f"a difference is above 0, at most 1, such as 0.02 for two points, not {difference}")
    if differing is not None:
        needed = records_for_share(difference, differing, adjusted, power, non_inferior)
        method = "Connor 1987" if non_inferior is None else "Liu 2002"
    else:
        assert spread is not None
        needed = records_for_mean(difference, spread, adjusted, power, non_inferior)
        method = "paired t"
    sentence = ahead_sentence(needed, difference, non_inferior, power, adjusted)
    return PlanAhead(needed, method, adjusted, power, sentence)
