"""regex_replace: every match of a pattern replaced."""

from __future__ import annotations

from typing import Any

from evaljson.base.params import Param
from evaljson.transforms.base import refusal
from evaljson.transforms.patterns import guarded, pattern_problem, replacement_problem

PARAMS = (
    Param("pattern", "string", "What to look for, as a regular expression.", required=True, check=pattern_problem),
    Param(
        "replacement",
        "string",
        r"What to put there; \1 and \g<name> stand for groups.",
        default="",
        check=replacement_problem,
    ),
)


def regex_replace(value: Any, params: dict[str, Any]) -> str:
    """Replace every match in the text, by default with nothing."""
    if not isinstance(value, str):
        raise refusal("regex_replace", "text", value)
    try:
        return guarded(params["pattern"]).replace(value, params.get("replacement", ""))
    except ValueError as error:
        raise ValueError(f"regex_replace: {error}") from error
