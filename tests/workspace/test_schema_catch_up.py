"""Unapplied edits and a newer version of the schema, without a page."""

import json
from typing import Any

from evaljson.workspace.edited_schema import WrittenSchema, indented
from evaljson.workspace.schema_catch_up import catch_up

BASE: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "n": {"type": "number"}},
}


def with_settings(**settings: dict[str, Any]) -> dict[str, Any]:
    properties = {name: {**node, **settings.get(name, {})} for name, node in BASE["properties"].items()}
    return {**BASE, "properties": properties}


def written(schema: dict[str, Any]) -> WrittenSchema:
    return WrittenSchema(indented(schema), schema)


def test_edits_of_other_settings_stand_on_the_newer_version() -> None:
    result = catch_up(BASE, None, {"a": {"weight": 3}}, written(with_settings(a={"x-eval-threshold": 0.5})))
    assert result.own is not None
    assert result.own.schema == with_settings(a={"x-eval-weight": 3, "x-eval-threshold": 0.5})
    assert json.loads(result.own.text) == result.own.schema
    assert not result.clashes


def test_the_same_setting_is_a_clash_until_a_side_is_chosen() -> None:
    theirs = written(with_settings(a={"x-eval-weight": 5}))
    (clash,) = catch_up(BASE, None, {"a": {"weight": 3}}, theirs).clashes
    assert (clash.place, clash.mine, clash.theirs) == (("a", "x-eval-weight"), 3, 5)
    mine = catch_up(BASE, None, {"a": {"weight": 3}}, theirs, {clash.place: "mine"})
    assert mine.own is not None
    assert mine.own.schema == with_settings(a={"x-eval-weight": 3})
    assert catch_up(BASE, None, {"a": {"weight": 3}}, theirs, {clash.place: "theirs"}).own is None


def test_the_same_edit_on_both_sides_leaves_nothing_to_apply() -> None:
    edited = with_settings(a={"x-eval-weight": 3})
    result = catch_up(BASE, edited, {}, written(edited))
    assert (result.clashes, result.own, result.problem) == ((), None, None)


def test_a_refused_cell_is_kept_where_its_field_is_still_there() -> None:
    cells = {"a": {"nulls": "["}, "n": {"nulls": "["}}
    theirs = {"type": "object", "properties": {"a": {"type": "string", "x-eval-skip": True}}}
    assert catch_up(BASE, None, cells, written(theirs)).cells == {"a": {"nulls": "["}}


def test_both_together_may_be_no_usable_schema() -> None:
    drafted = with_settings(a={"x-eval-threshold": 0.5})
    theirs = with_settings(a={"type": "object", "properties": {"x": {"type": "string"}}})
    result = catch_up(BASE, drafted, {}, written(theirs))
    assert result.problem is not None
    assert result.problem.path == "a"
