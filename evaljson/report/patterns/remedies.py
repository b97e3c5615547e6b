"""The setting that the rule of a pattern means at a field: prepared, and tried on the values before it is promised.

A setting is a remedy if it makes at least half of the errors right, and none of the right values wrong. Pairing changes
which values meet: there the errors that go must outweigh those that come by half as many as the pattern has.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from rapidfuzz.distance import Levenshtein

from evaljson.base.arrays import Ints
from evaljson.base.errors import EvaljsonError
from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.base.paths import above
from evaljson.evaluate import score_pairs
from evaljson.report.fields.alignment_gain import HUNGARIAN, aligned
from evaljson.report.patterns.candidates import candidates
from evaljson.report.patterns.kinds import OF_PLACES
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.tallies import Rows
from evaljson.suggest.edit import Edit, change
from evaljson.suggest.kinds.equal_values import equal_too
from evaljson.suggest.kinds.numbered_codes import are_numbered_codes
from evaljson.suggest.kinds.numbers import may_be_rounded
from evaljson.suggest.proposal import is_code, mixes_case
from evaljson.whatif.touched import touched_paths

_OF_GOLD_TEXTS: Final = ("typing", "case", "case_space", "rounded", "repeated")
"""Patterns whose settings could take one answer of gold for another."""
_MOST: Final = 40
"""Errors that are tried, and right values."""
_GOLD: Final = 200
"""Different gold texts that are compared with each other."""
_CHANCE: Final = 0.05
"""Of the errors that a tolerance settles, the share of others that it may make right as well."""
Record = dict[str, Any]
_KEY: Final = "value"


class Remedies:
    """Finds the remedies of patterns of a run under its schema."""

    def __init__(self, run: RunResult, schema: Mapping[str, Any]) -> None:
        self._run = run
        self._tree = parse_eval_schema(schema)
        self._nodes: dict[str, SchemaNode] = {}
        for node in (node for root in self._tree.roots for node in root.walk()):
            self._nodes.setdefault(node.path, node)

    def of(self, pattern: str, field: str, rows: Ints) -> Edit | None:
        """Return the remedy for errors of a pattern at a field, by their rows; None where no setting is one."""
        if pattern in OF_PLACES:
            return self._pairing(field, rows)
        node = self._nodes.get(field)
        if node is None:
            return None
        errors = self._results(rows)
        texts = self._gold_texts(field) if pattern in _OF_GOLD_TEXTS else []
        if pattern == "rounded" and are_numbered_codes(field, texts):
            return None
        wrong = self._records(rows)
        tallied = self._run.tallies.rows
        is_right = (tallied.status == MATCH) & (tallied.field == tallied.fields.index(field))
        right = self._records(np.flatnonzero(is_right))
        others = self._of_other_size(field, rows) if pattern == "rounded" else []
        best: tuple[int, Edit | None] = (len(wrong) - 1) // 2, None
        equal = equal_too(node) if pattern == "unread" else None
        for edit in candidates(pattern, field, errors) if equal is None else (equal,):
            if _confuses(pattern, edit, texts):
                continue
            settled = _right_under(edit, node, wrong)
            spare = int(_CHANCE * settled)
            if (
                settled > best[0]
                and _right_under(edit, node, right) == len(right)
                and (_right_under(edit, node, others) <= spare)
            ):
                best = settled, edit
            if best[0] == len(wrong):
                break
        return best[1]

    def _of_other_size(self, field: str, rows: Ints) -> list[tuple[Record, Record]]:
        """Return the other wrong values of a field that no rounding explains: a tolerance must not make these right."""
        tallied = self._run.tallies.rows
        is_wrong = (tallied.status == MISMATCH) & (tallied.field == tallied.fields.index(field))
        others = np.setdiff1d(np.flatnonzero(is_wrong), rows)
        others = others[:: max(len(others) // _GOLD, 1)][:_GOLD]
        results = self._run.table.some(others)
        return [
            ({_KEY: one.gold_value}, {_KEY: one.extracted_value})
            for one in results
            if not may_be_rounded(one.gold_compared, one.extracted_compared)
        ]

    def _pairing(self, field: str, rows: Ints) -> Edit | None:
        """Return pairing by content of that array around a field which leaves the fewest errors, the inner one of two.

        None where none of them leaves fewer by half as many as the pattern has in the records that are tried.
        """
        arrays = [path for path in above(field)[:-1] if path in self._nodes and self._nodes[path].items is not None]
        if not arrays:
            return None
        record = self._run.tallies.rows.record
        places = np.unique(record[_some(rows)])
        records = [self._run.records[place] for place in places.tolist()]
        sides = [one.gold for one in records], [one.extracted for one in records]
        settled = {array: self._settled_by_pairing(array, arrays[0], sides) for array in reversed(arrays)}
        best = max(settled, key=lambda array: settled[array])
        errors = int(np.isin(record[rows], places).sum())
        return Edit(best, align=dict(HUNGARIAN)) if 2 * settled[best] >= errors else None

    def _settled_by_pairing(self, array: str, around: str, sides: tuple[list[Any], list[Any]]) -> int:
        """Count how many errors fewer the elements `around` an array have once it is paired by content."""
        by_content = aligned(self._tree, {array})
        touched = touched_paths(self._tree, by_content)
        before, after = (
            _wrong_inside(around, score_pairs(tree, *sides, touched, ask=False).tallies.rows)
            for tree in (self._tree, by_content)
        )
        return before - after

    def _results(self, rows: Ints) -> list[FieldResult]:
        return self._run.table.some(rows[:_MOST])

    def _records(self, rows: Ints) -> list[tuple[Record, Record]]:
        """Return a record of each side with the value alone, in which it is absent where it was."""
        rows = _some(rows)
        records = self._run.tallies.rows.record[rows].tolist()
        pairs = []
        for record, one in zip(records, self._run.table.some(rows), strict=True):
            in_gold = one.status != "hallucination" or value_at(self._run.records[record].gold, one.path) is not ABSENT
            gold = {_KEY: one.gold_value} if in_gold else {}
            pairs.append((gold, {} if one.extracted_path is None else {_KEY: one.extracted_value}))
        return pairs

    def _gold_texts(self, field: str) -> list[str]:
        """Return different texts that gold has at a field."""
        rows = self._run.tallies.rows
        at = np.flatnonzero(
            (rows.field == rows.fields.index(field)) & np.isin(rows.status, (MATCH, MISMATCH, OMISSION))
        )
        results = self._run.table.some(at[:: max(len(at) // _GOLD, 1)][:_GOLD])
        return list({one.gold_compared for one in results if isinstance(one.gold_compared, str)})


def _some(rows: Ints) -> Ints:
    """Return the rows that are tried, from all over the run."""
    return rows[:: max(len(rows) // _MOST, 1)][:_MOST]


def _right_under(edit: Edit, node: SchemaNode, pairs: Sequence[tuple[Record, Record]]) -> int:
    """Count the pairs of records without an error where the field is compared with the edit; no judge is asked."""
    if not pairs:
        return 0
    raw = {name: inherited.value for name, inherited in node.inherited.items()} | copy.deepcopy(dict(node.raw))
    change(raw, edit, {})
    schema = {"type": "object", "properties": {_KEY: raw}}
    try:
        tree = parse_eval_schema(schema)
        results = score_pairs(tree, [gold for gold, _ in pairs], [extracted for _, extracted in pairs], ask=False)
    except EvaljsonError:
        return 0
    rows = results.tallies.rows
    is_wrong = np.isin(rows.status, (MISMATCH, OMISSION, HALLUCINATION))
    return len(pairs) - len(np.unique(rows.record[is_wrong]))


def _wrong_inside(array: str, rows: Rows) -> int:
    """Count the errors in the elements of an array."""
    inside = np.array([path.startswith(f"{array}[]") for path in rows.fields], np.bool_)
    return int((np.isin(rows.status, (MISMATCH, OMISSION, HALLUCINATION)) & inside[rows.field]).sum())


def _confuses(pattern: str, edit: Edit, gold: Sequence[str]) -> bool:
    """Check whether gold has codes, or two texts, that the edit would take for one another."""
    if pattern in ("case", "case_space"):
        return is_code(gold) and mixes_case(gold)
    if pattern == "repeated":
        return not edit.transforms[0]["map_values"]["values"].keys().isdisjoint(gold)
    if edit.threshold is None:
        return False
    alike = (Levenshtein.normalized_similarity(*pair) >= edit.threshold for pair in combinations(gold, 2))
    return is_code(gold) or any(alike)
