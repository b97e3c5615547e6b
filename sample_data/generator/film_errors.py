"""Errors in the values of a thin-film record. Each takes (value, scene) and answers the wrong value, or NOT_HERE."""

from __future__ import annotations

from typing import Any

from .jsontext import Record, table
from .scene import NOT_HERE, Scene

FILMS: Record = table("films")
SUBSCRIPTS = str.maketrans("23", "₂₃")


def method_by_other_name(value: str, scene: Scene) -> Any:
    """A synonym or an abbreviation: 'PLD' for 'pulsed laser deposition'."""
    return scene.one_of(FILMS["methods"][value]["other_names"])


def material_by_name(value: str, scene: Scene) -> Any:
    """'alumina' for 'Al2O3'."""
    return FILMS["material_names"][value]


def formula_with_subscripts(value: str, scene: Scene) -> Any:
    """'SiO₂' for 'SiO2'."""
    changed = value.translate(SUBSCRIPTS)
    return changed if changed != value else NOT_HERE


def kelvin_for_celsius(value: int, scene: Scene) -> Any:
    """573 for 300."""
    return value + 273


def temperature_rounded(value: int, scene: Scene) -> Any:
    """A few degrees off: within what the reviewed schema tolerates."""
    return value + scene.one_of([1, -2, 3])


def angstrom_for_nanometre(value: float, scene: Scene) -> Any:
    """1200 for 120."""
    return round(value * 10, 1)


def room_temperature_invented(value: Any, scene: Scene) -> Any:
    """25 where the text names no temperature."""
    return 25 if value is None else NOT_HERE


def orientation_lost(value: str, scene: Scene) -> Any:
    """Si(100) as Si."""
    bare = value.split("(")[0].strip()
    return bare if bare != value else NOT_HERE
