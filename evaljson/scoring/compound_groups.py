"""Scoring of compounds: sibling fields judged together, per parent object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Bools, ByteCodes, Floats, Ints
from evaljson.comparators.base import ComparatorResult
from evaljson.comparators.nested.compound import Fields
from evaljson.scoring.columns import Columns
from evaljson.scoring.judging import NotJudged
from evaljson.scoring.plan import Compound, PlanNode
from evaljson.scoring.problems import Problems
from evaljson.scoring.side import EXTRACTED, GOLD
from evaljson.scoring.status import BATCH_ERROR, HALLUCINATION, MATCH, MISMATCH, OMISSION, SKIPPED
from evaljson.scoring.unit import LISTED, MISSING, REFUSES, Unit, checked

NOTHING = -1
UnitOf = Callable[[PlanNode, Columns], Unit]
_One = tuple[int, float, float, str | None]


@dataclass(frozen=True, slots=True)
class CompoundVerdict:
    """One verdict per row: NOTHING where no member has a value."""

    status: ByteCodes
    score: Floats
    similarity: Floats
    """The score before the threshold."""
    reasons: list[str | None]
    member_seen: list[Bools]
    """By member: whether either side has its key."""


def judge(
    compound: Compound, columns: Columns, gold: Ints, extracted: Ints, unit_of: UnitOf, problems: Problems
) -> CompoundVerdict:
    """Judge pairs of objects; row -1 stands for a side that lacks the whole object."""
    units = {key: unit_of(node, columns.child(key, node.path)) for key, node in compound.members}
    has_gold = {key: _state(unit.state_gold, gold) for key, unit in units.items()}
    has_extracted = {key: _state(unit.state_extracted, extracted) for key, unit in units.items()}
    declared = {key: unit for key, unit in units.items() if key in compound.comparator.fields}
    verdicts = [
        _judge_one(
            compound,
            declared,
            {key: has_gold[key][i] for key in declared},
            {key: has_extracted[key][i] for key in declared},
            int(gold[i]),
            int(extracted[i]),
            problems,
        )
        for i in range(len(gold))
    ]
    return CompoundVerdict(
        np.array([v[0] for v in verdicts], np.int8),
        np.array([v[1] for v in verdicts], np.float64),
        np.array([v[2] for v in verdicts], np.float64),
        [v[3] for v in verdicts],
        [(has_gold[key] > MISSING) | (has_extracted[key] > MISSING) for key in units],
    )


def _state(states: ByteCodes, rows: Ints) -> ByteCodes:
    return np.where(rows >= 0, states[rows] if len(states) else MISSING, MISSING).astype(np.int8)


def _judge_one(
    compound: Compound,
    units: dict[str, Unit],
    gold: dict[str, int],
    extracted: dict[str, int],
    row: int,
    other: int,
    problems: Problems,
) -> _One:
    left = {key: unit.compared_of(GOLD, row) for key, unit in units.items() if gold[key] >= REFUSES}
    right = {key: unit.compared_of(EXTRACTED, other) for key, unit in units.items() if extracted[key] >= REFUSES}
    if not left and not right:
        return _both_absent(compound, LISTED in gold.values() or LISTED in extracted.values())
    if not right:
        return OMISSION, 0.0, 0.0, None
    if not left:
        return HALLUCINATION, 0.0, 0.0, None
    answer, failed = _answer(compound, left, right)
    if isinstance(answer, NotJudged):
        problems.add("batch", compound.primary.path, f"not judged: {answer.reason}")
        return BATCH_ERROR, 0.0, 0.0, answer.reason
    if failed:
        problems.add("comparator", compound.primary.path, answer.reason or "")
    if answer.skip:
        return SKIPPED, 0.0, 0.0, answer.reason
    threshold = compound.primary.schema.threshold
    score = answer.score if threshold is None or failed else float(answer.score >= threshold)
    return (MATCH if score == 1.0 else MISMATCH), score, answer.score, answer.reason


def _answer(compound: Compound, gold: Fields, extracted: Fields) -> tuple[ComparatorResult | NotJudged, bool]:
    """Ask the comparator. Return its answer, made safe, and whether it failed."""
    name = compound.comparator.name
    try:
        answer = compound.comparator.judge(gold, extracted, compound.params)
    except Exception as error:  # a user's comparator may raise anything; it becomes the reason and a problem of the run
        why = f"comparator {name!r} raised {type(error).__name__}: {error}"
        return NotJudged(why) if compound.comparator.failure_is_unjudged else ComparatorResult(0.0, name, why), True
    return (answer, True) if isinstance(answer, NotJudged) else checked(answer, name)


def _both_absent(compound: Compound, listed: bool) -> _One:
    rule = compound.primary.nulls
    if not listed or rule is None:
        return NOTHING, 0.0, 0.0, None
    status, score = (MATCH, 1.0) if rule.both_absent_matches else (SKIPPED, 0.0)
    return status, score, score, "absent on both sides"
