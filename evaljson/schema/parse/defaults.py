"""`x-eval-defaults`: settings that are written once, by type, for a node and all below it.

Which one a node takes is decided setting by setting: its own; else that of the nearest node that has one for its type,
itself included; of several for its type in one place, the most specific: `integer` before `number` before `any`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.base.jsontypes import strict_key, type_name
from evaljson.base.params import short
from evaljson.schema.node import Inherited
from evaljson.schema.parse import entries

KEY: Final = "x-eval-defaults"
NULLS: Final = "x-eval-nulls"
ALIGN: Final = "x-eval-align"
ANY: Final = "any"
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "string": (ANY, "string"),
    "number": (ANY, "number"),
    "integer": (ANY, "number", "integer"),
    "boolean": (ANY, "boolean"),
    "object": (ANY, "object"),
    "array": (ANY, "array"),
    "null": (ANY, "null"),
    ANY: (ANY,),
}
"""By the type of a node, the names that defaults for it stand under, the most specific last. A node of several types
takes those for any."""
_OF_UNITS: Final = (
    "x-eval-compare", "x-eval-transform", "x-eval-threshold", "x-eval-weight", "x-eval-skip",
)  # fmt: skip
SETTINGS: Final = (*_OF_UNITS, ALIGN, NULLS)
"""What may have a default."""

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Defaults:
    """The defaults that apply at one place of a schema. Equal if they say the same of every type."""

    key: Any = ()
    """What equality goes by: strict, so that 1, 1.0 and true differ."""
    by_type: Mapping[str, Mapping[str, Inherited]] = field(default_factory=dict, compare=False)
    """By type of a node, each setting that has a default."""

    def at(self, raw: Raw, path: str) -> Defaults:
        """Return those that apply to a node itself: with its own x-eval-defaults, which may be any JSON here."""
        own = raw.get(KEY)
        return self._with(_written(own, path)) if isinstance(own, Mapping) else self

    def below(self, raw: Raw, path: str) -> Defaults:
        """Return those that apply below a node: its x-eval-nulls first, then its x-eval-defaults."""
        inner = self
        if NULLS in raw:
            inner = inner._with((name, NULLS, Inherited(raw[NULLS], path)) for name in _NAMES)
        return inner.at(raw, path)

    def of(self, type_: str | tuple[str, ...], is_unit: bool) -> dict[str, Inherited]:
        """Return what a node of this type takes, where it has no setting of its own."""
        every = self.by_type.get(type_name_of(type_), {})
        may = (*_OF_UNITS, NULLS) if is_unit else (ALIGN, NULLS)
        return {key: value for key, value in every.items() if key in may}

    def _with(self, settings: Any) -> Defaults:
        merged = {name: dict(known) for name, known in self.by_type.items()}
        for name, key, value in settings:
            merged.setdefault(name, {})[key] = value
        key = strict_key(
            {
                name: {setting: [value.value, value.path, value.type] for setting, value in known.items()}
                for name, known in merged.items()
            }
        )
        return Defaults(key, merged)


def type_name_of(type_: str | tuple[str, ...]) -> str:
    """Return the name under which the defaults of a node's type are: an integer or number is a number."""
    if isinstance(type_, str):
        return type_
    return "number" if set(type_) == {"integer", "number"} else ANY


def _written(own: Raw, path: str) -> Iterator[tuple[str, str, Inherited]]:
    """Yield (type of a node, setting, value), the least specific first."""
    for name, listed in _NAMES.items():
        for from_name in listed:
            settings = own.get(from_name)
            for key, value in settings.items() if isinstance(settings, Mapping) else ():
                yield name, key, Inherited(value, path, from_name)


def settings_of(own: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield (type, setting, value) as they are written; nothing where it is no such object."""
    for name, settings in own.items() if isinstance(own, Mapping) else ():
        for key, value in settings.items() if isinstance(settings, Mapping) else ():
            yield name, key, value


def check_defaults(own: Any, path: str) -> None:
    """Refuse defaults that no node could take. Raises SchemaError at the path of their node."""
    example = '{"string": {"x-eval-transform": ["strip"]}}'
    if not isinstance(own, Mapping):
        raise SchemaError(f"{KEY} takes settings by type, such as {example}, not {type_name(own)}", path)
    for name, settings in own.items():
        if name not in _NAMES:
            hint = did_you_mean(str(name), _NAMES)
            raise SchemaError(f"{KEY} is by type, and there is no type {short(name)}.{hint}", path)
        if not isinstance(settings, Mapping):
            raise SchemaError(f"{KEY} of {name} takes settings, such as {example}, not {type_name(settings)}", path)
    for name, key, value in settings_of(own):
        if key not in SETTINGS:
            why = "it belongs on a node" if key in entries.KEYS else "no such setting"
            hint = "" if key in entries.KEYS else f".{did_you_mean(str(key), SETTINGS)}"
            raise SchemaError(f"{KEY} of {name} cannot have {short(key)}: {why}{hint}", path)
        if key == ALIGN and name != "array":
            raise SchemaError(f"{KEY} of {name}: {ALIGN} belongs under array", path)
        try:
            entries.READERS[key](value, path)
        except SchemaError as error:
            raise SchemaError(f"{KEY} of {name}: {error.problem}", path) from None
