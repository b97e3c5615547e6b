"""Scoring of compounds: sibling fields judged together, per parent object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, ByteCodes, Floats, Ints
from evaljson.comparators.base import ComparatorResult
from evaljson.scoring.columns import Columns
from evaljson.scoring.plan import Compound, PlanNode
from evaljson.scoring.problems import Problems
from evaljson.scoring.side import EXTRACTED, GOLD
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION, SKIPPED
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
    units = [unit_of(node, columns.child(key, node.path)) for key, node in compound.members]
    has_gold = [_state(unit.state_gold, gold) for unit in units]
    has_extracted = [_state(unit.state_extracted, extracted) for unit in units]
    verdicts = [
        _judge_one(
            compound,
            units,
            [s[i] for s in has_gold],
            [s[i] for s in has_extracted],
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
        [(g > MISSING) | (e > MISSING) for g, e in zip(has_gold, has_extracted, strict=True)],
    )


def _state(states: ByteCodes, rows: Ints) -> ByteCodes:
    return np.where(rows >= 0, states[rows] if len(states) else MISSING, MISSING).astype(np.int8)


def _judge_one(
    compound: Compound,
    units: list[Unit],
    gold: list[Any],
    extracted: list[Any],
    row: int,
    other: int,
    problems: Problems,
) -> _One:
    keys = [key for key, _ in compound.members]
    left = {
        key: unit.compared_of(GOLD, row) for key, unit, state in zip(keys, units, gold, strict=True) if state >= REFUSES
    }
    right = {
        key: unit.compared_of(EXTRACTED, other)
        for key, unit, state in zip(keys, units, extracted, strict=True)
        if state >= REFUSES
    }
    if not left and not right:
        return _both_absent(compound, LISTED in gold or LISTED in extracted)
    if not right:
        return OMISSION, 0.0, 0.0, None
    if not left:
        return HALLUCINATION, 0.0, 0.0, None
    try:
        answer, failed = checked(compound.comparator.judge(left, right, compound.params), compound.comparator.name)
    except Exception as error:  # a user's comparator may raise anything; it becomes the reason and a problem of the run
        name = compound.comparator.name
        answer, failed = (
            ComparatorResult(0.0, name, f"comparator {name!r} raised {type(error).__name__}: {error}"),
            True,
        )
    if failed:
        problems.add("comparator", compound.primary.path, answer.reason or "")
    if answer.skip:
        return SKIPPED, 0.0, 0.0, answer.reason
    threshold = compound.primary.schema.threshold
    score = answer.score if threshold is None or failed else float(answer.score >= threshold)
    return (MATCH if score == 1.0 else MISMATCH), score, answer.score, answer.reason


def _both_absent(compound: Compound, listed: bool) -> _One:
    rule = compound.primary.nulls
    if not listed or rule is None:
        return NOTHING, 0.0, 0.0, None
    status, score = (MATCH, 1.0) if rule.both_absent_matches else (SKIPPED, 0.0)
    return status, score, score, "absent on both sides"
