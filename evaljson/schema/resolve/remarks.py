"""What resolving a schema had to decide, each with its place: what a person should know before relying on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

RemarkKind = Literal["cut", "discriminated", "merged", "mixed", "tuple", "patterns", "condition", "never"]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark whose place is not known yet."""

    kind: RemarkKind
    message: str
    key: str | None = None
    """The field of the node that it is about; None where it is about the node."""


@dataclass(frozen=True, slots=True)
class SchemaRemark:
    """Something about one place of a resolved schema. As text: `path: message`."""

    kind: RemarkKind
    """cut: a recursive definition ends here, as one value. discriminated, merged: alternative objects are scored as
    one. mixed: its alternatives differ in type. tuple, patterns: several schemas became one. condition: a field of
    `then`, `else` or `dependentSchemas` counts always. never: a field that no value fits is left out."""
    path: str
    """Schema path."""
    message: str

    def __str__(self) -> str:
        return f"{self.path or 'the record'}: {self.message}"


@dataclass(frozen=True, slots=True)
class ResolveReport:
    """A resolved schema, and what was decided on the way."""

    schema: dict[str, Any]
    remarks: tuple[SchemaRemark, ...] = ()
    """In schema order."""
