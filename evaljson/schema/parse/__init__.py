"""Checks an eval schema and turns it into a tree of SchemaNode."""
