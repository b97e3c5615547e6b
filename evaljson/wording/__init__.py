"""Puts values, rules, settings, figures and differences into words."""
