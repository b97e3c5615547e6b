"""Says how arrays and maps pair up now, where pairing by content would match more."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from evaljson.base.paths import above
from evaljson.report.fields.alignment_gain import paired_plainly
from evaljson.schema import SchemaNode
from evaljson.suggest.kinds.element_order import names_an_order
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.risk_signs import SIGNS
from evaljson.wording.words import counted
from evaljson.workspace.pairing_gains import Gains


def counted_kinds(tree: SchemaNode, paths: Collection[str]) -> str:
    """Write how many there are: `2 arrays and 1 map`."""
    maps = len(maps_of(tree).intersection(paths))
    arrays = len(paths) - maps
    return " and ".join([counted(arrays, "array")] * bool(arrays) + [counted(maps, "map")] * bool(maps))


def better_by_content(tree: SchemaNode, paths: Collection[str]) -> str:
    """Begin the sentence on what would match: `**lines** is compared by position. By content, `.

    Of several: `**2 arrays** pair better by content than by position: `, since others may be by position too.
    """
    maps = maps_of(tree).intersection(paths)
    ways = ["by position"] * (len(maps) < len(paths)) + ["by the keys of its entries"] * bool(maps)
    if len(paths) == 1:
        return f"**{plain(next(iter(paths)))}** is compared {ways[0]}. By content, "
    return f"**{counted_kinds(tree, paths)}** pair better by content than {' or '.join(ways).replace('its', 'their')}: "


def more_values(gains: Mapping[str, int]) -> str:
    """Write how many more values match once all of these pair by content, by path: `12 more values (net)`.

    Net: values that no longer match are taken off. Each gain was counted with all others as they are, so they only add
    up where none is inside another one: how elements pair decides what is compared inside them. Where they do not, no
    number is given.
    """
    if not _add_up(gains):
        return "more values (net)"
    return f"{counted(sum(gains.values()), 'more value')} (net)"


def _add_up(paths: Collection[str]) -> bool:
    return not any(path in paths for one in paths for path in above(one)[:-1])


def gain_by_variant(by_variant: Mapping[str, Gains], paths: Collection[str]) -> tuple[str, str]:
    """Write how much pairing these by content gains, and in which variants: `12 more values (net)`, `in **A**`.

    The number is that of the variant that gains most; of the others it says how many gain, the one behind it by how
    much, and which match less.
    """
    sums = {name: sum(gains.get(path, 0) for path in paths) for name, gains in by_variant.items()}
    best = max(sums, key=lambda name: sums[name])
    said = f"in {plain(best)}"
    gaining = sorted(gain for gain in sums.values() if gain > 0)
    if more := len(gaining) - 1:
        most = f"{'up to ' if more > 1 else ''}{gaining[-2]:,}" if _add_up(paths) else "some"
        said += f", {most} in {counted(more, 'other')}"
    if less := [name for name, gain in sums.items() if gain < 0]:
        said += f", fewer in {plain(less[0]) if len(less) == 1 else f'{len(less):,}'}"
    return more_values({path: by_variant[best].get(path, 0) for path in paths}), said


def no_longer_scored(tree: SchemaNode, paths: Collection[str]) -> str:
    """Write what pairing these by content costs, and where that is a high risk, as suggestions have it."""
    maps = maps_of(tree).intersection(paths)
    what = " and ".join(["order"] * (len(maps) < len(paths)) + ["keys of entries"] * bool(maps)).capitalize()
    verb = "are" if maps else "is"
    risk = f" {NAMED_AS_ORDERED}" if any(map(names_an_order, paths)) else ""
    return f"{what} {verb} then no longer scored.{risk}"


def too_risky(paths: Collection[str]) -> str:
    """Write which would gain as well, but are left out of the figures because their names speak of an order."""
    if not paths:
        return ""
    what = f"**{plain(next(iter(paths)))}** is" if len(paths) == 1 else f"{len(paths):,} more arrays are"
    return f" {what} left out: {SIGNS['high']} high risk, named as ordered."


NAMED_AS_ORDERED: Final = f"{SIGNS['high']} High risk: the name speaks of an order."


def maps_of(tree: SchemaNode) -> frozenset[str]:
    """Return the paths of the maps among them."""
    return frozenset(node.path for node in paired_plainly(tree) if node.additional is not None)
