"""Comparators made of other comparators: sets, alternatives, compounds."""
