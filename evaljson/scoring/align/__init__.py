"""Pairs the gold elements of an array with the extracted ones."""
