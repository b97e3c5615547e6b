"""Invoice arithmetic in whole numbers: amounts in cents, quantities in hundredths, rates in thousandths of a percent.

Floats appear only when a record is written, so that what must add up adds up to the cent.
"""

from __future__ import annotations


def line_amount(hundredths: int, unit_cents: int) -> int:
    """Cents of quantity times unit price, half a cent rounded up."""
    return (hundredths * unit_cents + 50) // 100


def tax(base_cents: int, rate_thousandths: int) -> int:
    """Cents of tax on a base, half a cent rounded up."""
    return (base_cents * rate_thousandths + 50_000) // 100_000


def thousandths(percent: float) -> int:
    """8.875 percent is 8875."""
    return round(percent * 1000)


def amount(cents: int) -> float:
    """The figure as it stands in a record: 124750 is 1247.5."""
    return cents / 100


def plain(number: float) -> int | float:
    """Whole numbers without the point, as people label quantities and rates: 3.0 is 3."""
    return int(number) if number == int(number) else number


def printed(number: float, style: str, decimals: int = 2) -> str:
    """A number as printed on paper; `style` is the thousands mark and the decimal mark, such as ".," or "'."."""
    whole = f"{number:,.{decimals}f}"
    return whole.replace(",", "\0").replace(".", style[1]).replace("\0", style[0])
