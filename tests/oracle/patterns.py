"""The patterns of a run, result by result: the plain way, to check the columns against."""

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

from evaljson import FieldResult, RunResult
from evaljson.base.jsontypes import strict_key
from evaljson.base.paths import above
from evaljson.comparators.number.numeric import as_number
from evaljson.report.fields.misplaced import misplaced_rows
from evaljson.report.patterns.differences import of_pair, of_result
from tests.oracle.f1_lost import f1_lost

from .other_record import like_others
from .paths import key_path, steps_of
from .same_factor import off_by_one_factor
from .shifted import shifted_in

Counts = dict[tuple[str, str], tuple[int, int, float]]
"""By pattern and field: errors, records, and what mean F1 loses by them."""
Pairs = dict[tuple[str, Any], Any]
"""By array and index in gold (or key of a map), the index in what was extracted; None where it is alone."""


def counts_of(run: RunResult) -> Counts:
    every = run.table.in_order()
    listed = list(zip(every.records, every.fields, every.rows, every.results, strict=True))
    misplaced = set(misplaced_rows(run)[0])
    values: Counter[tuple[str, str]] = Counter()
    records: dict[tuple[str, str], set[int]] = defaultdict(set)
    lost: dict[tuple[str, str], float] = defaultdict(float)
    never = _never_there(run, listed)
    f1_lost_by = {row: float(lost) for _, _, row, lost in f1_lost(run)}
    pairs = _pairs(run)
    exchanged = [_crossings(whole.gold, whole.extracted) for whole in run.records]
    shifted = [shifted_in(run, record) for record in range(len(run.records))]
    names: dict[int, str] = {}
    like = like_others(run)
    for record, field, row, result in listed:
        if result.status in ("mismatch", "omission", "hallucination"):
            name = "misplaced" if row in misplaced else _pattern(run, record, field, result, never, pairs[record])
            if name == "invented_in_list" and _is_copy(run.records[record].extracted, result, pairs[record]):
                name = "copy_in_list"
            name = shifted[record].get(result.path, name)
            inside = (misread for path, misread in exchanged[record].items() if is_below(result.path, path))
            if any(not any(is_below(path, result.path) for path in misread) for misread in inside):
                name = "exchanged"
            if record in like and name not in ("never_there", "unknown_key", "cut_off"):
                name = "other_record"
            names[row] = name
    siblings = _beside_others(
        run, [one for one in listed if names.get(one[2]) in ("different", "rounded", "power_of_ten")]
    )
    names |= siblings
    names |= _repeated([one for one in listed if names.get(one[2]) in ("different", "typing")])
    names |= off_by_one_factor([one for one in listed if names.get(one[2]) == "different"])
    for record, field, row, _ in listed:
        if row in names:
            name = names[row]
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
        if result.status != "omission":
            extracted.add(field)
        elif not _is_empty(result.gold_compared):
            omitted[field].add(record)
    return {
        field
        for field, records in omitted.items()
        if len(records) > 1 and not any(field in above(one) for one in extracted)
    }


def _pattern(run: RunResult, record: int, field: str, result: FieldResult, never: set[str], pairs: Pairs) -> str:
    where = "_in_list" if "[]" in field else ""
    if result.status == "omission":
        if run.records[record].record_id in run.missing:
            return "record_missing"
        if field in never and not _is_empty(result.gold_compared):
            return "never_there"
        extracted = run.records[record].extracted
        if _is_empty(result.gold_compared):
            other = _other_side(result, extracted, pairs)
            name = _of_empty(result.gold_compared, result, other, missing=True)
        else:
            is_null = _says_little(result.gold_compared) and _other_side(result, extracted, pairs) is None
            name = of_pair(result.gold_compared, None) if is_null else f"missing{where}"
        return _in_list(name, extracted, result.path, pairs) if name == "missing_in_list" else name
    if result.status == "hallucination":
        if run.records[record].record_id in run.invented_records:
            return "record_invented"
        if field in run.undeclared:
            return "unknown_key"
        gold = run.records[record].gold
        if _is_empty(result.extracted_compared):
            other = _at(gold, steps_of(result.path))
            name = _of_empty(result.extracted_compared, result, other, missing=False)
        else:
            is_null = _says_little(result.extracted_compared) and _at(gold, steps_of(result.path)) is None
            name = of_pair(None, result.extracted_compared) if is_null else f"invented{where}"
        return _in_list(name, gold, result.path, {}) if name == "invented_in_list" else name
    return of_result(result)


