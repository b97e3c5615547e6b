"""Scoring in parts: sets beyond memory, several processes, several machines. `score_chunk` is what all of them call."""
