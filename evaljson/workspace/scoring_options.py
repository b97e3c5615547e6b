"""How an evaluation is scored, apart from its schema: the missing policy among its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evaljson.load.missing_policy import MissingPolicy

KEY: Final = "scoring"
"""The place of the policy in the settings of an evaluation."""
_STORED: Final = ("missing_records", "unreadable", "strays")


def policy_of(settings: Mapping[str, Any]) -> MissingPolicy:
    """Read the policy from the settings of an evaluation; choices that are not set have their defaults."""
    stored = settings.get(KEY) or {}
    return MissingPolicy(**{name: stored[name] for name in _STORED if name in stored})


def policy_json(policy: MissingPolicy) -> dict[str, Any]:
    """Return the policy as JSON, for settings and signatures."""
    stored = {name: getattr(policy, name) for name in _STORED}
    if stored["strays"] == "report":
        del stored["strays"]  # it came later: runs from before it stay current
    return stored
