"""Reads one file format each: CSV, Parquet, folders and archives, envelopes, gzip."""
