"""The patterns of a run, result by result: the plain way, to check the columns against."""

from collections import Counter, defaultdict
from typing import Any

from evaljson import FieldResult, RunResult
from evaljson.base.paths import is_below
from evaljson.report.fields.misplaced import misplaced_rows
from evaljson.report.patterns.differences import of_result
from evaljson.report.patterns.empty import of_empty

Counts = dict[tuple[str, str], tuple[int, int, float]]
"""By pattern and field: errors, records, and the weight that they lose."""


def counts_of(run: RunResult) -> Counts:
    every = run.table.in_order()
    listed = list(zip(every.records, every.fields, every.rows, every.results, strict=True))
    misplaced = set(misplaced_rows(run)[0])
    values: Counter[tuple[str, str]] = Counter()
    records: dict[tuple[str, str], set[int]] = defaultdict(set)
    lost: dict[tuple[str, str], float] = defaultdict(float)
    never = _never_there(run, listed)
    exchanged = [exchanged_in(whole.gold, whole.extracted) for whole in run.records]
    for record, field, row, result in listed:
        if result.status in ("mismatch", "omission", "hallucination"):
            name = "misplaced" if row in misplaced else _pattern(run, record, field, result, never)
            if any(is_below(result.path, path) for path in exchanged[record]):
                name = "exchanged"
            values[name, field] += 1
            records[name, field].add(record)
            lost[name, field] += result.weight * (1 - result.score if result.status == "mismatch" else 0.5)
    return {key: (values[key], len(records[key]), round(lost[key], 9)) for key in values}


def exchanged_in(gold: Any, extracted: Any) -> list[str]:
    """The objects outside lists that are exchanged with one beside them, by a look at the leaves of every two."""
    sides = [
        {path: (holder, dict(_leaves("", holder))) for path, holder in _objects("", side) if "[" not in path}
        for side in (gold, extracted)
    ]
    found: list[str] = []
    for one in sides[0]:
        for other in sides[0]:
            beside = one < other and one.rpartition(".")[0] == other.rpartition(".")[0] and "" not in (one, other)
            if not beside or one not in sides[1] or other not in sides[1]:
                continue
            (a, leaves_a), (b, leaves_b) = sides[0][one], sides[0][other]
            crossed = leaves_a == sides[1][other][1] and leaves_b == sides[1][one][1]
            telling = {path for path, (kind, value) in (leaves_a.items() ^ leaves_b.items()) if _tells(kind, value)}
            if crossed and telling and len(a) > 1 and len(b) > 1 and not {one, other} & set(found):
                found += [one, other]
    return [path for path in found if not any(is_below(path, above) and path != above for above in found)]


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
        elif result.status in ("match", "mismatch"):
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
