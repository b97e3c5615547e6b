"""Says how arrays and maps pair up now, where pairing by content would match more."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from evaljson.base.paths import above
from evaljson.report.fields.alignment_gain import paired_plainly
from evaljson.schema import SchemaNode
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted


def counted_kinds(tree: SchemaNode, paths: Collection[str]) -> str:
    """Write how many there are: `2 arrays and 1 map`."""
    maps = len(maps_of(tree).intersection(paths))
    arrays = len(paths) - maps
    return " and ".join([counted(arrays, "array")] * bool(arrays) + [counted(maps, "map")] * bool(maps))


def paired_now(tree: SchemaNode, paths: Collection[str]) -> str:
    """Write how they pair up, as the beginning of a sentence: `**lines** is compared by position`."""
    maps = maps_of(tree).intersection(paths)
    ways = ["by position"] * (len(maps) < len(paths)) + ["by the keys of its entries"] * bool(maps)
    if len(paths) == 1:
        return f"**{plain(next(iter(paths)))}** is compared {ways[0]}"
    return f"**{counted_kinds(tree, paths)}** are compared {' or '.join(ways).replace('its', 'their')}"


def more_values(gains: Mapping[str, int]) -> str:
    """Write how many more values match once all of these pair by content, by path: `12 more values`.

    Each gain was counted with all others as they are. They only add up where none is inside another one: how elements
    pair decides what is compared inside them. Where they do not, no number is given.
    """
    if any(path in gains for one in gains for path in above(one)[:-1]):
        return "more values"
    return counted(sum(gains.values()), "more value")


def maps_of(tree: SchemaNode) -> frozenset[str]:
    """Return the paths of the maps among them."""
    return frozenset(node.path for node in paired_plainly(tree) if node.additional is not None)
