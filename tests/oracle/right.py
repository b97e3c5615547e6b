"""What is right as a whole, result by result: records, and rows of arrays."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from evaljson.results.field_result import FieldResult

Verdicts = dict[str, Counter[str]]
"""By schema path of the elements, or "" for records: how many are right, wrong and undecided."""


def verdicts(records: Iterable[tuple[list[FieldResult], list[str]]]) -> Verdicts:
    """Judge each record and row; `records` are the results of each, with their schema paths."""
    found: Verdicts = defaultdict(Counter)
    for results, fields in records:
        found[""][verdict(results) or "right"] += 1
        rows: dict[tuple[str, str], list[FieldResult]] = defaultdict(list)
        for result, field in zip(results, fields, strict=True):
            for row in zip(prefixes(field), prefixes(result.path), strict=False):
                rows[row].append(result)
        for (array, _), inside in rows.items():
            if (said := verdict(inside)) is not None:
                found[array][said] += 1
    return found


def prefixes(path: str) -> list[str]:
    """Cut the path after each index; quoted keys may hold brackets."""
    unquoted = re.sub(r"\['(?:[^'\\]|\\.)*'\]", lambda quoted: "x" * len(quoted[0]), path, flags=re.DOTALL)
    return [path[: match.end()] for match in re.finditer(r"\[-?\d*\]", unquoted)]


def verdict(results: list[FieldResult]) -> str | None:
    """None where nothing counts."""
    statuses = {result.status for result in results if result.weight > 0} - {"skipped"}
    if statuses & {"mismatch", "omission", "hallucination"}:
        return "wrong"
    return "undecided" if "batch_error" in statuses else "right" if statuses else None
