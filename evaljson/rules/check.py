"""check_rules(): which records break the rules of a schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from evaljson.base import paths
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.evaluate import Record, Schema
from evaljson.load.document_texts import ids_of
from evaljson.logic.compile import Condition
from evaljson.rules.model import BrokenRule, CheckedRule, RuleReport
from evaljson.schema.node import SchemaNode, in_type
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.stats.wilson import wilson_interval
from evaljson.wording.words import counted

_Rule = tuple[str, str]
"""Path and name."""


def check_rules(records: Iterable[Record | None], schema: Schema, *, id_field: str | None = None) -> RuleReport:
    """Say which records break the schema's `x-eval-rule`s, extracted ones or gold; None stands for no record.

    A rule is not decided where a value that it needs is missing or cannot be read. Values are taken as they are, before
    transforms. Raises SchemaError, and InputError for a schema without rules (both ValueError).
    """
    tree = parse_eval_schema(schema)
    listed = list(records)
    ids = ids_of(listed, id_field if id_field is not None else tree.id_field)
    found = {rule: Counter[bool | None]() for rule in _rules(tree)}
    if not found:
        raise InputError('the schema has no rule: add "x-eval-rule" to an object, such as the root')
    decided: dict[_Rule, set[int]] = {rule: set() for rule in found}
    broken: dict[_Rule, set[int]] = {rule: set() for rule in found}
    violations = []
    ruled = _with_rules(tree)
    for place, record in enumerate(listed):
        if record is None:
            continue
        for node, at, value, path in _objects(record, tree, ruled):
            for rule in node.rules:
                holds, key = rule.condition.holds(value), (path, rule.name)
                found[key][holds] += 1
                if holds is not None:
                    decided[key].add(place)
                if holds is False:
                    broken[key].add(place)
                    violations.append(BrokenRule(ids[place], path, rule.name, at, _values(rule.condition, value)))
    rules = tuple(
        CheckedRule(
            path, name, counts[True], counts[False], counts[None], len(decided[path, name]), len(broken[path, name]),
            *(wilson_interval(len(broken[path, name]), len(decided[path, name])) or (None, None)),
        )
        for (path, name), counts in found.items()
    )  # fmt: skip
    return RuleReport(sum(record is not None for record in listed), rules, tuple(violations))


def _rules(tree: SchemaNode) -> Iterator[_Rule]:
    for root, kind in _roots(tree):
        for node in root.walk():
            yield from ((_named(kind, node.path), rule.name) for rule in node.rules)


def _roots(tree: SchemaNode) -> Iterator[tuple[SchemaNode, str | None]]:
    yield tree, None
    yield from ((root, kind) for kind, root in tree.schemas.items())


def _named(kind: str | None, path: str) -> str:
    return path if kind is None else in_type(kind, path)


def _with_rules(tree: SchemaNode) -> frozenset[int]:
    """Return the nodes that have rules, or have nodes with rules below them."""
    found = set[int]()

    def look(node: SchemaNode) -> bool:
        below = [look(child) for child in node.children]
        has = bool(node.rules) or any(below)
        if has:
            found.add(id(node))
        return has

    for root, _ in _roots(tree):
        look(root)
    return frozenset(found)


def _objects(
    record: Any, tree: SchemaNode, ruled: frozenset[int]
) -> Iterator[tuple[SchemaNode, str, dict[str, Any], str]]:
    """Yield each object of a record that has rules, with its own path, and the path of its rules."""
    kind = record.get(tree.by) if tree.by is not None else None
    kind = kind if isinstance(kind, str) and kind in tree.schemas else None
    stack: list[tuple[SchemaNode, str, Any]] = [(tree if kind is None else tree.schemas[kind], "", record)]
    while stack:
        node, at, value = stack.pop()
        if id(node) not in ruled:
            continue
        if node.rules and isinstance(value, dict):
            yield node, at, value, _named(kind, node.path)
        below: list[tuple[SchemaNode, str, Any]] = []
        if isinstance(value, dict):
            for key, item in value.items():
                child = node.properties.get(key, node.additional)
                if child is not None:
                    below.append((child, paths.child(at, key), item))
        elif isinstance(value, list) and node.items is not None:
            below = [(node.items, paths.element(at, place), item) for place, item in enumerate(value)]
        stack.extend(reversed(below))


def _values(condition: Condition, value: Any) -> dict[str, Any]:
    """Return what a rule read, by path; a sum stands for the array that it is over."""
    sums = condition.sums(value)
    summed = {over for over, _ in sums.values()}
    read = {name: _shown(value, name) for name in condition.names if name not in summed}
    return {name: total for name, (_, total) in sums.items()} | read


def _shown(value: Any, name: str) -> Any:
    """Return what is at a path below a value: numbers, texts, and how many elements an array has."""
    found = value_at(value, name)
    if isinstance(found, list):
        return counted(len(found), "element")
    return None if found is ABSENT else found
