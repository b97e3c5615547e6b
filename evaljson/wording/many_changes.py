"""Many changes of settings in few words: what was done to many fields is said once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from evaljson.wording.settings import SettingChange
from evaljson.wording.words import counted

FEW: Final = 5
"""Changes that are listed one by one."""


def changes_in_words(changes: Sequence[SettingChange]) -> list[str]:
    """Describe each change with its path; of more than a few, those with the same words at once, most fields first."""
    if len(changes) <= FEW:
        return [str(change) for change in changes]
    alike: dict[str, list[SettingChange]] = defaultdict(list)
    for change in changes:
        alike[change.in_words()].append(change)
    groups = sorted(alike.items(), key=lambda item: -len(item[1]))
    return [str(of[0]) if len(of) == 1 else f"{words} ({counted(len(of), 'field')})" for words, of in groups]
