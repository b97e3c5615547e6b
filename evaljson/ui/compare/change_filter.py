"""Filter lists on the Compare page by how rows changed; each choice shows how many rows pass.

A figure that differs is not yet a detectable difference, so the two have different words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from evaljson.ui.compare.comparison_choice import CHANGES, PAGE
from evaljson.ui.session.address import pick_button
from evaljson.wording.words import counted

FIELDS: Final = {
    "changed": "Any difference",
    "worse": "Detectably worse",
    "better": "Detectably better",
    "all": "All",
}
"""Words for fields, by one of CHANGES: a statistical test decides."""
EXPLORED: Final = {**FIELDS, "worse": "Worse, exploratory", "better": "Better, exploratory"}
"""The same where a looser test decides than that of the sentence and the figures above."""
RECORDS: Final = {"changed": "F1 differs", "worse": "F1 lower", "better": "F1 higher", "all": "All"}
"""Words for records: a single record only has a higher, lower or equal F1."""


def apart(fields: int, keys: int) -> str:
    """Count fields, and keys that the schema lacks apart from them: `2 + 12 keys`."""
    return f"{fields:,} + {counted(keys, 'key')}" if keys else f"{fields:,}"


def narrow(label: str, name: str, words: Mapping[str, str], count: Callable[[str], str]) -> str:
    """Choose one of CHANGES; `count` says how many rows pass each, next to its words."""
    counts = {change: count(change) for change in CHANGES}
    return pick_button(label, name, CHANGES, page=PAGE, show=lambda change: f"{words[change]} ({counts[change]})")
