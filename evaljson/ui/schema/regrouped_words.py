"""What comparing as wholes instead of by parts, or the reverse, does to the number of results, in words."""

from __future__ import annotations

from typing import Final

from evaljson.whatif.regrouped import Regrouped
from evaljson.wording.words import counted

_WORDS: Final = {
    "array": ("lists", "element by element"),
    "map": ("maps", "entry by entry"),
    "object": ("objects", "field by field"),
}


def regrouped_in_words(one: Regrouped, name: str, over: str) -> str:
    """Say how many results there are before and after, `over` some variants; `name` is its path as it is shown."""
    wholes, by_part = _WORDS[one.container]
    now, before = ("as wholes", by_part) if one.as_wholes else (by_part, "as wholes")
    results = [
        f"{counted(count, 'result')}, {right:,} right"
        for count, right in ((one.before, one.right_before), (one.after, one.right_after))
    ]
    return f"{name}: {', would be '.join(results)}{over}. Its {wholes} are compared {now}, no longer {before}."
