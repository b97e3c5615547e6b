"""What the name of a unit stands for: as written, else in another case where that leaves no doubt, else in pint."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from evaljson.comparators.quantity.currencies import ISO
from evaljson.comparators.quantity.unit_table import PINT_BASES, POWERS, PREFIXED, TABLE

NO_PINT = "for more units: pip install 'evaljson[units]'"
_SAME = {"²": "2", "³": "3", "^": "", "**": "", "μ": "µ", "\u2126": "Ω", "° ": "°", "º": "°"}


@dataclass(frozen=True, slots=True)
class MeasureUnit:
    """How a unit turns into the base unit of its dimension: value * factor + offset, exactly."""

    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)


@cache
def _known() -> dict[str, MeasureUnit]:
    table = {
        f"{prefix}{base}": MeasureUnit(dimension, Fraction(factor) * Fraction(10) ** POWERS[prefix])
        for dimension, base, factor, prefixes in PREFIXED
        for prefix in ("", *prefixes)
    }
    for line in TABLE.strip().splitlines():
        dimension, factor, *names = line.split()
        table |= {
            ("" if name == "~" else name.replace("~", " ")): MeasureUnit(dimension, Fraction(factor)) for name in names
        }
    zero, ratio = Fraction("273.15"), Fraction(5, 9)
    table |= dict.fromkeys(("°C", "C", "degC", "℃", "Celsius"), MeasureUnit("temperature", Fraction(1), zero))
    table |= dict.fromkeys(("°F", "F", "degF", "℉", "Fahrenheit"), MeasureUnit("temperature", ratio, zero - 32 * ratio))
    return table | {"K": MeasureUnit("temperature", Fraction(1))}


@cache
def _any_case() -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for name in _known():
        names.setdefault(name.casefold(), []).append(name)
    return names


def tidy(name: str) -> str:
    """Normalise the spelling of a unit: m² and m^2 become m2; micro and ohm signs become one character."""
    for other, ours in _SAME.items():
        name = name.replace(other, ours)
    return re.sub(r"^u(?=(?:g|m|l|L|A|s)$)", "µ", " ".join(name.split()))


@lru_cache(maxsize=8192)
def find_unit(name: str) -> MeasureUnit | None:
    """Find the unit of a tidied name ("" for none); None if it is unknown."""
    found = unit_of_table(name)
    return found if found or name in ISO else _from_pint(name)  # pint takes long to load, and knows no currency


def unit_of_table(name: str) -> MeasureUnit | None:
    """Find the unit of a tidied name without a look at pint, which takes a second of a processor to load."""
    return _known().get(name) or _in_another_case(name)


def unit_of_size(dimension: str, factor: Fraction) -> str | None:
    """Name the unit of a dimension that is so many of its base unit; None where the table has none."""
    return _by_size().get((dimension, factor))


@cache
def _by_size() -> dict[tuple[str, Fraction], str]:
    """Map each size to the name of its unit, of several the first of the table: kg, not kilos."""
    sizes: dict[tuple[str, Fraction], str] = {}
    for name, unit in _known().items():
        if name and not unit.offset:
            sizes.setdefault((unit.dimension, unit.factor), name)
    return sizes


def _in_another_case(name: str) -> MeasureUnit | None:
    """KG as kg, but not Mg as mg, MV as mV, kb as kB, or 5 M as 5 m: there, the case is the meaning."""
    candidates = _any_case().get(name.casefold(), []) if len(name) > 1 else []
    units = {_known()[candidate] for candidate in candidates}
    if len(units) != 1:
        return None
    unit = units.pop()
    in_capitals = name.isupper() and unit.dimension in ("mass", "length", "volume", "time")
    prefix_kept = name[0] not in "mM" or name[0] == candidates[0][0] or in_capitals or len(name) > 3
    return unit if prefix_kept and unit.dimension != "data" else None


@cache
def _registry() -> Any:
    """pint's units, or None where pint is not installed."""
    try:
        import pint  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    return pint.UnitRegistry(non_int_type=Fraction)


def has_pint() -> bool:
    """Check whether pint is installed, which knows more units than the table."""
    return importlib.util.find_spec("pint") is not None


def _from_pint(name: str) -> MeasureUnit | None:
    registry = _registry()
    # pint evaluates expressions, so that only names with small powers reach it.
    if registry is None or not re.fullmatch(r"[A-Za-zµΩ]{1,30}[23]?(?:[ /·*][A-Za-zµΩ]{1,30}[23]?){0,3}", name):
        return None
    expression = re.sub(r"([23])", r"**\1", name.replace("·", "*").replace(" ", "*"))
    try:
        unit = registry.Unit(expression)
        zero, one, two = (registry.Quantity(Fraction(n), unit).to_base_units() for n in range(3))
        factor, offset = Fraction(one.magnitude - zero.magnitude), Fraction(zero.magnitude)
    except (ArithmeticError, AttributeError, TypeError, ValueError):  # what pint raises for a name it does not know
        return None
    # A logarithmic unit has no factor, and what has no dimension (an angle, a count) is not told apart by it.
    if Fraction(two.magnitude) != offset + 2 * factor or not factor or unit.dimensionless:
        return None
    ours = (name for name, base in PINT_BASES.items() if registry.Unit(base).dimensionality == unit.dimensionality)
    return MeasureUnit(next(ours, _spelled(unit.dimensionality)), factor, offset)


def _spelled(dimensionality: Mapping[str, Any]) -> str:
    return " ".join(f"{name}{power}" for name, power in sorted(dimensionality.items()))
