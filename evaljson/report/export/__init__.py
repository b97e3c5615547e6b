"""Runs as files that others can read: CSV and Parquet of every result, one JSON document, one HTML page."""
