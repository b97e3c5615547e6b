"""F1 as it would be if gold were right, from what a review decided, with the interval that its audit allows.

Two things are wrong with a score against gold that has errors. Where the sides differ, people looked: their answers are
used as they are. Where they match, gold may be wrong too, and only a random part was audited: the loss found there is
that of all matches, as far as the sample shows. So the corrected figure is

    T(gold with the decided differences) - C (1 - m),

where m is the mean worth of the audited matches once gold is right (1: still a match, 0: all lost), weighted by what
each can move the figure at most, and C the sum of those bounds over all matches: a ratio estimate (W. G. Cochran,
Sampling Techniques, 3rd edition, 1977, chapter 6). The interval of m is Wilson's with Kish's effective size and the
correction for finite populations, as in `stats.double_sampling`. Where every match was audited nothing is estimated:
the figure is that of the run over the corrected gold.

What gold and the extraction both lack is in no card: such errors of gold are not found by a review.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.results.model import RunResult
from evaljson.review.accepted import with_accepted
from evaljson.review.added_elements import added_elements
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_gold import GoldChange, apply_changes
from evaljson.review.decided_earlier import Earlier, unasked_and_decided
from evaljson.review.decided_values import decided_values
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.places import CardPlace, gold_path_of
from evaljson.review.plan import GoldPlace, is_looked_at, looked_at
from evaljson.review.seen_matches import seen_matches
from evaljson.scoring.status import MATCH
from evaljson.scoring.tallies import Tallies, record_figures
from evaljson.stats.double_sampling import mean_interval

Rescore = Callable[[Sequence[Any]], RunResult]
"""Scores the extracted records of a variant against other gold of the same records, as the run was scored."""


@dataclass(frozen=True, slots=True)
class CorrectedF1:
    """F1, 0..1, as scored and as corrected."""

    raw: float
    value: float
    low: float | None
    """Of the 95 % interval; None where no match was audited, so that nothing is known of gold there."""
    high: float | None
    at_most: float
    """What `value` would be if the extraction were right wherever it differs and nothing is decided; keys that the
    schema lacks stay invented."""


@dataclass(frozen=True, slots=True)
class CorrectedVariant:
    """The corrected figures of a variant, and what they rest on."""

    mean_f1: CorrectedF1 | None
    """The mean over records; None without records."""
    pooled_f1: CorrectedF1 | None
    """Over all fields of all records; None where nothing counts."""
    fields: dict[str, CorrectedF1]
    """By schema path."""
    has_decided: bool
    """Whether anything about it is decided: a difference, or a match of the audit."""
    decided: int
    """Wrong values, one by one as they were scored, of which it is decided what gold should have."""
    open: int
    """Wrong values on cards that are not decided, which count as scored."""
    unasked: int
    """Wrong values that no card asks about and no earlier review decided, which count as scored too."""
    matches: int
    """Values that match gold."""
    looked_at: int
    """Of these: where people decided about gold, in the audit or since another variant differs there."""
    wrong_matches: int
    """Of those looked at: where they say that gold is wrong."""
    audited: int
    """Matches that the audit drew and people decided about."""
    auditable: int
    """Matches that the audit could draw: where no card has a difference of any variant."""
    f1_in_place: float | None = None
    """Mean F1 once corrected gold is in place: what people accept counts as wrong there, and no match as estimated."""
    stay_invented: int = 0
    """Undecided values of keys that the schema lacks: `at_most` has them as invented, too."""
    earlier: int = 0
    """Wrong values that no card asks about since an earlier review decided them: they count as it says."""

    @property
    def undecided(self) -> int:
        """Differing values that count as scored, on cards or not."""
        return self.open + self.unasked

    @property
    def differing(self) -> int:
        """Values in which the variant differs from gold where both have the record, on cards or not."""
        return self.decided + self.earlier + self.undecided


@dataclass(frozen=True, slots=True)
class _Matches:
    """The matches among which the audit was drawn, as parallel arrays."""

    record: Ints
    """Number of the record in the run."""
    field: Ints
    weight: Floats
    audited: Bools
    wrong: Bools
    """Audited, and people say that gold is wrong."""


def correct_figures(
    run: RunResult,
    variant: str,
    gold: Sequence[Any],
    cards: Sequence[ReviewCard],
    outcome: ReviewOutcome,
    changes: Sequence[GoldChange],
    rescore: Rescore,
    earlier: Earlier | None = None,
) -> CorrectedVariant:
    """Correct the figures of one variant.

    `gold` are the records that `run` was scored against, `changes` those that `correct_gold` made of `outcome`.
    `earlier` tells what earlier reviews decided: of differences that no card asks about, that counts.
    """
    changes = [change for change in changes if not change.is_added]  # those are made of `added` below
    known = looked_at(cards)
    matched = _matches(run, variant, cards, outcome, known)
    at_match = {(change.record, change.path) for change in changes} & _audited_places(variant, cards, outcome)
    added = added_elements(cards, outcome)
    decided_gold = apply_changes(gold, _without(changes, at_match), added).records
    not_asked = unasked_and_decided(run, variant, cards, earlier)
    accepted = [*_places(variant, cards, outcome, "both_acceptable"), *not_asked.accepted]
    still_open = _open_places(variant, cards, outcome)
    decided = rescore(decided_gold)
    before = with_accepted(decided, accepted, not_asked.right)
    after_run, after = decided, before
    if at_match:
        after_run = rescore(apply_changes(gold, changes, added).records)
        after = with_accepted(after_run, accepted, not_asked.right)
    right = [at for at in (*still_open, *not_asked.left) if not outcome.lies_in_removed(at.record, at.path)]
    best = with_accepted(after_run, accepted, [*not_asked.right, *right]) if right else after
    per_field = _by_field(run, before, after, best, matched)
    seen, wrong = seen_matches(run, cards, outcome)
    values = decided_values(run, variant, cards, outcome, not_asked.decided)
    return CorrectedVariant(
        mean_f1=_mean(run.tallies, before, after, best, matched),
        pooled_f1=_pooled(run.tallies, before, after, best, matched),
        fields=per_field,
        has_decided=bool(_decided_places(variant, cards, outcome)) or bool(matched.audited.any()),
        decided=values.decided,
        open=values.open,
        unasked=values.unasked,
        matches=int((run.tallies.rows.status == MATCH).sum()),
        looked_at=seen,
        wrong_matches=wrong,
        audited=int(matched.audited.sum()),
        auditable=len(matched.record),
        f1_in_place=after_run.mean_f1,
        stay_invented=values.stay_invented,
        earlier=values.earlier,
    )


def _without(changes: Iterable[GoldChange], places: set[GoldPlace]) -> list[GoldChange]:
    return [change for change in changes if (change.record, change.path) not in places]


def _audited_places(variant: str, cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> set[GoldPlace]:
    """Return the places of gold that this variant matches and that people decided about in the audit."""
    return {
        (at.record, at.gold_path)
        for number, card in enumerate(cards)
        if card.kind == "audit"
        for place, at in enumerate(card.places)
        if at.variant == variant and at.gold_path is not None and outcome.places[number, place].answer is not None
    }


def _disagreements(variant: str, cards: Sequence[ReviewCard]) -> list[tuple[int, int, CardPlace]]:
    return [
        (number, place, at)
        for number, card in enumerate(cards)
        if card.kind == "disagreement"
        for place, at in enumerate(card.places)
        if at.variant == variant
    ]


def _decided_places(variant: str, cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> list[CardPlace]:
    listed = _disagreements(variant, cards)
    return [at for number, place, at in listed if not outcome.is_open(number, place, at)]


def _open_places(variant: str, cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> list[CardPlace]:
    listed = _disagreements(variant, cards)
    return [at for number, place, at in listed if outcome.is_open(number, place, at)]


def _places(variant: str, cards: Sequence[ReviewCard], outcome: ReviewOutcome, name: str) -> list[CardPlace]:
    listed = _disagreements(variant, cards)
    answers = (
        (outcome.places[number, place].answer, at)
        for number, place, at in listed
        if not outcome.is_overruled(cards[number], number, place)
    )
    return [at for answer, at in answers if answer is not None and answer.name == name]


def _matches(
    run: RunResult, variant: str, cards: Sequence[ReviewCard], outcome: ReviewOutcome, without: set[GoldPlace]
) -> _Matches:
    rows = run.tallies.rows
    at = np.flatnonzero(rows.status == MATCH)
    audited_places = _audited_places(variant, cards, outcome)
    kept, audited, wrong = list[int](), list[bool](), list[bool]()
    for row, record, path in zip(at.tolist(), rows.record[at].tolist(), run.table.paths_at(at), strict=True):
        place = (run.positions[record][0] if run.positions else record, path)
        if gold_path_of(path) is None or is_looked_at(place, without):
            continue
        kept.append(row)
        audited.append(place in audited_places)
        wrong.append(audited[-1] and outcome.gold[place].state == "corrected")
    chosen = np.array(kept, np.intp)
    record, field = rows.record[chosen].astype(np.intp), rows.field[chosen].astype(np.intp)
    return _Matches(record, field, rows.weight[chosen], np.array(audited, np.bool_), np.array(wrong, np.bool_))


def _f1_by_record(tallies: Tallies) -> Floats:
    return record_figures(*tallies.by_record()).f1


def _mean(raw: Tallies, before: Tallies, after: Tallies, best: Tallies, matched: _Matches) -> CorrectedF1 | None:
    count = raw.rows.records
    if not count:
        return None
    of_before, of_after = _f1_by_record(before), _f1_by_record(after)
    _, gold, extracted = before.by_record()
    whole = (gold + extracted)[matched.record]
    bounds = np.divide(2 * matched.weight, whole * count, out=np.zeros_like(whole), where=whole > 0)
    lost = (of_before - of_after) / count
    at_most = float(_f1_by_record(best).mean() - of_after.mean())
    figures = float(_f1_by_record(raw).mean()), float(of_before.mean()), float(of_after.mean())
    return _estimate(*figures, at_most, bounds, matched, _split(lost[matched.record], matched, matched.record))


def _pooled(raw: Tallies, before: Tallies, after: Tallies, best: Tallies, matched: _Matches) -> CorrectedF1 | None:
    values = [_overall(tallies.by_record()) for tallies in (raw, before, after, best)]
    sums = before.by_record()
    whole = float(sums[1].sum() + sums[2].sum())
    one = np.zeros(len(matched.record), np.intp)
    return _of_values(values, whole, matched, one)


def _by_field(
    run: RunResult, before: Tallies, after: Tallies, best: Tallies, matched: _Matches
) -> dict[str, CorrectedF1]:
    fields = run.tallies.rows.fields
    tables = [_field_sums(tallies) for tallies in (run.tallies, before, after, best)]
    found: dict[str, CorrectedF1] = {}
    for number, field in enumerate(fields):
        sums = [table.get(field, (0.0, 0.0, 0.0)) for table in tables]
        here = matched.field == number
        part = _Matches(
            matched.record[here], matched.field[here], matched.weight[here], matched.audited[here], matched.wrong[here]
        )
        values = [2 * score / (gold + extracted) if gold + extracted else None for score, gold, extracted in sums]
        figure = _of_values(values, sums[1][1] + sums[1][2], part, np.zeros(len(part.record), np.intp))
        if figure is not None:
            found[field] = figure
    return found


def _field_sums(tallies: Tallies) -> Mapping[str, tuple[float, float, float]]:
    score, gold, extracted = tallies.by_field()
    return {
        field: (float(score[i]), float(gold[i]), float(extracted[i])) for i, field in enumerate(tallies.rows.fields)
    }


def _overall(sums: tuple[Floats, Floats, Floats]) -> float | None:
    score, whole = float(sums[0].sum()), float(sums[1].sum() + sums[2].sum())
    return 2 * score / whole if whole else None


def _of_values(values: Sequence[float | None], whole: float, matched: _Matches, group: Ints) -> CorrectedF1 | None:
    raw, before, after, best = values
    if raw is None or before is None or after is None:
        return None
    bounds = 2 * matched.weight / whole if whole else np.zeros(len(matched.weight))
    lost = np.full(len(matched.weight), before - after)
    return _estimate(
        raw, before, after, (after if best is None else best) - after, bounds, matched, _split(lost, matched, group)
    )


def _split(lost: Floats, matched: _Matches, group: Ints) -> Floats:
    """Split what each group of matches loses among those of which gold is wrong, by their weights."""
    shares = np.where(matched.wrong, matched.weight, 0.0)
    sums = np.bincount(group, shares, int(group.max(initial=-1)) + 1)[group] if len(group) else shares
    split: Floats = lost * np.divide(shares, sums, out=np.zeros_like(shares), where=sums > 0)
    return split


def _estimate(
    raw: float, before: float, after: float, gain: float, bounds: Floats, matched: _Matches, lost: Floats
) -> CorrectedF1:
    """Estimate from the audited part; `lost` is what each match loses, 0 where it was not audited."""
    audited = matched.audited & (bounds > 0)
    everything, count = int((bounds > 0).sum()), int(audited.sum())
    if not everything:
        return CorrectedF1(raw, after, after, after, _within(after + gain))
    if not count:
        return CorrectedF1(raw, after, None, None, _within(after + gain))
    known, total = bounds[audited], float(bounds.sum())
    worth = 1 - float(np.clip(lost[audited] / known, 0.0, 1.0) @ known) / float(known.sum())
    effective = float(known.sum()) ** 2 / float(known @ known)
    mean, low, high = mean_interval(min(1.0, max(0.0, worth)), count, effective, everything, 0.95)
    if count == everything:
        return CorrectedF1(raw, after, after, after, _within(after + gain))
    value, lower, upper = (_within(before - total * (1 - part)) for part in (mean, low, high))
    return CorrectedF1(raw, value, lower, upper, _within(value + gain))


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
