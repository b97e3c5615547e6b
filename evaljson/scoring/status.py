"""The statuses of a field result, and their codes in the table."""

from __future__ import annotations

from typing import Final

MATCH, MISMATCH, OMISSION, HALLUCINATION, SKIPPED, BATCH_ERROR, PENDING = range(7)
NAMES: Final = ("match", "mismatch", "omission", "hallucination", "skipped", "batch_error", "pending")
CODES: Final = {name: code for code, name in enumerate(NAMES)}
SCORED: Final = (MATCH, MISMATCH, OMISSION, HALLUCINATION)
"""The four that count."""
