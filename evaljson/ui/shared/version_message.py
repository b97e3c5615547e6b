"""The message of a version of the schema in a sentence: its beginning, and all of it behind a mark."""

from __future__ import annotations

from evaljson.store import SchemaVersion
from evaljson.ui.shared.plain_text import plain
from evaljson.wording.short_names import OF_MESSAGE, begun, is_long


def quoted(version: SchemaVersion) -> str:
    """Write it in quotes, in Markdown, a long one shortened; "" where there is none."""
    return f"“{plain(begun(version.message, OF_MESSAGE), OF_MESSAGE)}”" if version.message else ""


def whole(version: SchemaVersion | None) -> str | None:
    """Return for the help of such a sentence all of a message that was shortened; None where it was not."""
    if version is None or not is_long(version.message, OF_MESSAGE):
        return None
    return plain(version.message, len(version.message))
