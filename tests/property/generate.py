"""Random eval schemas, and random gold records with damaged copies as the extraction.

Everything follows from a seed. The pools are small, so that equal values, ties and clashes of types are frequent.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from .damage import damaged
from .values import KEYS, value_for

Node = dict[str, Any]
Pair = tuple[dict[str, Any], dict[str, Any] | None]

TOLERANCES: list[dict[str, float]] = [{}, {"abs": 0.5}, {"rel": 0.01}, {"rel": 0.5, "abs": 1}, {"abs": 0}, {"rel": 0}]
LISTED = [["a", 1, "B", None], ["1", 2.5, True, " a"], [[], {}, 0, "a b"], [float("nan"), False, {"a": 1}]]
TRANSFORMS: list[list[Any]] = [
    ["lowercase"],
    ["strip", "lowercase"],
    ["normalize_whitespace"],
    ["sort_tokens"],
    [{"round_digits": {"digits": 1}}],
    [{"round_digits": {"digits": -1}}],
    [{"type_convert": {"to": "str"}}, "lowercase"],
    [{"type_convert": {"to": "string"}}],
    [{"type_convert": {"to": "int"}}],
    [{"type_convert": {"to": "float"}}, {"round_digits": {"digits": 0}}],
    [{"type_convert": {"to": "number"}}],
    [{"type_convert": {"to": "bool"}}],
]
POLICIES: list[Node] = [
    {"absent": [None]},
    {"absent": [None, ""], "both_absent": "match"},
    {"absent": [None, "", [], {}], "both_absent": "skip"},
    {"absent": [[], {}], "both_absent": "match"},
    {"absent": ["a", 0, False], "both_absent": "match"},
    {"absent": []},
]
WEIGHTS = [0, 0.1, 0.25, 0.5, 1, 2, 3]
TYPES = ["string", "integer", "number", "boolean"]
SEVERAL_TYPES = [["string", "array"], ["object", "string"], ["integer", "number"], ["string", "number"]]
STRATEGIES = ["hungarian", "hungarian", "hungarian", "key_field", "key_field", "key_field", "ordered"]
CUSTOM = "closeness"
"""A graded comparator that the tests register."""


def schemas(seed: int) -> Iterator[Node]:
    """Endless; the n-th schema of a seed is always the same."""
    index = 0
    while True:
        yield root(Random(f"{seed}/{index}"))
        index += 1


def records(rng: Random, schema: Node) -> Iterator[Pair]:
    """Endless pairs of a gold record and its damaged copy; None is a record that was not produced.

    Where the schema has an id field, ids are unique and the extraction repeats them, but for some where it has none.
    """
    id_field = schema.get("x-eval-id")
    keeps_ids = rng.random() < 0.8
    number = 0
    while True:
        gold = value_for(rng, schema, wrong=0.0)
        produced = rng.random() >= 0.05
        extracted = damaged(rng, schema, gold, rate=rng.choice([0.02, 0.1, 0.3]), at_root=True) if produced else None
        if id_field is not None:
            number += 1
            gold[id_field] = number if number % 2 else f"r{number}"
            if extracted is not None:
                extracted.pop(id_field, None)
                if keeps_ids or rng.random() < 0.5:
                    extracted[id_field] = gold[id_field]
        yield gold, extracted


def root(rng: Random) -> Node:
    node = objectlike(rng, depth=rng.choice([1, 2, 2, 3, 3]), semantic=True)
    if rng.random() < 0.25:
        node["x-eval-nulls"] = rng.choice(POLICIES)
    if rng.random() < 0.1:
        node["x-eval-weight"] = rng.choice([0.1, 0.5, 2])
    if rng.random() < 0.25:
        node["x-eval-id"] = rng.choice(["id", "a.b", "rec"])
    return node


def any_node(rng: Random, depth: int, semantic: bool) -> Node:
    """`semantic` says whether that comparator may occur."""
    draw = rng.random()
    if depth == 0 or draw < 0.4:
        node = leaf(rng, semantic)
    elif draw < 0.65:
        node = objectlike(rng, depth - 1, semantic)
    elif draw < 0.93:
        node = array(rng, depth - 1, semantic)
    else:
        node = one_unit(rng, depth - 1)
    if rng.random() < 0.07:
        node["x-eval-skip"] = True
    if rng.random() < 0.15:
        node["x-eval-weight"] = rng.choice(WEIGHTS)
    if rng.random() < 0.12:
        node["x-eval-nulls"] = rng.choice(POLICIES)
    return node


def objectlike(rng: Random, depth: int, semantic: bool) -> Node:
    """An object, a map, or a map with declared keys."""
    node: Node = {"type": "object"}
    draw = rng.random()
    if draw < 0.9:
        keys = rng.sample(KEYS, rng.choice([1, 2, 2, 3, 4]))
        node["properties"] = {key: any_node(rng, depth, semantic) for key in keys}
    if draw >= 0.8:
        node["additionalProperties"] = entry = any_node(rng, depth, semantic)
        if decidable(entry) and rng.random() < 0.5:
            node["x-eval-align"] = of_entries(rng, entry)
    elif rng.random() < 0.1:
        node["additionalProperties"] = rng.choice([True, False])
    return node


def array(rng: Random, depth: int, semantic: bool) -> Node:
    """Half of the alignments are plain; the others have several keys, transforms, `on`, or are chains."""
    names = [rng.choice(STRATEGIES) for _ in range(rng.choice([0, 1, 1, 1, 1, 1, 2, 2, 3]))]
    objects = rng.random() < (0.9 if "key_field" in names else 0.3)
    item = objectlike(rng, depth, semantic) if objects else any_node(rng, depth, semantic)
    if "hungarian" in names and not decidable(item):
        # elements with nothing but fields for a judge align by text similarity: no plain rule to check against
        item = {"type": "string"}
    node: Node = {"type": "array", "items": item}
    strategies = [strategy(rng, name, item) for name in names]
    if strategies:
        node["x-eval-align"] = strategies if len(strategies) > 1 or rng.random() < 0.05 else strategies[0]
    return node


def of_entries(rng: Random, entry: Node) -> Any:
    """How the entries of a map pair up: by content, by a field, by their keys, or one after the other."""
    names = [rng.choice(["hungarian", "hungarian", "key_field", "map_key"]) for _ in range(rng.choice([1, 1, 2, 3]))]
    chosen = [
        {"match_by": "map_key"} if name == "map_key" or (name == "key_field" and not keyed(entry))
        else strategy(rng, name, entry)
        for name in names
    ]  # fmt: skip
    return chosen if len(chosen) > 1 else chosen[0]


def strategy(rng: Random, name: str, item: Node) -> Node:
    """An alignment of elements; by position where they are not objects and a key is asked for."""
    fields = keyed(item)
    if name == "hungarian":
        return hungarian(rng, item)
    if name == "key_field" and fields:
        several = rng.random() < 0.4
        keys = rng.sample(list(fields), rng.randint(1, min(3, len(fields))) if several else 1)
        for key in keys:
            if rng.random() < 0.25:
                fields[key]["x-eval-nulls"] = {"absent": ["a", 1, "", True], "both_absent": "match"}
        align: Node = {"match_by": "key_field", "key": keys if several else keys[0]}
        if rng.random() < 0.4:
            align["transform"] = rng.choice(TRANSFORMS)
        return align
    return rng.choice([{"ordered": True}, {"match_by": "ordered"}])


def hungarian(rng: Random, item: Node) -> Node:
    align: Node = {"match_by": "hungarian"}
    if rng.random() < 0.3:
        align["min_score"] = rng.choice([0.3, 0.5, 0.8])
    fields = {} if "x-eval-compare" in item else keyed(item)
    if fields and rng.random() < 0.5:
        on = rng.sample(list(fields), rng.randint(1, len(fields)))
        if any(decidable(fields[key]) for key in on):
            align["on"] = on
    return align


def keyed(item: Node) -> dict[str, Node]:
    """The keys that elements have, with their nodes; empty where they are not objects or say nothing about keys."""
    if item["type"] != "object":
        return {}
    free = item.get("additionalProperties")
    return {**item.get("properties", {}), **({"k": free} if isinstance(free, dict) else {})}


def decidable(node: Node) -> bool:
    """Whether there is a field at or below the node that needs no judge."""
    if node.get("x-eval-skip"):
        return False
    if "x-eval-compare" in node:
        return bool(node["x-eval-compare"] != "semantic")
    free = node.get("additionalProperties")
    below = [*node.get("properties", {}).values(), node.get("items"), free if isinstance(free, dict) else None]
    children = [child for child in below if child is not None]
    return any(decidable(child) for child in children) if children else True


def leaf(rng: Random, semantic: bool) -> Node:
    node: Node = {"type": rng.choice(TYPES)}
    if rng.random() < 0.75:
        node["x-eval-compare"] = compare(rng, semantic)
    tune(rng, node)
    return node


def one_unit(rng: Random, depth: int) -> Node:
    """Several types, a container compared as a whole, or one that says nothing about its content."""
    draw = rng.random()
    if draw < 0.45:
        node: Node = {"type": rng.choice(SEVERAL_TYPES)}
        if rng.random() < 0.5:
            node["x-eval-compare"] = compare(rng, semantic=False)
        tune(rng, node)
        return node
    if draw < 0.6:
        bare: list[Node] = [{"type": "object"}, {"type": "object", "properties": {}}, {"type": "array"}]
        return rng.choice(bare)
    node = objectlike(rng, 0, False) if rng.random() < 0.5 else array(rng, 0, False)
    node["x-eval-compare"] = compare(rng, semantic=False)
    return node


def tune(rng: Random, node: Node) -> None:
    if rng.random() < 0.3:
        node["x-eval-transform"] = rng.choice(TRANSFORMS)
        if rng.random() < 0.3:
            node["x-eval-nulls"] = rng.choice(POLICIES)
    if rng.random() < 0.15:
        node["x-eval-threshold"] = rng.choice([0, 0.3, 0.5, 0.75, 1])


def compare(rng: Random, semantic: bool) -> Any:
    draw = rng.random()
    if draw < 0.35:
        return "exact"
    if draw < 0.5:
        return "numeric"
    if draw < 0.65:
        return {"numeric": {"tolerance": rng.choice(TOLERANCES)}}
    if draw < 0.78:
        return {"oneof": {"values": rng.choice(LISTED)}}
    if draw < 0.92 or not semantic:
        return rng.choice([CUSTOM, {CUSTOM: {"floor": 0.5}}])
    return "semantic"


def hungarian_rows(rng: Random) -> tuple[Node, list[Any], list[Any]]:
    """A schema {t: Hungarian array of objects}, and two such arrays.

    Every row has a leaf, so that each pair shows in the results.
    """
    text: Node = {"type": "string", "x-eval-compare": "exact"}
    item: Node = {"type": "object", "properties": {"a": text, "b": {**text, "x-eval-weight": 2}, "c": text}}
    if rng.random() < 0.5:
        item["properties"]["d"] = {"type": "array", "items": text, "x-eval-align": {"match_by": "hungarian"}}
    rows: Node = {"type": "array", "items": item, "x-eval-align": {"match_by": "hungarian"}}
    sides = [[{"a": "a", **value_for(rng, item, wrong=0.0)} for _ in range(rng.randint(1, 6))] for _ in range(2)]
    return {"type": "object", "properties": {"t": rows}}, sides[0], sides[1]
