"""How sure an extraction says it is, and whether it can be believed."""

from __future__ import annotations

from evaljson.confidence.figures import ConfidenceFigures, RunConfidence

__all__ = ["ConfidenceFigures", "RunConfidence"]
