"""A schema with unapplied edits."""

from typing import Any

from evaljson.store.topics.schemas import schema_text
from evaljson.workspace.edited_schema import WrittenSchema, edited_schema, indented, version_text

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}


def test_nothing_edited_leaves_text_and_schema() -> None:
    version = WrittenSchema('{"type":   "object", "properties": {"a": {"type": "string"}}}', SCHEMA)
    edited = edited_schema(version, None, {})
    assert edited.now is version
    assert not edited.is_new


def test_what_an_edit_does_not_touch_keeps_its_text() -> None:
    version = WrittenSchema('{"type":   "object", "properties": {"a": {"type": "string"}}}', SCHEMA)
    edited = edited_schema(version, None, {"a": {"weight": 2}})
    assert edited.now.text.startswith('{"type":   "object"')
    assert [str(change) for change in edited.changes] == ["a: weight 1 → 2"]


def test_another_layout_alone_is_something_to_apply() -> None:
    version = WrittenSchema(indented(SCHEMA), SCHEMA)
    edited = edited_schema(version, WrittenSchema(schema_text(SCHEMA), SCHEMA), {})
    assert edited.is_new
    assert not edited.changes


def test_a_refused_row_is_named_and_the_others_are_taken() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    edited = edited_schema(WrittenSchema(indented(schema), schema), None, {"a": {"nulls": "["}, "b": {"weight": 2}})
    assert [row.path for row in edited.refused] == ["a"]
    assert edited.now.schema["properties"]["b"] == {"type": "string", "x-eval-weight": 2}


def test_a_text_that_a_person_wrote_is_shown_as_written() -> None:
    assert version_text('{"type":"object" }', SCHEMA) == '{"type":"object" }'
    assert version_text(schema_text(SCHEMA), SCHEMA) == indented(SCHEMA)
