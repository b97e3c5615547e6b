"""Which pattern null or an empty value has that the other side lacks: absent, null and a missing element are three.

What the other side has is looked up in the records: reasons quote values, and post-processors may change them.
"""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.base.paths import split
from evaljson.report.patterns.differences import of_pair
from evaljson.report.patterns.text_parts import DIFFERENT
from evaljson.results.explain import has_no_parent
from evaljson.results.field_result import FieldResult


def of_empty(result: FieldResult, gold: Any) -> str:
    """Return the pattern of a missing or an invented value that is null, empty, 0 or false: a name of KINDS.

    `gold` is the record of gold.
    """
    is_missing = result.status == "omission"
    if is_missing:
        mine, other = result.gold_compared, ABSENT if result.extracted_path is None else result.extracted_value
    else:
        mine, other = result.extracted_compared, value_at(gold, result.path)
    is_empty = mine is None or _is_empty(mine)
    if other is ABSENT or (other is not None and not is_empty):
        return _of_absent(result, is_missing, is_empty=is_empty)
    if _is_empty(other) and other is not None:
        return DIFFERENT if mine is not None else "empty_for_null" if is_missing else "null_for_empty"
    return of_pair(mine, other) if is_missing else of_pair(other, mine)


def _of_absent(result: FieldResult, is_missing: bool, *, is_empty: bool) -> str:
    in_list = any(not isinstance(step, str) for step in split(result.path))
    if not is_empty:
        return ("missing" if is_missing else "invented") + "_in_list" * in_list
    if in_list and has_no_parent(result.reason):  # the element is not there: no key is missing
        return "missing_in_list" if is_missing else "invented_in_list"
    return "empty_missing" if is_missing else "empty_invented"


def _is_empty(value: Any) -> bool:
    return isinstance(value, str | list | dict) and not value
