"""Many changes of settings in few words: what was done to many fields is said once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Final

from evaljson.wording.settings import SettingChange
from evaljson.wording.words import counted

FEW: Final = 5
"""Changes that are listed one by one."""
_NAMED: Final = 3
"""Fields with the same change that are named; a single one more is named too."""


def changes_in_words(changes: Sequence[SettingChange]) -> list[str]:
    """Describe each change with its path; of more than a few, those that are the same at once, most fields first.

    The first fields of such a group are named.
    """
    if len(changes) <= FEW:
        return [str(change) for change in changes]
    alike: dict[Hashable, list[SettingChange]] = defaultdict(list)
    for change in changes:
        alike[change.alike].append(change)
    groups = sorted(alike.values(), key=lambda of: -len(of))
    return [
        str(of[0]) if len(of) == 1 else f"{of[0].in_words()} ({_fields([one.path for one in of])})" for of in groups
    ]


def _fields(paths: Sequence[str]) -> str:
    """Name the first of these fields: `a, b, c and 4 more fields`."""
    more = len(paths) - _NAMED
    named = ", ".join(path or "the record" for path in paths[: _NAMED if more > 1 else None])
    return named if more <= 1 else f"{named} and {counted(more, 'more field')}"
