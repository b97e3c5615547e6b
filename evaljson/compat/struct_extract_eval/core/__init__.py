"""Schemas, comparators, transforms and records."""
