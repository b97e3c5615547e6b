"""Figures and tables by record."""
