"""Measures many edits, each alone: those that touch different parts of the records are scored in one round."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from evaljson.base.params import parse_xeval_entry
from evaljson.base.paths import is_below
from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit, Nodes, change
from evaljson.suggest.measure import Bench
from evaljson.suggest.model import Effect
from evaljson.whatif import zone_of


def effects_of(edits: Sequence[Edit], bench: Bench, start: float, end: float) -> list[Effect]:
    """Measure each edit, in their order; progress is reported from `start` to `end`."""
    rounds, effects = _rounds(edits, bench.tree), dict[int, Effect]()
    step = (end - start) / max(len(rounds), 1)
    for number, zones in enumerate(rounds):
        schema = copy.deepcopy(dict(bench.schema))
        nodes = Nodes(schema)
        for place in zones.values():
            for node in nodes.at(edits[place].path):
                change(node, edits[place])
        here = start + number * step
        each = bench.previews_by_zone(schema, list(zones), here, here + step)
        for place, previews in zip(zones.values(), each, strict=True):
            effects[place] = bench.effect(edits[place].path, previews)
    return [effects[place] for place in range(len(edits))]


def _rounds(edits: Sequence[Edit], tree: SchemaNode) -> list[dict[str, int]]:
    """Zones with the place of the edit in each: in a round no zone lies in another."""
    rounds: list[dict[str, int]] = []
    closed: set[int] = set()
    for place, edit in enumerate(edits):
        zone, alone = zone_of(tree, edit.path), _changes_what_is_there(edit, tree)
        fits = (
            zones_so_far
            for number, zones_so_far in enumerate(rounds)
            if not alone
            and number not in closed
            and not any(is_below(zone, other) or is_below(other, zone) for other in zones_so_far)
        )
        chosen = next(fits, None)
        if chosen is None:
            chosen = {}
            rounds.append(chosen)
            closed |= {len(rounds) - 1} if alone else set()
        chosen[zone] = place
    return rounds


def _changes_what_is_there(edit: Edit, tree: SchemaNode) -> bool:
    """Check whether an edit can change what counts as missing: that affects the containers around it as well."""
    if edit.skip or edit.as_map or edit.absent or edit.align is not None:
        return True
    if any(parse_xeval_entry(entry)[0] == "null_if" for entry in edit.transforms):
        return True
    return any(node.nulls is not None for root in tree.roots for node in root.walk() if node.path == edit.path)
