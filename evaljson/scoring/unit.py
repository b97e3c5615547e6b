"""Compares fields as single values: transforms and comparators over the distinct values of a column."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, ByteCodes, Codes, Floats, Ints, Scores
from evaljson.base.jsontypes import ABSENT
from evaljson.comparators.base import ComparatorResult, Pairs, PairScorer, as_result, column_scorer
from evaljson.comparators.exact import exact
from evaljson.comparators.nested.inner import is_cacheable
from evaljson.comparators.same_code import SameCode
from evaljson.scoring.all_pairs import AllPairs, JudgedColumn, is_wanted
from evaljson.scoring.columns import Columns, Factorised, codes_of, factorise
from evaljson.scoring.plan import PlanNode, UnitRule
from evaljson.scoring.problems import Problems
from evaljson.scoring.side import EXTRACTED, Side

MISSING, LISTED, REFUSES, VALUE = range(4)
"""A missing key; a value that counts as missing; a value that a transform refuses; an ordinary value."""


@dataclass(frozen=True, slots=True)
class ScoredPairs:
    """The comparison of some pairs, in their broadcast shape."""

    score: Scores
    similarity: Scores
    """The score before the threshold."""
    skip: Bools | None = None
    outcome: Ints | None = None
    """Index into `Unit.outcomes`, where a function was called for each distinct pair."""


class Unit:
    """One field's two columns, ready to be compared in any pairing."""

    def __init__(self, plan: PlanNode, columns: Columns, problems: Problems, all_pairs: AllPairs | None = None) -> None:
        assert plan.unit is not None
        self.rule = plan.unit
        self.threshold = plan.unit.threshold
        both = factorise(columns)
        self.raw_gold, self.raw_extracted, self.raw = (
            both.gold,
            both.extracted,
            both.distinct,
        )
        states = _transformed(self.rule, both)
        self.compared, self.refusals = states.compared, states.refusals
        self.state_gold, self.state_extracted = _by_row(states.state, both.gold), _by_row(states.state, both.extracted)
        self.present_gold, self.present_extracted = _present(self.state_gold), _present(self.state_extracted)
        self.all_present = bool(self.present_gold.all() and self.present_extracted.all())
        self.any_listed = bool((states.state == LISTED).any())
        self.gold, self.extracted, self.values = both.gold, both.extracted, states.compared
        if self.rule.transforms:
            codes, self.values = codes_of(states.compared, plan.path, only_json=False)
            self.gold, self.extracted = codes[both.gold], codes[both.extracted]
        self._path = plan.path
        self._problems = problems
        self._scorer: PairScorer | None = None
        self._same: tuple[Codes, Codes] | None = None
        self._stand_in: PairScorer | None = None
        self._judged: JudgedColumn | None = None
        if all_pairs is not None and is_wanted(plan):
            self._judged = JudgedColumn(all_pairs, plan, self.values)
        self._calls: _Calls | None = None

    def release(self) -> None:
        """Drop what is quickly made again, once all pairs are compared."""
        self._same = self._scorer = None

    @property
    def outcomes(self) -> list[ComparatorResult]:
        """The answers of a comparator that is called for each distinct pair."""
        return self._calls.outcomes if self._calls else []

    def states(self, side: Side) -> ByteCodes:
        """Return the states of the values of one side, by row."""
        return self.state_extracted if side is EXTRACTED else self.state_gold

    def compared_of(self, side: Side, row: int) -> Any:
        """Return the transformed value in a row; the raw one where a transform refused it."""
        return self.compared[(self.raw_extracted if side is EXTRACTED else self.raw_gold)[row]]

    def refusal_of(self, gold_row: int, extracted_row: int) -> str | None:
        """Return why a transform refused one of the two values; None where none did."""
        return self.refusals.get(int(self.raw_gold[gold_row])) or self.refusals.get(
            int(self.raw_extracted[extracted_row])
        )

    @property
    def scores_only_values(self) -> bool:
        """Whether `score` gives nothing for pairs with a missing side, so that they need not be left out."""
        return self._same is not None and (self.threshold is None or self.threshold > 0)

    def score(self, pairs: Pairs) -> ScoredPairs:
        """Compare the pairs; the scores of pairs with a missing side mean nothing."""
        scored = self._compare(pairs)
        if not self.refusals:
            return scored
        refused = pairs.left(self.state_gold == REFUSES) | pairs.right(self.state_extracted == REFUSES)
        equal = pairs.left(self.raw_gold) == pairs.right(self.raw_extracted)
        return ScoredPairs(
            np.where(refused, equal, scored.score),
            np.where(refused, equal, scored.similarity),
            None if scored.skip is None else scored.skip & ~refused,
            None if scored.outcome is None else np.where(refused, -1, scored.outcome),
        )

    def equality(self, pairs: Pairs, stand_in: bool) -> ScoredPairs:
        """Compare pairs of a field that a batch comparator decides later.

        By the judge's verdicts if it was asked about all pairs; else by text similarity with `stand_in`, or equality.
        """
        if self._judged is not None:
            has_values = self.state_gold == VALUE, self.state_extracted == VALUE
            similarity = self._judged(pairs, self.gold, self.extracted, *has_values)
            return ScoredPairs(self._after_threshold(similarity), similarity)
        if stand_in and self._stand_in is None:
            self._stand_in = TokenSet(self.values)
        scorer = self._stand_in if stand_in and self._stand_in else exact.vectorise(self.values, {})
        score = scorer(pairs, self.gold, self.extracted)
        return ScoredPairs(score, score)

    def _compare(self, pairs: Pairs) -> ScoredPairs:
        vectorise = column_scorer(self.rule.comparator.fn)
        if vectorise is not None and self._scorer is None and self._calls is None:
            self._scorer = vectorise(self.values, self.rule.params)
            if isinstance(self._scorer, SameCode):
                self._same = self._never_missing(self._scorer.codes)
        if self._scorer is not None:
            if self._same is not None:
                similarity = pairs.left(self._same[0]) == pairs.right(self._same[1])
            else:
                similarity = self._scorer(pairs, self.gold, self.extracted)
            return ScoredPairs(self._after_threshold(similarity), similarity)
        if self._calls is None:
            self._calls = _Calls(self.rule, self.values, self._path, self._problems)
        outcome = self._calls(pairs, self.gold, self.extracted, self.state_gold == VALUE, self.state_extracted == VALUE)
        scores, skips = self._calls.arrays()
        similarity = scores[outcome]
        score = np.where(self._calls.failed()[outcome], 0.0, self._after_threshold(similarity))
        return ScoredPairs(score, similarity, skips[outcome] if skips.any() else None, outcome)

    def _never_missing(self, codes: AnyInts) -> tuple[Codes, Codes]:
        """Return codes for both sides that are equal where both have values that match, and nowhere else."""
        gold = np.where(self.present_gold, codes[self.gold], -1)
        extracted = np.where(self.present_extracted, codes[self.extracted], -2)
        return gold.astype(np.int32, copy=False), extracted.astype(np.int32, copy=False)

    def _after_threshold(self, similarity: Scores) -> Scores:
        return similarity if self.threshold is None else similarity >= self.threshold


