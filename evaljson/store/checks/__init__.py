"""Checks whether what is stored is intact."""
