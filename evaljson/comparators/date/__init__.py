"""Comparators of dates and times."""