def _beside_others(run: RunResult, listed: list[tuple[int, str, int, FieldResult]]) -> dict[int, str]:
    """The rows whose pattern is that of a value of another field, by their two values: exchanged, or only beside it."""
    of_field: dict[str, list[tuple[int, str, bool, bool, bool]]] = defaultdict(list)
    for record, field, row, result in listed:
        name = of_result(result)
        if result.status == "mismatch" and name in ("different", "rounded", "power_of_ten"):
            value, whole = result.extracted_value, run.records[record]
            is_small = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 100
            keys = _keys_beside(whole.gold, result.path, value)
            back = _keys_beside(whole.extracted, result.extracted_path or "", result.gold_value)
            is_swapped = bool(keys & back) and (_says(value) or _says(result.gold_value))
            of_field[field].append((row, name, is_small, bool(keys) and _says(value), is_swapped))
    found: set[int] = set()
    for rows in of_field.values():
        swapped = {row for row, _, is_small, _, is_swapped in rows if is_swapped and not is_small}
        small = [row for row, _, is_small, _, is_swapped in rows if is_swapped and is_small]
        swapped |= set(small) if len(small) > 1 and 2 * len(small) >= len(rows) else set()
        for of_name in ("different", "rounded"):
            rest = [one for one in rows if one[1] == of_name and one[0] not in swapped]
            for wanted in (False, True):
                beside = {row for row, _, is_small, is_beside, _ in rest if is_beside and is_small is wanted}
                enough = 2 * len(beside) >= len(rest) and len(beside) > wanted
                found |= beside if enough or (of_name == "different" and not wanted) else set()
        found |= swapped
    return dict.fromkeys(found, "sibling")


def _repeated(listed: list[tuple[int, str, int, FieldResult]]) -> dict[int, str]:
    """The rows of different texts that are one pair three times, in two records, and a fifth of the field's that are in
    no larger pair."""
    records: dict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    of_field: dict[str, list[int]] = defaultdict(list)
    for record, field, row, result in listed:
        if result.status == "mismatch" and all(
            isinstance(side, str) for side in (result.gold_compared, result.extracted_compared)
        ):
            records[field, repr(result.gold_compared), repr(result.extracted_compared)].append((record, row))
    for (field, _, _), found in records.items():
        of_field[field].append(len(found))
    return {
        row: "repeated"
        for (field, _, _), found in records.items()
        if len(found) > 2 and len({record for record, _ in found}) > 1
        if 5 * len(found) >= sum(count for count in of_field[field] if count <= len(found))
        for _, row in found
    }


NO_PARENT, NO_KEY = object(), object()


def _in_list(name: str, side: Any, path: str, pairs: Pairs) -> str:
    """Which of the three it is, by a look at every list and element around the value, the outermost first."""
    what = name.partition("_")[0]
    steps = steps_of(path)
    for place, (step, _) in enumerate(steps):
        if isinstance(step, str):
            continue
        around, through = _beside(side, steps[:place], path, pairs), _beside(side, steps[: place + 1], path, pairs)
        if not isinstance(around, list) or not around:
            return f"list_{what}"
        if through is None or through is NO_KEY or through is NO_PARENT:
            return name
    return f"key_{name}" if isinstance(steps[-1][0], str) else name


