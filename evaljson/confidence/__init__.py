"""Confidences of extracted values, and whether they are right."""

from __future__ import annotations

from evaljson.confidence.figures import ConfidenceFigures, RunConfidence

__all__ = ["ConfidenceFigures", "RunConfidence"]
