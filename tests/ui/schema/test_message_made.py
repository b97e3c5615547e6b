"""The message of a version without one is made from its changes, all of them as long as they fit."""

import json
from typing import Any

from evaljson.ui.schema.apply_bar import in_words
from evaljson.workspace.edited_schema import EditedSchema, WrittenSchema


def changed(fields: int) -> EditedSchema:
    """Each field with a rule of its own, so that no two are named together."""
    before: dict[str, Any] = {f"field_{at:04}": {"type": "number"} for at in range(fields)}
    after = {
        name: {**node, "x-eval-compare": {"numeric": {"tolerance": {"abs": at + 1}}}}
        for at, (name, node) in enumerate(before.items())
    }
    old, new = ({"type": "object", "properties": properties} for properties in (before, after))
    return EditedSchema(old, WrittenSchema(json.dumps(new), new), ())


def test_no_change_of_many_is_cut_off() -> None:
    words = in_words(changed(40))
    assert len(words) > 1000
    assert words.count("field_") == 40
    assert not words.endswith(("…", " more"))


def test_of_very_many_it_says_how_many_more_there_are() -> None:
    words = in_words(changed(1000))
    assert len(words) < 10_100
    named = words.count("field_")
    assert words.endswith(f" and {1000 - named} more")
