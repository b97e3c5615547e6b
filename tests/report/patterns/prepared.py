"""What the links of patterns prepare."""

from collections.abc import Mapping
from typing import Any

from evaljson import RunResult
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.shown import shown_patterns
from evaljson.suggest.edit import Edit


def remedies_of(run: RunResult, schema: Mapping[str, Any]) -> dict[str, Edit | None]:
    """By pattern, what its link prepares."""
    return {one.pattern.kind.name: one.remedy for one in shown_patterns(run, find_patterns(run), schema)}
