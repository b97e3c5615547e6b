"""Alignment: which gold element of an array pairs with which extracted element."""
