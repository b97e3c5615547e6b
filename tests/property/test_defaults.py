"""A schema with x-eval-defaults scores as the schema in which each of them is written at the nodes that take it."""

import copy
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import evaljson
from evaljson.base.errors import EvaljsonError
from evaljson.base.paths import is_below
from evaljson.schema import meta_schema, parse_eval_schema
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_again
from evaljson.whatif.touched import touched_paths
from tests.oracle.defaults import written_out
from tests.profiles import share

from .generate import POLICIES, TRANSFORMS, WEIGHTS, Node, records, schemas
from .generate import compare as comparator
from .product import product_run

TYPES = ["any", "string", "number", "integer", "boolean", "object", "array", "null"]


def nodes(node: Node) -> Iterator[Node]:
    yield node
    below = [*node.get("properties", {}).values(), node.get("items"), node.get("additionalProperties")]
    for inner in below:
        if isinstance(inner, dict) and inner:
            yield from nodes(inner)


def some_defaults(rng: Random) -> Node:
    """Settings of some types; those that would have a judge compare are left to other tests."""
    defaults: Node = {}
    for name in rng.sample(TYPES, rng.randint(1, 4)):
        every = {
            "x-eval-compare": comparator(rng, semantic=False),
            "x-eval-transform": rng.choice(TRANSFORMS),
            "x-eval-threshold": rng.choice([0, 0.5, 1]),
            "x-eval-weight": rng.choice(WEIGHTS),
            "x-eval-skip": rng.random() < 0.3,
            "x-eval-nulls": rng.choice(POLICIES),
        }
        if name == "array":
            every["x-eval-align"] = rng.choice([{"match_by": "hungarian"}, {"ordered": True}])
        defaults[name] = {key: every[key] for key in rng.sample(list(every), rng.randint(0, 3))}
    return defaults


def with_defaults(rng: Random, schema: Node) -> Node:
    changed = copy.deepcopy(schema)
    places = list(nodes(changed))
    for node in [changed, *rng.sample(places, min(2, len(places)))]:
        if rng.random() < 0.7:
            node["x-eval-defaults"] = some_defaults(rng)
    return changed


def seen(tree: SchemaNode) -> list[tuple[Any, ...]]:
    """All that decides how the fields are scored; a policy that lists nothing is none."""
    return [
        (node.path, repr((node.comparator, node.transforms, node.skip, node.align, node.weight, node.total_weight,
                          node.threshold, node.nulls if node.nulls and node.nulls.absent else None, node.is_unit)))
        for node in tree.walk()
    ]  # fmt: skip


def unused(tree: SchemaNode) -> list[str]:
    return [line for line in tree.without_effect if "no field takes it" in line]


@pytest.mark.parametrize("block", range(4))
def test_defaults_score_as_the_settings_that_they_stand_for(block: int) -> None:
    compared = 0
    for number, schema in enumerate(islice(schemas(900 + block), share(40))):
        rng = Random(f"defaults/{block}/{number}")
        short = with_defaults(rng, schema)
        long = written_out(short)
        pairs = list(islice(records(rng, schema), 6))
        try:
            expected = product_run(long, pairs)
        except EvaljsonError as error:
            with pytest.raises(type(error)):
                product_run(short, pairs)
            continue
        run = product_run(short, pairs)
        assert run.to_frame().equals(expected.to_frame()), (short, long)
        assert run.per_field == expected.per_field
        assert seen(parse_eval_schema(short)) == seen(parse_eval_schema(long))
        compared += 1
    assert compared >= share(40) // 2


@pytest.mark.parametrize("block", range(4))
def test_an_edit_of_defaults_touches_at_least_what_the_same_edit_of_the_nodes_touches(block: int) -> None:
    outcomes = set()
    for number, schema in enumerate(islice(schemas(950 + block), share(40))):
        rng = Random(f"touched/{block}/{number}")
        sides = [with_defaults(rng, schema) for _ in range(2)]
        try:
            old, new = map(parse_eval_schema, sides)
        except EvaljsonError:
            continue
        long_old, long_new = (parse_eval_schema(written_out(side)) for side in sides)
        touched, needed = touched_paths(old, new), touched_paths(long_old, long_new)
        assert all(any(is_below(path, above) for above in touched) for path in needed), sides
        outcomes.add(touched_paths(old, new))
    assert len(outcomes) > 3


@pytest.mark.parametrize("block", range(4))
def test_parsing_again_after_an_edit_of_defaults_is_parsing_from_scratch(block: int) -> None:
    """The parts below are the same objects: only what they inherit differs."""
    kept = 0
    for number, schema in enumerate(islice(schemas(970 + block), share(40))):
        rng = Random(f"again/{block}/{number}")
        before = {**with_defaults(rng, schema), "x-eval-defaults": some_defaults(rng)}
        for defaults in (some_defaults(rng), before["x-eval-defaults"]):
            after = {**before, "x-eval-defaults": copy.deepcopy(defaults)}
            try:
                old, new = parse_eval_schema(before), parse_eval_schema(after)
            except EvaljsonError:
                continue
            again = parse_again(after, old)
            assert seen(again) == seen(new)
            assert unused(again) == unused(new)
            kept += any(node is other for node, other in zip(again.walk(), old.walk(), strict=False))
    assert kept > 0


def test_the_meta_schema_takes_what_parsing_takes() -> None:
    from jsonschema import Draft202012Validator

    check = Draft202012Validator(meta_schema())
    for number, schema in enumerate(islice(schemas(990), share(100))):
        short = with_defaults(Random(number), schema)
        try:
            parse_eval_schema(short)
        except EvaljsonError:
            continue
        check.validate(short)


def test_annotating_keeps_what_defaults_say() -> None:
    for number, schema in enumerate(islice(schemas(995), share(60))):
        short = with_defaults(Random(number), schema)
        try:
            before = seen(parse_eval_schema(short))
        except EvaljsonError:
            continue
        annotated = evaljson.annotate_xeval(copy.deepcopy(short))
        assert seen(parse_eval_schema(annotated)) == before