def _is_copy(extracted: Any, result: FieldResult, pairs: Pairs) -> bool:
    """Whether the invented element equals another one of its list that has a partner in gold."""
    path = result.path
    steps, own = steps_of(path), steps_of(result.extracted_path or path)
    for place, (step, _) in enumerate(steps):
        if isinstance(step, int) and step < 0:
            array = path[: steps[place - 1][1]] if place else ""
            listed = _at(extracted, own[:place])
            partners = [at for (of, gold), at in pairs.items() if of == array and None not in (gold, at)]
            return any(strict_key(listed[at]) == strict_key(listed[own[place][0]]) for at in partners)
    return False


def _beside(side: Any, steps: Any, path: str, pairs: Pairs) -> Any:
    """What the other side has at the beginning of a path of gold."""
    paired = []
    for number, (step, end) in enumerate(steps):
        start = steps[number - 1][1] if number else 0
        paired.append((pairs.get((path[:start], step), step), end))
    return _at(side, paired)


def _pairs(run: RunResult) -> list[Pairs]:
    """Of each record."""
    frame = run.table.alignments(list(range(len(run.records))))
    columns = (frame[name].tolist() for name in ("record_id", "array", "gold_index", "extracted_index"))
    found: list[Pairs] = [{} for _ in run.records]
    for record, array, gold, extracted in zip(*columns, strict=True):
        found[record][array, gold] = extracted
    return found


def _other_side(result: FieldResult, extracted: Any, pairs: Pairs) -> Any:
    """What was extracted at the place of a gold value, with its elements as they are paired."""
    steps: list[tuple[Any, int]] = []
    start = 0
    for step, end in steps_of(result.path):
        paired = pairs.get((result.path[:start], step), step)
        if paired is None:
            return NO_PARENT
        steps.append((paired, end))
        start = end
    return _at(extracted, steps)


def _at(value: Any, steps: Any) -> Any:
    """The value at a place: NO_KEY where only the last step is missing, NO_PARENT where more is."""
    for place, (step, _) in enumerate(steps):
        is_last = place == len(steps) - 1
        if isinstance(value, dict) and isinstance(step, str):
            if step not in value:
                return NO_KEY if is_last else NO_PARENT
        elif not (isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)):
            return NO_PARENT
        value = value[step]
    return value


def _of_empty(mine: Any, result: FieldResult, other: Any, *, missing: bool) -> str:
    if other is NO_PARENT and any(isinstance(step, int) for step, _ in steps_of(result.path)):
        return "missing_in_list" if missing else "invented_in_list"
    if other is NO_PARENT or other is NO_KEY:
        return "empty_missing" if missing else "empty_invented"
    if other in ("", [], {}) and type(other) in (str, list, dict):
        return "different" if mine is not None else "empty_for_null" if missing else "null_for_empty"
    return of_pair(mine, other) if missing else of_pair(other, mine)


def _says_little(value: Any) -> bool:
    """Whether it is 0, as a number or as a text that is one, or false."""
    return value is False or as_number(value) == 0


def _is_empty(value: Any) -> bool:
    return value is None or (value in ("", [], {}) and value is not False and value != 0)


def _says(wanted: Any) -> bool:
    if isinstance(wanted, str):
        return len(wanted.strip()) > 1
    return not (wanted is None or isinstance(wanted, bool | list | dict) or wanted in (0, 1))


def _keys_beside(record: Any, at: str, wanted: Any) -> set[str]:
    """The other keys of the object around a path that have a value, by a look at all objects and their paths."""
    for path, holder in _objects("", record):
        if keys := [key for key in holder if _child(path, key) == at]:
            return {key for key, value in holder.items() if key != keys[0] and _same(value, wanted)}
    return set()


def _same(value: Any, wanted: Any) -> bool:
    kinds = [isinstance(value, kind) for kind in (dict | list, str, bool, type(None))]
    if kinds[0] or kinds != [isinstance(wanted, kind) for kind in (dict | list, str, bool, type(None))]:
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
    return key_path(path, key)


def is_below(path: str, above: str) -> bool:
    """Whether a path is another one, or below it."""
    steps, around = ([step for step, _ in steps_of(one)] for one in (path, above))
    return steps[: len(around)] == around
