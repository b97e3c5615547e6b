"""Comparators of numbers."""
