"""Figures and tables over time: the history of runs and of the schema."""
