"""How far a review is, in words."""

from __future__ import annotations

from evaljson.wording.words import counted


def given_in_words(given: int, wanted: int, mark: str = "") -> str:
    """Write `242 of 299 opinions given, 57 missing`; `mark` stands around the count, as `**` in Markdown."""
    missing = max(wanted - given, 0)
    left = f", {missing:,} missing" if missing else ""
    return f"{mark}{given:,} of {counted(wanted, 'opinion')}{mark} given{left}"
