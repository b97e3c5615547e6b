"""A workspace as one file: export.py writes it, unpack.py reads it, restore.py imports it, layout.py describes it."""
