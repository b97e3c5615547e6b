"""Turns JSON Schema as people and libraries write it into a resolved schema."""
