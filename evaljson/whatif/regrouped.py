"""Arrays, maps and objects that an edit compares as wholes instead of by what is in them, or the reverse: nothing goes
out of F1 there, but there are other results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evaljson.base.paths import is_below
from evaljson.schema.node import SchemaNode
from evaljson.scoring.status import MATCH, SCORED
from evaljson.scoring.tallies import Rows
from evaljson.whatif.touched import outermost

Container = Literal["array", "map", "object"]


@dataclass(frozen=True, slots=True)
class Regrouped:
    """One of them, with its results that count in F1."""

    path: str
    container: Container
    as_wholes: bool
    """Whether it is compared as a whole with the edit; else it was before."""
    before: int
    right_before: int
    after: int
    right_after: int


def containers(old: SchemaNode, new: SchemaNode) -> Mapping[str, tuple[Container, bool]]:
    """Return by path what it is, and whether the edit compares it as a whole; only the outermost ones."""
    found = {}
    before, after = (_by_place(tree) for tree in (old, new))
    for place, node in before.items():
        other = after.get(place)
        if other is None or node.is_unit == other.is_unit or node.type != other.type:
            continue
        inner = other if node.is_unit else node
        if inner.children:
            kind: Container = "array" if inner.items else "object" if inner.additional is None else "map"
            found[node.path] = kind, other.is_unit
    return {path: found[path] for path in outermost(found)}


def regrouped(found: Mapping[str, tuple[Container, bool]], before: Rows, after: Rows) -> list[Regrouped]:
    """Count the results of `containers`, where any count on both sides: what an edit skips is not regrouped."""
    every = (Regrouped(path, *found[path], *_counted(path, before), *_counted(path, after)) for path in sorted(found))
    return [one for one in every if one.before and one.after]


def _by_place(tree: SchemaNode) -> dict[tuple[int, str], SchemaNode]:
    """Return all nodes by the number of their root and their path."""
    return {(number, node.path): node for number, root in enumerate(tree.roots) for node in root.walk()}


def _counted(path: str, rows: Rows) -> tuple[int, int]:
    """Count the results at or below a path that count in F1, and those of them that are right."""
    here = np.array([is_below(field, path) for field in rows.fields], np.bool_)
    if not here.any():
        return 0, 0
    status = rows.status[here[rows.field] & (rows.weight > 0)]
    return int(np.isin(status, SCORED).sum()), int((status == MATCH).sum())


def total(every: Iterable[Regrouped]) -> list[Regrouped]:
    """Add those of several variants up, path by path."""
    by_path: dict[str, Regrouped] = {}
    for one in every:
        so_far = by_path.get(one.path)
        by_path[one.path] = one if so_far is None else Regrouped(
            one.path, one.container, one.as_wholes, so_far.before + one.before,
            so_far.right_before + one.right_before, so_far.after + one.after, so_far.right_after + one.right_after,
        )  # fmt: skip
    return list(by_path.values())
