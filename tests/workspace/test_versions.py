"""Undo and redo over versions."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from evaljson.store import SchemaVersion
from evaljson.workspace.versions import READ_OFF_GOLD, REDONE, RESTORED, UNDONE, is_as_read_off, redo_of, undo_of


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


@pytest.mark.parametrize(("contents", "undone"), [("aba", "b"), ("abca", "c"), ("abcb", "c")])
def test_undo_takes_back_what_someone_chose_from_the_list(contents: Sequence[str], undone: str) -> None:
    versions = history(*contents)
    versions[-1] = replace(versions[-1], message=f"{RESTORED}1")
    assert content(undo_of(versions, len(versions))) == undone


def test_a_restored_version_that_was_undone_can_be_redone_and_undone_again() -> None:
    versions = history(*"abc")

    def add(version: SchemaVersion | None, called: str) -> tuple[str | None, str | None]:
        assert version is not None
        number = len(versions) + 1
        versions.append(replace(version, number=number, parent=number - 1, message=f"{called}{version.number}"))
        return content(undo_of(versions, number)), content(redo_of(versions, number))

    assert add(versions[1], RESTORED) == ("c", None)
    for _ in range(2):
        assert add(undo_of(versions, len(versions)), UNDONE) == ("b", "b")
        assert add(redo_of(versions, len(versions)), REDONE) == ("c", None)


def test_there_is_nothing_to_undo_without_a_schema() -> None:
    assert undo_of([], 0) is None
    assert redo_of([], 0) is None


LEAF: dict[str, Any] = {"type": "string"}
SKIPPED = {"type": "string", "x-eval-skip": True}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


READ = of(a=LEAF, rows={"type": "array", "items": of(k=LEAF)})


@pytest.mark.parametrize(
    ("later", "is_told"),
    [
        pytest.param([], True, id="nothing changed"),
        pytest.param([of(**READ["properties"], why=SKIPPED)], True, id="a new key is skipped"),
        pytest.param([of(a=LEAF, rows={"type": "array", "items": of(k=LEAF, z=SKIPPED)})], True, id="one in elements"),
        pytest.param([of(**{**READ["properties"], "a": SKIPPED})], True, id="a field is skipped"),
        pytest.param([of(**{**READ["properties"], "a": {**LEAF, "x-eval-compare": "text"}})], False, id="a comparator"),
        pytest.param([of(**READ["properties"], b=LEAF)], False, id="a new field that is scored"),
        pytest.param([of(a=LEAF)], False, id="a field less"),
        pytest.param([of(a={**LEAF, "x-eval-weight": 2}), READ], True, id="tuned, and back again"),
        pytest.param([of(a=LEAF), of(**READ["properties"], why=SKIPPED)], True, id="back again, and a key skipped"),
    ],
)
def test_skipped_keys_are_no_choice_of_how_fields_are_compared(later: list[dict[str, Any]], is_told: bool) -> None:
    versions = history(*(json.dumps(schema) for schema in (READ, *later)))
    versions[0] = replace(versions[0], message=READ_OFF_GOLD)
    assert is_as_read_off(versions, len(versions)) == is_told


def test_a_schema_that_was_handed_in_is_not_read_off_gold() -> None:
    assert not is_as_read_off(history(json.dumps(READ)), 1)
