"""Presets are bundles of settings that can be seen."""

from typing import Any

import pytest

from evaljson.schema import parse_eval_schema
from evaljson.wording.settings import setting_changes
from evaljson.workspace.presets import PRESETS

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string", "x-eval-compare": "exact"},
        "name": {"type": "string", "x-eval-compare": "exact", "x-eval-nulls": {"absent": [""]}},
        "city": {"type": "string", "x-eval-compare": {"fuzzy": {}}, "x-eval-threshold": 0.8, "x-eval-weight": 2},
        "total": {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"rel": 0.1}}}},
        "tags": {"type": "array", "x-eval-align": {"match_by": "hungarian"}, "items": {"type": "string"}},
    },
}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        (
            "strict",
            [
                'name: nothing counts as absent; before, "" counts as absent',
                "city: comparator fuzzy → exact",
                "city: threshold 0.8 → none",
                "total: comparator numeric 10% → numeric",
                "tags[]: comparator by type → exact",
            ],
        ),
        ("lenient", ["name: comparator exact → normalized", "tags[]: comparator by type → normalized"]),
        ("constrained", ["the record: null counts as absent"]),
    ],
)
def test_a_preset_changes_what_it_says_and_no_more(name: str, changes: list[str]) -> None:
    changed = PRESETS[name].apply(SCHEMA)
    parse_eval_schema(changed)
    assert sorted(map(str, setting_changes(SCHEMA, changed))) == sorted(changes)


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_preset_twice_changes_nothing_more(name: str) -> None:
    once = PRESETS[name].apply(SCHEMA)
    assert PRESETS[name].apply(once) == once


def test_strict_drops_what_defaults_say_of_the_same_settings() -> None:
    default = {"string": {"x-eval-transform": ["strip"], "x-eval-weight": 2}, "number": {"x-eval-threshold": 1}}
    schema = {**SCHEMA, "x-eval-defaults": default}
    changed = PRESETS["strict"].apply(schema)
    assert changed["x-eval-defaults"] == {"string": {"x-eval-weight": 2}}
    assert parse_eval_schema(changed).properties["name"].transforms == ()
