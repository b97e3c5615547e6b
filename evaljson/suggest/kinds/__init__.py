"""Kinds of suggestions, one file each."""
