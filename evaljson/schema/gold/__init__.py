"""Infers a schema from gold, and checks gold against a schema."""
