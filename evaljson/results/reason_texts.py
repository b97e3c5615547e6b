"""The reasons of a chunk's results, each found once for all results of which everything that it depends on is equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from evaljson.base.arrays import AnyArray, Codes, Ints
from evaljson.comparators.number.text_notes import as_of_raw
from evaljson.results.explain import comparator_says, reason, value
from evaljson.results.parts import TextColumn, coded
from evaljson.scoring.side import EXTRACTED, GOLD
from evaljson.scoring.status import MATCH, MISMATCH, NAMES
from evaljson.scoring.table_sink import Chunk
from evaljson.scoring.unit import VALUE, Unit


def reasons(chunk: Chunk, at: Ints, gold: TextColumn, extracted: TextColumn) -> TextColumn:
    """Return the reasons in some rows of a chunk; `gold` and `extracted` are the JSON texts of the values there."""
    if chunk.unit is not None and _is_asked(chunk, chunk.unit, at):
        return _asked(chunk, chunk.unit, at)
    key: Ints = gold.codes * len(extracted.texts) + extracted.codes
    key = key * len(NAMES) + chunk.status[at]
    if chunk.outcome is not None:
        key = _also(key, chunk.outcome[at])
    if chunk.similarity is not None:
        key = _also(key, chunk.similarity[at])
    if chunk.reasons is not None:
        key = _also(key, coded([chunk.reasons[row] for row in at.tolist()]).codes)
    _, first, codes = np.unique(key, return_index=True, return_inverse=True)
    texts = [reason(chunk, row, value(chunk, row, GOLD), value(chunk, row, EXTRACTED)) for row in at[first].tolist()]
    return TextColumn(codes, texts)


def _also(key: Ints, more: AnyArray) -> Ints:
    """Return a key that also tells apart what differs in `more`."""
    _, one = np.unique(key, return_inverse=True)
    distinct, other = np.unique(more, return_inverse=True)
    both: Ints = one * len(distinct) + other
    return both


def _is_asked(chunk: Chunk, unit: Unit, at: Ints) -> bool:
    """Check whether each reason is what the comparator says of the two values, and nothing else."""
    gold, extracted = chunk.gold, chunk.extracted
    if gold is None or extracted is None or chunk.outcome is not None or chunk.similarity is not None:
        return False
    if chunk.reasons is not None or unit.refusals or unit.rule.is_batch or unit.rule.compound is not None:
        return False
    values = (unit.state_gold[gold[at]] == VALUE) & (unit.state_extracted[extracted[at]] == VALUE)
    return bool((values & ((chunk.status[at] == MATCH) | (chunk.status[at] == MISMATCH))).all())


def _asked(chunk: Chunk, unit: Unit, at: Ints) -> TextColumn:
    """Ask the comparator about the values in these rows, but not about pairs whose reason is known or the same."""
    assert chunk.gold is not None
    assert chunk.extracted is not None
    fn: Any = unit.rule.comparator.fn
    gold, extracted = chunk.gold[at], chunk.extracted[at]
    left, right = unit.gold[gold], unit.extracted[extracted]
    key: Ints = unit.raw_gold[gold].astype(np.intp) * len(unit.compared) + unit.raw_extracted[extracted]
    types, left_type, right_type = _types(unit, left, right)
    if getattr(fn, "reason_by_type", None) is True:
        key = np.where(left == right, len(types), right_type) * len(types) + left_type
    silent = getattr(fn, "silent", None)
    if isinstance(silent, frozenset):
        quiet = np.array([one in silent for one in types], np.bool_)
        key = np.where((left == right) & quiet[left_type], -1, key)
    _, first, codes = np.unique(key, return_index=True, return_inverse=True)
    texts = [
        as_of_raw(
            comparator_says(unit, int(gold[one]), int(extracted[one])),
            value(chunk, int(at[one]), GOLD),
            value(chunk, int(at[one]), EXTRACTED),
        )
        for one in first.tolist()
    ]
    return TextColumn(codes, texts)


def _types(unit: Unit, left: Codes, right: Codes) -> tuple[list[type], Ints, Ints]:
    """Return the types of the compared values, and each side's codes into them."""
    distinct, place = np.unique(np.concatenate([left, right]), return_inverse=True)
    types = [type(unit.values[code]) for code in distinct.tolist()]
    number = {one: code for code, one in enumerate(dict.fromkeys(types))}
    codes = np.array([number[one] for one in types], np.intp)[place]
    return list(number), codes[: len(left)], codes[len(left) :]
