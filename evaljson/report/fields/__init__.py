"""Figures and tables by field."""
