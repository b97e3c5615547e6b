"""Other scorers of JSON, on the same data in the same run."""
