"""Where a walk stands, and what it reports there."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from . import paths
from .schema import Node
from .values import MISSING, strictly_equal

Comparator = Callable[[Any, Any, dict[str, Any]], float]


@dataclass(frozen=True)
class Result:
    """One judgement about one place of one record."""

    path: str
    schema_path: str
    extracted_path: str | None
    """where the value really lies in the extracted record; None if there is none"""
    status: str
    score: float
    similarity: float | None
    """the score before the threshold; None where nothing was compared"""
    weight: float


@dataclass(frozen=True)
class Place:
    """The settings that a node inherits, and its three paths."""

    path: str = ""
    schema_path: str = ""
    extracted_path: str = ""
    weight: float = 1.0
    nulls: Node | None = None
    inside: bool = False
    """inside an omitted or invented value, or an array element without a partner"""
    pairing: bool = False
    """scoring a candidate pair for a Hungarian alignment, not the record"""
    one_sided: bool = False
    """in a record that only one side has, where nothing is right"""
    comparators: dict[str, Comparator] = field(default_factory=dict)

    def entered(self, node: Node) -> "Place":
        """With the node's own weight and null policy, which replaces the inherited one as a whole."""
        weight = self.weight * node.get("x-eval-weight", 1)
        return replace(self, weight=weight, nulls=node.get("x-eval-nulls", self.nulls))

    def at_key(self, key: str, inside: bool, in_map: bool = False) -> "Place":
        below = paths.any_key_path(self.schema_path) if in_map else paths.key_path(self.schema_path, key)
        return replace(
            self,
            path=paths.key_path(self.path, key),
            schema_path=below,
            extracted_path=paths.key_path(self.extracted_path, key),
            inside=self.inside or inside,
        )

    def at_entry(self, key: str, extracted_key: str | None, inside: bool) -> "Place":
        """`key` is what the path shows; `extracted_key` where the entry lies, None if only gold has it."""
        below = self.at_key(key, inside, in_map=True)
        if extracted_key is None:
            return replace(below, extracted_path=self.extracted_path)
        return replace(below, extracted_path=paths.key_path(self.extracted_path, extracted_key))

    def at_element(self, index: int, extracted_index: int | None, inside: bool) -> "Place":
        """`index` is what the path shows; `extracted_index` where the element lies, None if only gold has it."""
        extracted_path = self.extracted_path
        if extracted_index is not None:
            extracted_path = paths.element_path(extracted_path, extracted_index)
        return replace(
            self,
            path=paths.element_path(self.path, index),
            schema_path=paths.any_element_path(self.schema_path),
            extracted_path=extracted_path,
            inside=self.inside or inside,
        )

    def is_absent(self, value: Any) -> bool:
        """Not there, or listed by the null policy."""
        if value is MISSING:
            return True
        listed = self.nulls.get("absent", [None]) if self.nulls is not None else []
        return any(strictly_equal(value, one) for one in listed)

    def result(self, status: str, extracted: Any, score: float = 0.0, similarity: float | None = None) -> Result:
        """`extracted` is the raw value there, or MISSING."""
        where = None if extracted is MISSING else self.extracted_path
        return Result(self.path, self.schema_path, where, status, score, similarity, self.weight)

    def both_absent(self, extracted: Any) -> Result:
        """For a place that at least one side has, if only as a listed value."""
        assert self.nulls is not None
        if self.nulls.get("both_absent", "skip") == "match" and not self.one_sided:
            return self.result("match", extracted, 1.0, 1.0)
        return self.result("skipped", extracted)
