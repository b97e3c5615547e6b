"""Suggestions in words."""

from __future__ import annotations

from typing import Final

from evaljson.params import parse_xeval_entry
from evaljson.report.words import counted, points, signed_points
from evaljson.suggest.edit import Edit
from evaljson.suggest.model import Effect, Example, Level, VariantEffect
from evaljson.transforms.numbertext import short

_LEVELS: Final[tuple[Level, ...]] = ("low", "medium", "high")


def setting(edit: Edit) -> str:
    """What is set: `lowercase`, `date`, `tolerance abs 0.01`."""
    said = []
    if edit.transforms:
        said.append(" and ".join(_names(edit)))
    if edit.compare is not None:
        inner = parse_xeval_entry(edit.params["compare"])[0] if "compare" in edit.params else None
        said.append(edit.compare if inner is None else f"{edit.compare} with {inner}")
    elif "tolerance" in edit.params:
        [(name, size)] = edit.params["tolerance"].items()
        said.append(f"a tolerance of {size:g} ({name})")
    if edit.absent:
        said.append("a null policy")
    if edit.align is not None:
        said.append("pairing by key" if edit.align["match_by"] == "key_field" else "pairing by content")
    if edit.skip:
        said.append("leaving it out")
    if edit.as_map:
        said.append("a map")
    return " with ".join(said)


def _names(edit: Edit) -> list[str]:
    return list(dict.fromkeys(parse_xeval_entry(entry)[0] for entry in edit.transforms))


def sentence(said: str, edit: Edit, effect: Effect | None, builds_on: bool) -> str:
    """What it explains, and what it brings: the variant that gains most speaks for it."""
    seen = ", once elements pair up as proposed" if builds_on else ""
    if effect is None or not effect.variants:
        return f"{said}{seen}."
    name, most = max(effect.variants.items(), key=lambda item: item[1].gain)
    return f"{said}{seen}: {setting(edit)} {_brings(name, most, len(effect.variants), len(_names(edit)) > 1)}."


def _brings(name: str, found: VariantEffect, variants: int, several: bool) -> str:
    whose, s = f" of {name}" if variants > 1 else "", "" if several else "s"
    if abs(found.gain) >= 0.0005:
        verb = "lift" if found.gain > 0 else "lower"
        return f"{verb}{s} F1{whose} by {signed_points(abs(found.gain)).lstrip('+')} points"
    old, new = found.field_before.f1, found.field_after.f1
    if old is not None and new is not None and old != new:
        return (
            f"take{s} F1 of the field{whose} from {points(old)} to {points(new)}; over all fields that is less than 0.1"
        )
    return f"change{s} no F1 by {'themselves' if several else 'itself'}"


def risk_level(level: Level, merged: float, doubtful: float) -> Level:
    """One level up for many gold values that become the same, or many results that may mean another gold value."""
    up = (merged > 0.05) + (doubtful > 0.05)
    return _LEVELS[min(_LEVELS.index(level) + up, 2)]


def risk_in_words(why: str, n_merged: int, n_doubtful: int, first: Example | None) -> str:
    """Why, with how many values and results are in question."""
    parts = [why]
    if n_merged:
        parts.append(f"{counted(n_merged, 'group')} of gold values become the same")
    if n_doubtful and first is not None:
        results = counted(n_doubtful, "result")
        parts.append(
            f"in {results} what was extracted is itself a gold value elsewhere, such as {short(first.extracted)}"
        )
    return "; ".join(parts) + "."
