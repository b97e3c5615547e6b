"""Applies chosen suggestions to a schema, in any order; those that exclude another one are reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_again, parse_eval_schema
from evaljson.suggest.edit import Edit, Nodes, edited, merged_transforms, takes, unshared
from evaljson.suggest.model import Suggestion


@dataclass(frozen=True, slots=True)
class Applied:
    """A schema with the chosen suggestions, and those that could not be applied."""

    schema: dict[str, Any]
    done: tuple[Suggestion, ...]
    """In the order of their rank."""
    left_out: tuple[tuple[Suggestion, str], ...]
    """With the reason."""
    tree: SchemaNode
    """The schema, parsed."""


def apply(schema: Mapping[str, Any], chosen: Suggestion | Iterable[Suggestion]) -> dict[str, Any]:
    """Return a new eval schema with a suggestion, or with several; `applied` also says what could not be applied.

    Their order does not matter, and doing it again changes nothing. Raises SchemaError where the result is no schema.
    """
    return applied(schema, [chosen] if isinstance(chosen, Suggestion) else chosen).schema


def applied(schema: Mapping[str, Any], chosen: Iterable[Suggestion]) -> Applied:
    """Apply suggestions; of those that exclude each other, the one with the greater effect."""
    done = applied_within(schema, None, chosen)
    return replace(done, schema=unshared(done.schema))


def applied_within(schema: Mapping[str, Any], tree: SchemaNode | None, chosen: Iterable[Suggestion]) -> Applied:
    """Apply suggestions as `applied` does, to a schema that shares its parts with the given one.

    If `tree` was parsed from that very schema, only what differs is parsed again.
    """
    ranked = sorted(
        {suggestion.id: suggestion for suggestion in chosen}.values(),
        key=lambda suggestion: (-suggestion.gain, suggestion.id),
    )
    nodes = Nodes(schema)
    by_path: dict[str, list[Suggestion]] = {}
    left_out: list[tuple[Suggestion, str]] = []
    for suggestion in ranked:
        why = _excluded(nodes, suggestion, by_path.get(suggestion.path, []))
        if why is None:
            by_path.setdefault(suggestion.path, []).append(suggestion)
        else:
            left_out.append((suggestion, why))
    gone = {suggestion.id for suggestion, _ in left_out}
    fitting = [suggestion for suggestion in ranked if suggestion.id not in gone]
    try:
        changed, new = _written(schema, tree, fitting)
    except SchemaError:
        fitting, refused = _taken(schema, tree, fitting)
        left_out += refused
        changed, new = _written(schema, tree, fitting)
    return Applied(changed, tuple(fitting), tuple(left_out), new)


def _written(
    schema: Mapping[str, Any], tree: SchemaNode | None, chosen: Iterable[Suggestion]
) -> tuple[dict[str, Any], SchemaNode]:
    """Write suggestions into a schema, and parse it. Raises SchemaError where it cannot take them."""
    by_path: dict[str, list[Edit]] = {}
    for suggestion in chosen:
        by_path.setdefault(suggestion.path, []).append(suggestion.edit)
    changed = edited(schema, *(_composed(path, edits) for path, edits in by_path.items()))
    return changed, parse_eval_schema(changed) if tree is None else parse_again(changed, tree)


def _taken(
    schema: Mapping[str, Any], tree: SchemaNode | None, chosen: Iterable[Suggestion]
) -> tuple[list[Suggestion], list[tuple[Suggestion, str]]]:
    """Divide suggestions into those that the schema can take, one after the other, and the others, with the reason.

    Raises SchemaError where the schema is none without them.
    """
    _written(schema, tree, ())
    taken: list[Suggestion] = []
    refused = []
    for suggestion in chosen:
        try:
            _written(schema, tree, [*taken, suggestion])
        except SchemaError as error:
            refused.append((suggestion, f"the schema cannot take it: {error}"))
        else:
            taken.append(suggestion)
    return taken, refused


def _excluded(nodes: Nodes, suggestion: Suggestion, before: list[Suggestion]) -> str | None:
    """Say why a suggestion cannot be applied beside earlier ones at the same node; None if it can."""
    if not nodes.at(suggestion.path):
        return f"the schema has no field {suggestion.path!r}"
    edit = suggestion.edit
    for other in before:
        for name, word in (("compare", "comparator"), ("align", "alignment")):
            mine, its = getattr(edit, name), getattr(other.edit, name)
            if mine is not None and its is not None and mine != its:
                return f"another {word} was chosen there, with a greater effect: “{other.title}”"
        if edit.compare and edit.params and other.edit.compare == edit.compare and other.edit.params != edit.params:
            return f"other parameters were chosen there, with a greater effect: “{other.title}”"
        if edit.compare is None and other.edit.compare is not None and not takes(other.edit.compare, edit.params):
            return f"{other.edit.compare} takes no {', '.join(edit.params)}"
        if edit.compare is not None and other.edit.compare is None and not takes(edit.compare, other.edit.params):
            return f"{edit.compare} takes no {', '.join(other.edit.params)}"
    return None


def _composed(path: str, edits: list[Edit]) -> Edit:
    """Merge several edits of one node into one."""
    params: dict[str, Any] = {}
    for edit in edits:
        params = {**edit.params, **params}
    absent = {(value is not None, repr(value)): value for edit in edits for value in edit.absent}
    return Edit(
        path,
        merged_transforms([edit.transforms for edit in edits]),
        next((edit.compare for edit in edits if edit.compare), None),
        params,
        tuple(absent[key] for key in sorted(absent)),
        "match" if any(edit.both_absent == "match" for edit in edits) else None,
        next((edit.align for edit in edits if edit.align is not None), None),
        any(edit.skip for edit in edits),
        any(edit.as_map for edit in edits),
    )
