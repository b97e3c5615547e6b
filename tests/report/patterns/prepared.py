"""What the links of patterns prepare."""

from collections.abc import Mapping
from typing import Any

from evaljson import RunResult, evaluate
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.shown import shown_patterns
from evaljson.suggest.edit import Edit

Setting = dict[str, Any]
ANY = ["string", "number", "boolean", "null"]


def remedies_of(run: RunResult, schema: Mapping[str, Any]) -> dict[str, Edit | None]:
    """By pattern, what its link prepares."""
    return {one.pattern.kind.name: one.remedy for one in shown_patterns(run, find_patterns(run), schema)}


def compare(name: str, **params: Any) -> Setting:
    return {"x-eval-compare": {name: params}}


def schema_of(gold: Any, extracted: Any, setting: Setting) -> dict[str, Any]:
    kind = "array" if isinstance(gold, list) and isinstance(extracted, list) else ANY
    return {"type": "object", "properties": {"a": {"type": kind, **setting}}}


def run_of(gold: Any, extracted: Any, setting: Setting) -> RunResult:
    return evaluate([{"a": gold}], [{"a": extracted}], schema_of(gold, extracted, setting))
