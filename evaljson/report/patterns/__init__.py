"""Errors grouped by what is the same about them: each error is in exactly one pattern."""

from evaljson.report.patterns.find import ErrorPatterns, find_patterns
from evaljson.report.patterns.kinds import PatternKind
from evaljson.report.patterns.table import Pattern, PatternField, error_patterns, pattern_frame

__all__ = [
    "ErrorPatterns",
    "Pattern",
    "PatternField",
    "PatternKind",
    "error_patterns",
    "find_patterns",
    "pattern_frame",
]
