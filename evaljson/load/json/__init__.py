"""Reads JSON texts: exactly, fast, line by line, and past flaws."""
