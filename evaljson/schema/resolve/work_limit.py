"""What resolving one schema costs, held within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaljson.base.errors import SchemaError
from evaljson.schema.limits import MAX_COPIED, MAX_SCHEMAS, TOO_MANY, TOO_MANY_COPIES
from evaljson.schema.resolve.ref_files import RefFiles

if TYPE_CHECKING:
    from referencing._core import Resolver


@dataclass(slots=True)
class RefWork:
    """What resolving one schema has cost; shared by all that stands in it, and by the files it refers to."""

    root: Mapping[str, Any]
    files: RefFiles | None
    resolvers: dict[Path, Resolver[Any]] = field(default_factory=dict)
    schemas_left: int = MAX_SCHEMAS
    copies_left: int = MAX_COPIED

    def spend(self, path: str) -> None:
        self.schemas_left -= 1
        if self.schemas_left < 0:
            raise SchemaError(TOO_MANY, path)

    def spend_copies(self, values: Iterable[Any], path: str) -> None:
        stack = list(values)
        while stack:
            value = stack.pop()
            self.copies_left -= 1
            if self.copies_left < 0:
                raise SchemaError(TOO_MANY_COPIES, path)
            if isinstance(value, Mapping):
                stack.extend(value.values())
            elif isinstance(value, list | tuple):
                stack.extend(value)
