"""Finds and repairs the JSON in what a language model wrote."""
