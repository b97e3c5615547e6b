"""Data that others published, beside the project: results checked by hand, and against the oracle."""
