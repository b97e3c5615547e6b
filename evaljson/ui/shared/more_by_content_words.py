"""Says for which arrays a key is suggested though pairing by content would bring more, and why it is."""

from __future__ import annotations

from collections.abc import Collection

from evaljson.suggest import Suggestions
from evaljson.suggest.more_by_content import more_by_content
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted


def more_by_content_in_words(found: Suggestions, paths: Collection[str] | None = None) -> str:
    """Say it of the array for which content would bring most beyond its key, of those at `paths`; "" without any."""
    arrays = [one for one in more_by_content(found) if paths is None or one.path in paths]
    if not arrays:
        return ""
    most, *others = arrays
    whose = f" of {plain(most.variant, 60)}" if len(found.variants) > 1 else ""
    also = f" The same holds for {counted(len(others), 'more array')}." if others else ""
    by_key = f"For {plain(most.path, 60)} the key {plain(most.key, 60)} is suggested, as people can check it"
    return f"{by_key}: by content, F1{whose} would be {most.by} points higher.{also}"
