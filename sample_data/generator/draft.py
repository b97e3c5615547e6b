"""One extracted record while errors are planted in it: which places are taken, and what was planted where."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from .jsontext import Record

ABSENT: Final[Any] = type("Absent", (), {"__repr__": lambda self: "ABSENT"})()
"""The key is not there; as a new value: delete the key."""


@dataclass(frozen=True)
class Slot:
    """One place where a schema path meets the record; the key itself may be absent."""

    holder: Record
    key: str
    path: str
    """Instance path, such as line_items[3].unit."""

    @property
    def value(self) -> Any:
        return self.holder.get(self.key, ABSENT)

    def put(self, value: Any) -> None:
        if value is ABSENT:
            self.holder.pop(self.key, None)
        else:
            self.holder[self.key] = value


@dataclass
class Draft:
    """A copy of a gold record with its planted differences. No place is ever damaged twice."""

    gold: Record
    extracted: Record = field(init=False)
    planted: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(schema path, kind) -> differences."""
    taken: set[str] = field(default_factory=set)
    """Instance paths that were damaged; everything below them counts as taken too."""

    def __post_init__(self) -> None:
        self.extracted = copy.deepcopy(self.gold)

    def free(self, path: str) -> bool:
        """Whether neither the place nor anything above or below it was damaged."""
        return not any(_nested(path, other) or _nested(other, path) for other in self.taken)

    def slots(self, schema_path: str) -> list[Slot]:
        """The undamaged places of a schema path, in record order; empty if a container on the way is missing."""
        places = _walk(self.extracted, schema_path.split("."), "")
        return [slot for slot in places if self.free(slot.path)]

    def claim(self, instance_path: str, schema_path: str, kind: str) -> None:
        self.taken.add(instance_path)
        self.count(schema_path, kind)

    def count(self, schema_path: str, kind: str, differences: int = 1) -> None:
        self.planted[schema_path, kind] += differences


def _nested(inner: str, outer: str) -> bool:
    return inner == outer or inner.startswith((f"{outer}.", f"{outer}["))


def _walk(node: Any, steps: list[str], at: str) -> Iterator[Slot]:
    if not isinstance(node, dict):
        return
    name = steps[0].removesuffix("[]")
    path = f"{at}.{name}" if at else name
    if len(steps) == 1:
        yield Slot(node, name, path)
    elif steps[0].endswith("[]"):
        elements = node.get(name)
        for index, element in enumerate(elements if isinstance(elements, list) else []):
            yield from _walk(element, steps[1:], f"{path}[{index}]")
    else:
        yield from _walk(node.get(name), steps[1:], path)
