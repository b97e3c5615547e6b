"""Writes a run to bytes and reads it back."""
