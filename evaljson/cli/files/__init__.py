"""Single files: read, parse as strict JSON, write."""
