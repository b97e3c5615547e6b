"""Narrowing a list on the Compare page down to what changed: the choice says what it asks for and how much passes it.

A figure that differs is not yet a difference that can be detected, so the two have words of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from evaljson.ui.compare.comparison_choice import CHANGES, PAGE
from evaljson.ui.session.address import pick_button

FIELDS: Final = {
    "changed": "Any difference",
    "worse": "Detectably worse",
    "better": "Detectably better",
    "all": "All",
}
"""By one of CHANGES, the words for fields, which a test is behind."""
RECORDS: Final = {"changed": "F1 differs", "worse": "F1 lower", "better": "F1 higher", "all": "All"}
"""The words for records: of a single one, nothing can be said but that."""


def narrow(label: str, name: str, words: Mapping[str, str], count: Callable[[str], int]) -> str:
    """One of CHANGES; `count` says how many rows pass each, which stands beside its words."""
    counts = {change: count(change) for change in CHANGES}
    return pick_button(label, name, CHANGES, page=PAGE, show=lambda change: f"{words[change]} ({counts[change]:,})")
