"""Two edits of one schema, put together."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.jsontypes import ABSENT
from evaljson.workspace.schema_merge import Clash, merge

BASE: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "total": {"type": "number", "x-eval-compare": "numeric"},
        "vendor": {"type": "object", "properties": {"name": {"type": "string"}}},
        "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
    },
}
KEYS: dict[str, list[Any]] = {
    "x-eval-weight": [1, 2, 3],
    "x-eval-skip": [True],
    "x-eval-compare": ["exact", {"numeric": {}}],
}
PLACES = [("total",), ("vendor",), ("vendor", "name"), ("items",), ("items", "sku")]
EDITED = st.tuples(st.sampled_from(PLACES), st.sampled_from(list(KEYS)))
EDITS = st.dictionaries(EDITED, st.integers(0, 1), max_size=6)


def node(schema: dict[str, Any], place: tuple[str, ...]) -> dict[str, Any]:
    for key in place:
        schema = schema.get("items", schema)["properties"][key]
    return schema


def edited(edits: dict[Any, int], schema: dict[str, Any] = BASE) -> dict[str, Any]:
    changed = copy.deepcopy(schema)
    for (place, key), choice in edits.items():
        node(changed, place)[key] = KEYS[key][choice % len(KEYS[key])]
    return changed


@given(EDITS)
def test_with_one_side_only_its_edits_are_taken(edits: dict[Any, int]) -> None:
    changed = edited(edits)
    assert merge(BASE, changed, BASE) == merge(BASE, BASE, changed) == merge(BASE, changed, changed)
    assert merge(BASE, changed, BASE).schema == changed
    assert not merge(BASE, changed, BASE).clashes


@given(EDITS, EDITS)
def test_edits_of_different_settings_are_both_taken(mine: dict[Any, int], theirs: dict[Any, int]) -> None:
    apart = {place: choice for place, choice in theirs.items() if place not in mine}
    merged = merge(BASE, edited(mine), edited(apart))
    assert merged.schema == edited({**mine, **apart})
    assert not merged.clashes


@given(EDITS, EDITS)
def test_a_clash_is_told_and_either_side_can_be_chosen(mine: dict[Any, int], theirs: dict[Any, int]) -> None:
    of_mine, of_theirs = edited(mine), edited(theirs)
    clashes = merge(BASE, of_mine, of_theirs).clashes
    for clash in clashes:
        assert clash.mine != clash.theirs
    kept = merge(BASE, of_mine, of_theirs, {clash.place: "mine" for clash in clashes})
    assert not kept.clashes
    assert kept.schema == edited(mine, edited(theirs))
    left = merge(BASE, of_mine, of_theirs, {clash.place: "theirs" for clash in clashes})
    assert left.schema == merge(BASE, of_mine, of_theirs).schema == edited(theirs, edited(mine))


def test_a_clash_names_the_field_and_what_each_made_of_it() -> None:
    mine, theirs = copy.deepcopy(BASE), copy.deepcopy(BASE)
    mine["properties"]["items"]["items"]["properties"]["sku"]["x-eval-weight"] = 2
    theirs["properties"]["items"]["items"]["properties"]["sku"]["x-eval-weight"] = 3
    assert merge(BASE, mine, theirs).clashes == (Clash("items[].sku", "x-eval-weight", ABSENT, 2, 3),)


def test_a_field_that_one_drops_and_the_other_edits_is_a_clash() -> None:
    mine, theirs = copy.deepcopy(BASE), copy.deepcopy(BASE)
    del mine["properties"]["total"]
    theirs["properties"]["total"]["x-eval-weight"] = 3
    merged = merge(BASE, mine, theirs)
    assert [clash.place for clash in merged.clashes] == [("total", "")]
    assert "total" in merged.schema["properties"]
    assert "total" not in merge(BASE, mine, theirs, {("total", ""): "mine"}).schema["properties"]


def test_the_schemas_of_document_types_are_merged_one_by_one() -> None:
    inner = {"type": "object", "properties": {"a": {"type": "string"}}}
    base = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": {"x": inner, "y": copy.deepcopy(inner)}}
    mine, theirs = copy.deepcopy(base), copy.deepcopy(base)
    mine["x-eval-schemas"]["x"]["properties"]["a"]["x-eval-weight"] = 2  # type: ignore[index]
    theirs["x-eval-schemas"]["y"]["properties"]["a"]["x-eval-weight"] = 3  # type: ignore[index]
    assert not merge(base, mine, theirs).clashes
    theirs["x-eval-schemas"]["x"]["properties"]["a"]["x-eval-weight"] = 4  # type: ignore[index]
    assert [clash.path for clash in merge(base, mine, theirs).clashes] == ["x: a"]


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1.0), (1, True), (0, False)])
def test_equal_numbers_of_different_kinds_are_different(mine: Any, theirs: Any) -> None:
    base = {"type": "object", "x-eval-weight": 7}
    assert merge(base, {**base, "x-eval-weight": mine}, {**base, "x-eval-weight": theirs}).clashes


def with_defaults(**by_type: Any) -> dict[str, Any]:
    return {**BASE, "x-eval-defaults": by_type}


FUZZY, TIDY, LOUD = {"x-eval-compare": "fuzzy"}, {"x-eval-transform": ["strip"]}, {"x-eval-transform": ["lowercase"]}


def test_defaults_of_different_types_and_settings_are_both_taken() -> None:
    merged = merge(with_defaults(string=FUZZY), with_defaults(string=FUZZY | TIDY), with_defaults(number=TIDY))
    assert merged.schema == with_defaults(number=TIDY, string=TIDY)
    assert not merged.clashes


def test_defaults_that_both_sides_begin_are_put_together() -> None:
    merged = merge(BASE, with_defaults(string=FUZZY), with_defaults(number=TIDY))
    assert merged.schema == with_defaults(number=TIDY, string=FUZZY)


def test_the_same_default_changed_on_both_sides_is_a_clash_of_that_default_alone() -> None:
    sides = with_defaults(string=FUZZY), with_defaults(string=FUZZY | TIDY), with_defaults(string=LOUD)
    merged = merge(*sides)
    key = "x-eval-defaults/string/x-eval-transform"
    assert merged.clashes == (Clash("", key, ABSENT, ["strip"], ["lowercase"]),)
    assert merged.schema == with_defaults(string=LOUD)
    assert merge(*sides, {("", key): "mine"}).schema == with_defaults(string=TIDY)