def _by_row(states: ByteCodes, rows: Codes) -> ByteCodes:
    """Return the state of each row; one that all share is held once."""
    of_rows = states[rows]
    if len(of_rows) and (of_rows == of_rows[0]).all():
        return np.broadcast_to(of_rows[0], of_rows.shape)
    return of_rows


def _present(states: ByteCodes) -> Bools:
    """Return which rows have a value; what all rows share is held once."""
    if len(states) and states.strides == (0,):
        return np.broadcast_to(states[0] >= REFUSES, states.shape)
    return states >= REFUSES


@dataclass(frozen=True, slots=True)
class _States:
    state: ByteCodes
    compared: list[Any]
    refusals: dict[int, str]


def _transformed(rule: UnitRule, both: Factorised) -> _States:
    distinct = both.distinct
    state = np.full(len(distinct), VALUE, np.int8)
    if not rule.transforms and rule.nulls is None:
        if both.absent >= 0:
            state[both.absent] = MISSING
        return _States(state, distinct, {})
    compared = list(distinct)
    refusals: dict[int, str] = {}
    for index, raw in enumerate(distinct):
        if raw is ABSENT:
            state[index] = MISSING
            continue
        value, why = rule.transform(raw)
        if why is not None:
            refusals[index] = why
            state[index] = REFUSES
            value = raw
        compared[index] = value
        if rule.nulls is not None and rule.nulls.lists(value):
            state[index] = LISTED
    return _States(state, compared, refusals)


