"""Asks batch comparators about what they decide, record by record."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaljson.base import paths
from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.compat.struct_extract_eval.core.comparators.registry import get_comparator
from evaljson.compat.struct_extract_eval.core.record.results import FieldResult
from evaljson.compat.struct_extract_eval.core.schema.node import SchemaNode
from evaljson.scoring.unit import checked

logger = logging.getLogger(__name__)


def process_batches(field_results: list[FieldResult], tree: SchemaNode) -> list[FieldResult]:
    """Decide the `pending` results of one record, in place: one call for each comparator. Return the same list."""
    pending: dict[str, list[FieldResult]] = {}
    for result in field_results:
        if result.status == "pending":
            pending.setdefault(result.comparator, []).append(result)
    if pending:
        params = {node.path: node.comparator.params for node in tree.walk()}
        for name, results in pending.items():
            for result, answer in zip(results, _answers(name, results, params), strict=True):
                _settle(result, answer, name)
    return field_results


def _answers(name: str, results: Sequence[FieldResult], params: Mapping[str, dict[str, Any]]) -> list[Any]:
    """Ask a comparator; None for each field without an answer."""
    items = [
        BatchItem(
            result.path, result.gold_value, result.extracted_value, result.gold_compared, result.extracted_compared,
            params.get(_schema_path(result.path), {}),
        )
        for result in results
    ]  # fmt: skip
    try:
        returned = get_comparator(name)(items)
    except Exception as error:  # a user's comparator may raise anything; its fields become batch errors
        logger.warning("comparator %r raised %s: %s", name, type(error).__name__, error)
        returned = None
    answers = list(returned) if isinstance(returned, Iterable) and not isinstance(returned, str | Mapping) else []
    if returned is not None and len(answers) != len(items):
        logger.warning("comparator %r answered %d of %d fields", name, len(answers), len(items))
    return (answers + [None] * len(items))[: len(items)]


def _settle(result: FieldResult, answer: Any, name: str) -> None:
    if not isinstance(answer, ComparatorResult):
        what = "no answer" if answer is None else f"a {type(answer).__name__}"
        result.status, result.score, result.reason = "batch_error", 0.0, f"comparator {name!r} gave {what}"
        return
    usable, _ = checked(answer, name)
    result.reason = usable.reason
    if usable.skip:
        result.status, result.score = "skipped", 0.0
    else:
        result.status, result.score = "match" if usable.score == 1.0 else "mismatch", usable.score


def _schema_path(path: str) -> str:
    """Return the schema path of an instance path."""
    whole = ""
    for step in paths.split(path):
        whole = paths.child(whole, step) if isinstance(step, str) else paths.elements(whole)
    return whole
