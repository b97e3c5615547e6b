"""What transforms are.

A transform is `fn(value, params)` or `fn(value)`, applied to both sides before comparison. The built-in ones are not
called for None; registered ones are, and decide. One that cannot take a value raises: it refuses it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evaljson.base.jsontypes import type_name
from evaljson.base.params import Param

Transform = Callable[..., Any]


class Refusal(TypeError, ValueError):
    """The transform cannot take this value or these parameters; the message says why, for the result's reason."""


def refusal(name: str, takes: str, value: Any) -> Refusal:
    """Build the refusal of a value of the wrong type."""
    return Refusal(f"{name} takes {takes}, not {type_name(value)}")


@dataclass(frozen=True, slots=True)
class RegisteredTransform:
    """A transform under its name."""

    name: str
    fn: Callable[[Any, dict[str, Any]], Any]
    params: tuple[Param, ...] | None
    """Its parameters, or None where they are not described and so not checked."""
    source: Transform
    """What was registered."""


@dataclass(frozen=True, slots=True)
class NonePasses:
    """A built-in transform, which is not asked about None."""

    fn: Callable[[Any, dict[str, Any]], Any]

    def __call__(self, value: Any, params: dict[str, Any]) -> Any:
        return None if value is None else self.fn(value, params)


@dataclass(frozen=True, slots=True)
class OneArgument:
    """A registered transform that takes no parameters."""

    fn: Callable[[Any], Any]

    def __call__(self, value: Any, params: dict[str, Any]) -> Any:
        return self.fn(value)