class _Calls:
    """Calls a comparator with two values: once per distinct pair, unless it has `cacheable = False`."""

    def __init__(self, rule: UnitRule, values: list[Any], path: str, problems: Problems) -> None:
        self._rule, self._values, self._path, self._problems = rule, values, path, problems
        self._cacheable = is_cacheable(rule.comparator.fn, rule.params)
        self._known: dict[int, int] = {}
        self._failed: list[bool] = []
        self.outcomes: list[ComparatorResult] = []

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes, has_gold: Bools, has_extracted: Bools) -> Ints:
        pair = pairs.left(gold).astype(np.int64) * len(self._values) + pairs.right(extracted)
        ask = pairs.left(has_gold) & pairs.right(has_extracted)
        if not self._cacheable:
            return np.array(
                [self._ask(int(code)) if wanted else 0 for code, wanted in zip(pair.ravel(), ask.ravel(), strict=True)],
                np.intp,
            ).reshape(pair.shape)
        distinct, inverse = np.unique(np.where(ask, pair, -1), return_inverse=True)
        indices = np.array([self._once(int(code)) for code in distinct], np.intp)
        return indices[inverse].reshape(pair.shape)

    def _once(self, code: int) -> int:
        if code < 0:
            return 0 if self.outcomes else self._ask_nothing()
        if code not in self._known:
            self._known[code] = self._ask(code)
        return self._known[code]

    def _ask_nothing(self) -> int:
        self._failed.append(False)
        self.outcomes.append(ComparatorResult(0.0, self._rule.comparator.name))
        return 0

    def _ask(self, code: int) -> int:
        if not self.outcomes:
            self._ask_nothing()
        gold, extracted = divmod(int(code), len(self._values))
        result, failed = call(self._rule, self._values[gold], self._values[extracted])
        if failed:
            about = "comparator", self._path, result.reason or ""
            if self._cacheable:
                self._problems.add_pair(*about, self._values[gold], self._values[extracted])
            else:
                self._problems.add(*about)
        self.outcomes.append(result)
        self._failed.append(failed)
        return len(self.outcomes) - 1

    def arrays(self) -> tuple[Floats, Bools]:
        """Return score and skip flag by outcome."""
        return np.array([o.score for o in self.outcomes], np.float64), np.array(
            [o.skip for o in self.outcomes], np.bool_
        )

    def failed(self) -> Bools:
        """Return a flag by outcome: whether the comparator raised or its answer could not be used."""
        return np.array(self._failed, np.bool_)


def call(rule: UnitRule, gold: Any, extracted: Any) -> tuple[ComparatorResult, bool]:
    """Call a user's comparator. Return its answer, made safe, and whether it failed."""
    name = rule.comparator.name
    try:
        answer = rule.comparator.fn(gold, extracted, rule.params)
    except (
        Exception
    ) as error:  # whatever a user's comparator raises becomes the result's reason and a problem of the run
        return ComparatorResult(0.0, name, f"comparator {name!r} raised {type(error).__name__}: {error}"), True
    return checked(answer, name)


def checked(answer: Any, name: str) -> tuple[ComparatorResult, bool]:
    """Check a comparator's answer. Return it, or a failure that says what is wrong with it; and whether it failed."""
    result = as_result(answer, name)
    if result is None:
        return ComparatorResult(
            0.0, name, f"comparator {name!r} returned a {type(answer).__name__}, not a ComparatorResult"
        ), True
    score = result.score
    usable = isinstance(score, int | float | np.floating) and not math.isnan(score) and 0 <= score <= 1
    if not usable and not result.skip:
        return ComparatorResult(0.0, name, f"comparator {name!r} scored {score!r}, which is not from 0 to 1"), True
    return ComparatorResult(
        float(score) if usable else 0.0, result.comparator or name, result.reason, result.skip
    ), False


class TokenSet:
    """Token-set similarity of the values' texts, computed once per distinct pair."""

    def __init__(self, values: list[Any]) -> None:
        self._texts = [value if isinstance(value, str) else repr(value) for value in values]
        self._known: dict[int, float] = {}

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
        pair = pairs.left(gold).astype(np.int64) * len(self._texts) + pairs.right(extracted)
        distinct, inverse = np.unique(pair, return_inverse=True)
        scores = np.array([self._score(int(code)) for code in distinct])
        by_pair: Scores = scores[inverse].reshape(pair.shape)
        return by_pair

    def _score(self, code: int) -> float:
        from rapidfuzz import fuzz

        if code not in self._known:
            left, right = divmod(code, len(self._texts))
            same = left == right
            self._known[code] = 1.0 if same else fuzz.token_set_ratio(self._texts[left], self._texts[right]) / 100
        return self._known[code]
