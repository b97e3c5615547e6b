"""Comparators of text."""
