"""The patterns of a run, result by result: the plain way, to check the columns against."""

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

from evaljson import FieldResult, RunResult
from evaljson.base.paths import is_below
from evaljson.report.fields.misplaced import misplaced_rows
from evaljson.report.patterns.differences import of_result
from evaljson.report.patterns.empty import of_empty
from tests.oracle.f1_lost import f1_lost

from .shifted import shifted_in

Counts = dict[tuple[str, str], tuple[int, int, float]]
"""By pattern and field: errors, records, and what mean F1 loses by them."""


def counts_of(run: RunResult) -> Counts:
    every = run.table.in_order()
    listed = list(zip(every.records, every.fields, every.rows, every.results, strict=True))
    misplaced = set(misplaced_rows(run)[0])
    values: Counter[tuple[str, str]] = Counter()
    records: dict[tuple[str, str], set[int]] = defaultdict(set)
    lost: dict[tuple[str, str], float] = defaultdict(float)
    never = _never_there(run, listed)
    f1_lost_by = {row: float(lost) for _, _, row, lost in f1_lost(run)}
    exchanged = [_crossings(whole.gold, whole.extracted) for whole in run.records]
    shifted = [shifted_in(run, record) for record in range(len(run.records))]
    for record, field, row, result in listed:
        if result.status in ("mismatch", "omission", "hallucination"):
            name = "misplaced" if row in misplaced else _pattern(run, record, field, result, never)
            name = shifted[record].get(result.path, name)
            inside = (misread for path, misread in exchanged[record].items() if is_below(result.path, path))
            if any(not any(is_below(path, result.path) for path in misread) for misread in inside):
                name = "exchanged"
            values[name, field] += 1
            records[name, field].add(record)
            lost[name, field] += f1_lost_by[row]
    return {key: (values[key], len(records[key]), round(lost[key], 9)) for key in values}


def exchanged_in(gold: Any, extracted: Any) -> list[str]:
    """The objects outside lists that are exchanged with one beside them."""
    return list(_crossings(gold, extracted))


def _crossings(gold: Any, extracted: Any) -> dict[str, set[str]]:
    """The exchanged objects, by a look at the leaves of every two, with the paths of values misread as well."""
    sides = [
        {path: (holder, dict(_leaves("", holder))) for path, holder in _objects("", side) if "[" not in path}
        for side in (gold, extracted)
    ]
    found: dict[str, set[str]] = {}
    for one, other in combinations(sorted(sides[0]), 2):
        beside = one.rpartition(".")[0] == other.rpartition(".")[0] and "" not in (one, other)
        if not beside or one not in sides[1] or other not in sides[1]:
            continue
        could, crossed, telling, misread = 0, 0, [0, 0], [set[str](), set[str]()]
        for number, (here, there) in enumerate(((one, other), (other, one))):
            own, others, read = sides[0][here][1], sides[0][there][1], sides[1][here][1]
            for path in own.keys() | others.keys() | read.keys():
                if own.get(path) == others.get(path) == read.get(path):
                    continue
                could += 1
                if own.get(path) != read.get(path) == others.get(path):
                    crossed += 1
                    telling[number] += path in read and _tells(*read[path])
                elif own.get(path) != read.get(path):
                    misread[number].add(f"{here}{path}" if path.startswith("[") else f"{here}.{path}")
        enough = any(telling) if crossed == could else all(telling) and crossed > could / 2
        large = len(sides[0][one][0]) > 1 and len(sides[0][other][0]) > 1
        if enough and large and not {one, other} & set(found):
            found |= {one: misread[0], other: misread[1]}
    return {
        path: misread
        for path, misread in found.items()
        if not any(is_below(path, above) and path != above for above in found)
    }


def _leaves(path: str, value: Any) -> list[tuple[str, tuple[str, str]]]:
    if isinstance(value, dict) and value:
        return [one for key, item in value.items() for one in _leaves(_child(path, key), item)]
    if isinstance(value, list) and value:
        return [one for i, item in enumerate(value) for one in _leaves(f"{path}[{i}]", item)]
    return [(path, (type(value).__name__, repr(value)))]


def _tells(kind: str, shown: str) -> bool:
    if kind == "str":
        return len(shown.strip("'").strip()) > 1
    return kind in ("int", "float") and shown not in ("0", "1", "0.0", "1.0", "-0.0")


def _never_there(run: RunResult, listed: list[tuple[int, str, int, FieldResult]]) -> set[str]:
    omitted: dict[str, set[int]] = defaultdict(set)
    extracted = set()
    for record, field, _, result in listed:
        if run.records[record].record_id in run.missing:
            continue
        if result.status == "omission":
            omitted[field].add(record)
        elif result.status in ("match", "mismatch", "hallucination"):
            extracted.add(field)
    return {field for field, records in omitted.items() if len(records) > 1 and field not in extracted}


def _pattern(run: RunResult, record: int, field: str, result: FieldResult, never: set[str]) -> str:
    where = "_in_list" if "[]" in field else ""
    if result.status == "omission":
        if run.records[record].record_id in run.missing:
            return "record_missing"
        if field in never:
            return "never_there"
        return of_empty(result) if _is_empty(result.gold_compared) else f"missing{where}"
    if result.status == "hallucination":
        if run.records[record].record_id in run.invented_records:
            return "record_invented"
        if field in run.undeclared:
            return "unknown_key"
        return of_empty(result) if _is_empty(result.extracted_compared) else f"invented{where}"
    name = of_result(result)
    return "sibling" if name in ("different", "rounded") and _is_beside(run.records[record].gold, result) else name


def _is_empty(value: Any) -> bool:
    return value is None or (value in ("", [], {}) and value is not False and value != 0)


def _is_beside(gold: Any, result: FieldResult) -> bool:
    """Whether gold has the extracted value in the same object, by a look at all of its objects and their paths."""
    wanted = result.extracted_value
    if isinstance(wanted, str) and len(wanted.strip()) < 2:
        return False
    if wanted is None or isinstance(wanted, bool | list | dict) or wanted in (0, 1):
        return False
    for path, holder in _objects("", gold):
        keys = [key for key in holder if _child(path, key) == result.path]
        if keys:
            others = [value for key, value in holder.items() if key != keys[0]]
            return any(type(value) is not bool and _same(value, wanted) for value in others)
    return False


def _same(value: Any, wanted: Any) -> bool:
    if isinstance(value, dict | list) or isinstance(value, str) != isinstance(wanted, str):
        return False
    return bool(value == wanted)


def _objects(path: str, value: Any) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        inner = [one for key, item in value.items() for one in _objects(_child(path, key), item)]
        return [(path, value), *inner]
    if isinstance(value, list):
        return [one for i, item in enumerate(value) for one in _objects(f"{path}[{i}]", item)]
    return []


def _child(path: str, key: str) -> str:
    from evaljson.base.paths import child

    return child(path, key)
