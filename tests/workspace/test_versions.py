"""Undo and redo over versions."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from evaljson.store import SchemaVersion
from evaljson.workspace.versions import redo_of, undo_of


def history(*contents: str) -> list[SchemaVersion]:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        SchemaVersion(i, text, text, "Ana", "", moment, i - 1 if i > 1 else None) for i, text in enumerate(contents, 1)
    ]


def content(version: SchemaVersion | None) -> str | None:
    return None if version is None else version.content


@pytest.mark.parametrize(
    ("contents", "undone", "redone"),
    [
        ("a", None, None),
        ("ab", "a", None),
        ("aba", None, "b"),  # back at the first
        ("abc", "b", None),
        ("abcb", "a", "c"),
        ("abcba", None, "b"),
        ("abcbab", "a", "c"),
        ("abcbd", "b", None),  # another way was taken: what was undone is in the list of versions
    ],
)
def test_undo_and_redo_go_along_what_was_made_out_of_what(
    contents: Sequence[str], undone: str | None, redone: str | None
) -> None:
    versions = history(*contents)
    assert content(undo_of(versions, len(versions))) == undone
    assert content(redo_of(versions, len(versions))) == redone


def test_there_is_nothing_to_undo_without_a_schema() -> None:
    assert undo_of([], 0) is None
    assert redo_of([], 0) is None
