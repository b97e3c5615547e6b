"""Checks that everything stored is intact: `check` in check.py, then a module per group of tables."""
