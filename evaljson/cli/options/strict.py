"""`--strict`: end with exit code 2 for problems that are otherwise only reported (run/strict.py finds them)."""

from __future__ import annotations

from typing import Any

from evaljson.cli.options.from_click import option


def strict_option() -> Any:
    """Declare --strict."""
    return option(
        "--strict", is_flag=True,
        help="Exit 2 for comparator errors, fields not judged, unreadable, stray or duplicate records, or gold as "
        "EXTRACTED.",
    )  # fmt: skip
