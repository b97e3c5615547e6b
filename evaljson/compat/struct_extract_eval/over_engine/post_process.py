"""Users' post-processors over the results of one record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from evaljson.compat.struct_extract_eval.core.record.results import FieldResult
from evaljson.results.apply_post_process import check_counted


def processed(results: list[FieldResult], steps: Sequence[Callable[[list[FieldResult]], Any]]) -> list[FieldResult]:
    """Call each step with the results themselves; one that returns None has changed them in place.

    Raises ValueError for a result that cannot be counted.
    """
    for step in steps:
        answer = step(results)
        results = results if answer is None else _listed(answer)
        for result in results:
            check_counted(result, FieldResult)
    return results


def _listed(answer: Any) -> list[FieldResult]:
    if isinstance(answer, list):
        return answer
    if isinstance(answer, Iterable) and not isinstance(answer, str):
        return list(answer)
    raise TypeError(f"a post-processor returned a {type(answer).__name__}, not a list of FieldResult")
