"""Which pattern null or an empty value has that the other side lacks: absent, null and a missing element are three."""

from __future__ import annotations

from evaljson.base.paths import split
from evaljson.report.patterns.differences import DIFFERENT, of_pair
from evaljson.results.field_result import FieldResult


def of_empty(result: FieldResult) -> str:
    """Return the pattern of a missing or an invented value that is null or empty: a name of KINDS."""
    reason = result.reason or ""
    if reason.endswith("has null here"):
        return of_pair(result.gold_compared, result.extracted_compared)
    is_missing = result.status == "omission"
    if " has an empty " in reason:
        value = result.gold_compared if is_missing else result.extracted_compared
        if value is not None:
            return DIFFERENT
        return "empty_for_null" if is_missing else "null_for_empty"
    in_list = any(not isinstance(step, str) for step in split(result.path))
    if reason.endswith("has nothing here") and in_list:  # the element is not there: no key is missing
        return "missing_in_list" if is_missing else "invented_in_list"
    return "empty_missing" if is_missing else "empty_invented"
