"""Which values of gold all variants contradict alike, place by place and pair by pair: the plain way."""

import math
from collections import Counter, defaultdict
from itertools import permutations
from typing import Any

from evaljson import RunResult, evaluate
from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.kinds import KINDS

VALUES = {
    "other_record",
    "different",
    "repeated",
    "typing",
    "power_of_ten",
    "same_factor",
    "sign",
    "sibling",
    "date_order",
}
NULL = {"value_for_null", "zero_for_null", "false_for_null"}
NOTHING = {*NULL, "invented", "copy_in_list", "invented_in_list", "key_invented_in_list"}
NO_VALUE = {"record_missing", "record_invented", "unknown_key", "empty_invented", "list_invented"}
NO_CONVENTION = {
    *NULL,
    "different",
    "repeated",
    "typing",
    "invented",
    "copy_in_list",
    "invented_in_list",
    "key_invented_in_list",
}
Place = tuple[int, str]


def contradicted(runs: dict[str, RunResult], schemas: dict[str, dict[str, Any]]) -> dict[Place, str | None]:
    """By (position in gold, path): why it is not listed, None for what is. `schemas` are those of fields, by path."""
    said: dict[str, dict[Place, tuple[str, str, Any]]] = {name: _errors(run) for name, run in runs.items()}
    has = {name: _positions(run) for name, run in runs.items()}
    found: dict[Place, tuple[str, str, Any, Any]] = {}
    aside: dict[Place, str | None] = {}
    for place in sorted({place for of in said.values() for place in of}):
        voices = [name for name in runs if place[0] in has[name]]
        if len(voices) < 2 or any(place not in said[name] for name in voices):
            continue
        results = [said[name][place] for name in voices]
        field, pattern, first = results[0]
        if not all(one[1] in VALUES | NOTHING for one in results):
            if all(_is_nothing(one[2]) for one in results):
                aside[place] = "nothing"
            elif any(one[2].status == "omission" for one in results):
                continue
            elif all(_alike(one[2], other[2], schemas[field]) for one, other in permutations(results, 2)):
                aside[place] = "writing"
        elif any(one[2].status == "omission" for one in results):
            continue  # a missing value contradicts nothing
        elif all(_alike(one[2], other[2], schemas[field]) for one, other in permutations(results, 2)):
            gold = ABSENT if first.status == "hallucination" else first.gold_compared
            found[place] = field, pattern, gold, first.extracted_compared
    return {**_why_not(found, runs), **aside}


def _errors(run: RunResult) -> dict[Place, tuple[str, str, Any]]:
    every, codes = run.table.in_order(), find_patterns(run).codes
    found = {}
    for record, field, row, result in zip(every.records, every.fields, every.rows, every.results, strict=True):
        name = KINDS[codes[row]].name if codes[row] >= 0 else ""
        if name and name not in NO_VALUE and "[-" not in result.path:
            found[run.positions[record][0], result.path] = field, name, result
    return found


def _is_nothing(result: Any) -> bool:
    """Whether a variant has no key there, null or an empty text."""
    return result.status == "omission" or result.extracted_compared in (None, "")


def _positions(run: RunResult) -> set[int]:
    return {gold for gold, extracted in run.positions if extracted is not None}


def _alike(one: Any, other: Any, schema: dict[str, Any]) -> bool:
    """Score one value as if the other were gold."""
    left, right = one.extracted_value, other.extracted_value
    if strict_key(one.extracted_compared) == strict_key(other.extracted_compared):
        return True
    run = evaluate([{"x": left}], [{"x": right}], {"type": "object", "properties": {"x": schema}})
    return [result.status for result in run.records[0].field_results] == ["match"]


def _why_not(found: dict[Place, tuple[str, str, Any, Any]], runs: dict[str, RunResult]) -> dict[Place, str | None]:
    among: dict[str, set[int]] = defaultdict(set)
    values: dict[int, int] = defaultdict(int)
    for run in runs.values():
        every = run.table.in_order()
        for record, field in zip(every.records, every.fields, strict=True):
            among[field].add(run.positions[record][0])
        for record, of in Counter(every.records).items():
            at = run.positions[record][0]
            values[at] = max(values[at], of)
    here = Counter(at for at, _ in found)
    why: dict[Place, str | None] = {}
    for place in found:
        count = here[place[0]]
        if count >= 10 or (count >= 3 and count / values[place[0]] >= 0.25):
            why[place] = "record"
    for name, least, share, key in (
        ("same values", 2, 0.01, lambda field, _, gold, said: (field, strict_key(gold), strict_key(said))),
        ("same difference", 2, 0.01, lambda field, kind, *_: (field, kind)),
        ("field", 3, 0.03, lambda field, *_: field),
    ):
        groups: dict[Any, list[Place]] = defaultdict(list)
        for place, one in found.items():
            if place not in why:
                groups[key(*one)].append(place)
        for group in groups.values():
            field, kind, *_ = found[group[0]]
            if name == "same difference" and kind in NO_CONVENTION:
                continue
            if len({at for at, _ in group}) > max(least, math.floor(share * len(among[field]))):
                why.update(dict.fromkeys(group, name))
    return {place: why.get(place) for place in found}
