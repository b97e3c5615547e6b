"""The difference below a figure. It is written with a minus, from which Streamlit draws no arrow: so they are said."""

from __future__ import annotations

from typing import Literal

Arrow = Literal["up", "down", "off"]
Colour = Literal["green", "red", "off"]


def arrow(sign: float) -> Arrow:
    """Return the arrow of a difference by its sign; 0 has none."""
    return "off" if not sign else "up" if sign > 0 else "down"


def colour(sign: float, more_is_better: bool = True) -> Colour:
    """Return the colour of a difference by its sign: green is better; 0 has none."""
    return "off" if not sign else "green" if (sign > 0) is more_is_better else "red"


def signed_count(change: int) -> str:
    """Write a difference of counts: `+1,200`, `−3`, `0`."""
    return f"{change:+,}".replace("-", "−") if change else "0"
