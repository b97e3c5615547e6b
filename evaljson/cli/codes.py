"""Exit codes: what a CI job learns without reading a word."""

from __future__ import annotations

FAILED_GATE = 1
"""Said by `score` alone: whatever else goes wrong must end with another code."""
BAD_INPUT = 2
BUG = 3
"""A fault of evaljson itself."""
INTERRUPTED = 130
