"""Comparators of amounts of money and of quantities with units."""
