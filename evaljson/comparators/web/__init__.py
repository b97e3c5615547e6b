"""Comparators of web addresses and telephone numbers."""
