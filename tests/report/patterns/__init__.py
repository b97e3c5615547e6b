"""Patterns of errors."""
