"""`--allow-gold-itself`: whether gates take an extraction that is gold (run/same_as_gold.py finds it)."""

from __future__ import annotations

from typing import Any

from evaljson.cli.options.from_click import option


def gold_itself_option(refused_by: str) -> Any:
    """Declare --allow-gold-itself."""
    help_ = f"Accept one file as both gold and extraction, which {refused_by} refuse otherwise."
    return option("--allow-gold-itself", is_flag=True, default=False, help=help_)
