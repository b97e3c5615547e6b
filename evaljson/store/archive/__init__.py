"""A workspace as one file: written, read and restored."""
