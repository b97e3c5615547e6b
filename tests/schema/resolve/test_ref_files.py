"""References to other files: below the schema's own folder, and nowhere else."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.schema import resolve_schema_references, resolve_with_report
from evaljson.schema.resolve import ref_files

MONEY = {
    "type": "object",
    "properties": {"amount": {"type": "number"}, "currency": {"$ref": "codes/iso.json#/$defs/c"}},
}
SCHEMA = {"type": "object", "properties": {"total": {"$ref": "./common.json#/$defs/money"}}}
RESOLVED_MONEY = {"type": "object", "properties": {"amount": {"type": "number"}, "currency": {"type": "string"}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Schemas in a folder, with a secret beside it."""
    (tmp_path / "secret.json").write_text('{"type": "string"}', encoding="utf-8")
    inside = tmp_path / "schemas"
    (inside / "codes").mkdir(parents=True)
    write(inside / "common.json", {"$defs": {"money": MONEY, "named": {"$anchor": "here", "type": "boolean"}}})
    write(inside / "codes" / "iso.json", {"$defs": {"c": {"type": "string"}, "up": {"$ref": "../whole.json"}}})
    write(inside / "whole.json", {"type": "object", "properties": {"w": {"type": "integer"}}})
    write(inside / "with space.json", {"type": "integer"})
    return inside


def write(file: Path, value: Any) -> Path:
    file.write_text(json.dumps(value), encoding="utf-8")
    return file


def field(ref: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": {"$ref": ref}}}


def test_a_file_refers_to_files_beside_it_and_below(folder: Path) -> None:
    assert resolve_schema_references(SCHEMA, folder)["properties"]["total"] == RESOLVED_MONEY


@pytest.mark.parametrize(
    ("ref", "resolved"),
    [
        ("whole.json", {"type": "object", "properties": {"w": {"type": "integer"}}}),
        ("whole.json#", {"type": "object", "properties": {"w": {"type": "integer"}}}),
        ("whole.json#/properties/w", {"type": "integer"}),
        ("common.json#here", {"type": "boolean"}),
        ("with%20space.json", {"type": "integer"}),
        ("codes/../codes/iso.json#/$defs/c", {"type": "string"}),
        ("codes/iso.json#/$defs/up", {"type": "object", "properties": {"w": {"type": "integer"}}}),
    ],
)
def test_finds(folder: Path, ref: str, resolved: dict[str, Any]) -> None:
    assert resolve_schema_references(field(ref), folder)["properties"]["a"] == resolved


def test_an_id_changes_nothing_about_where_files_are_looked_for(folder: Path) -> None:
    schema = {"$id": "https://example.org/elsewhere/x.json", **field("whole.json#/properties/w")}
    assert resolve_schema_references(schema, folder)["properties"]["a"] == {"type": "integer"}


def test_files_may_refer_back_to_the_schema_itself(folder: Path) -> None:
    write(folder / "node.json", {"type": "object", "properties": {"back": {"$ref": "root.json"}}})
    schema = {"type": "object", "properties": {"next": {"$ref": "node.json"}}}
    report = resolve_with_report(schema, write(folder / "root.json", schema), recursion=1)
    assert report.schema["properties"]["next"]["properties"]["back"] == {"type": "object", "x-eval-compare": "exact"}
    assert [(remark.kind, remark.path) for remark in report.remarks] == [("cut", "next.back")]


@pytest.mark.parametrize(
    ("ref", "problem"),
    [
        ("../secret.json", "leads out of the folder"),
        ("codes/../../secret.json", "leads out of the folder"),
        ("%2e%2e/secret.json", "leads out of the folder"),
        ("link.json", "leads out of the folder"),
        ("linked/secret.json", "leads out of the folder"),
        ("loop.json", "is not a name of a file|is not there|leads out"),
        ("/etc/hostname", "is not in this document.*Nothing is fetched"),
        ("%2Fetc/hostname", "Nothing is fetched"),
        ("\\\\server\\share.json", "Nothing is fetched"),
        ("file:///etc/hostname", "Nothing is fetched"),
        ("https://example.org/whole.json", "Nothing is fetched from example.org"),
        ("//example.org/whole.json", "Nothing is fetched from example.org"),
        ("whole.json?x=1", "Nothing is fetched"),
        ("https://[", "Nothing is fetched"),
        ("gone.json", "names a file that is not there: looked for 'gone.json'"),
        ("codes", "names a file that is not there"),
        ("nul%00.json", "is not a name of a file"),
        ("x" * 5000, "is not a name of a file"),
        ("whole.json#/properties/v", "leads nowhere: there is no '#/properties/v' in that file"),
        ("broken.json", "'broken.json' is not JSON"),
        ("twice.json", "the key 'a' stands twice"),
        ("nan.json", "NaN is not a JSON value"),
        ("list.json", "holds no schema"),
        ("deep.json", "nested too deep"),
        ("whole.json#/type", "names no schema"),
    ],
)
def test_refuses(folder: Path, ref: str, problem: str) -> None:
    (folder / "link.json").symlink_to(folder.parent / "secret.json")
    (folder / "linked").symlink_to(folder.parent, target_is_directory=True)
    (folder / "loop.json").symlink_to(folder / "loop.json")
    for name, text in {
        "broken.json": "{",
        "twice.json": '{"a": 1, "a": 2}',
        "nan.json": '{"a": NaN}',
        "list.json": "[1]",
        "deep.json": "[" * 100_000,
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError, match=problem) as caught:
        resolve_schema_references(field(ref), folder)
    assert caught.value.path == "a"
    assert str(folder.parent) not in str(caught.value)


def test_a_link_that_stays_inside_is_followed(folder: Path) -> None:
    (folder / "alias.json").symlink_to(folder / "whole.json")
    assert resolve_schema_references(field("alias.json#/properties/w"), folder)["properties"]["a"] == {
        "type": "integer"
    }


def test_without_a_folder_no_file_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(SchemaError, match=r"'\./common\.json#/\$defs/money' is not in this document: copy"):
        resolve_schema_references(SCHEMA)


def test_a_base_that_is_not_there_is_refused(folder: Path) -> None:
    with pytest.raises(SchemaError, match="no file or folder 'nowhere'"):
        resolve_schema_references(SCHEMA, folder / "nowhere")


def test_all_files_together_are_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ref_files, "MAX_FILE_BYTES", 10)
    with pytest.raises(SchemaError, match="hold more than 64 MiB"):
        resolve_schema_references(SCHEMA, folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_plain_file_is_not_opened(folder: Path) -> None:
    os.mkfifo(folder / "pipe.json")
    with pytest.raises(SchemaError, match="is not there"):
        resolve_schema_references(field("pipe.json"), folder)


def test_each_file_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    plain = ref_files.RefFiles._read
    monkeypatch.setattr(
        ref_files.RefFiles, "_read", lambda self, file, *rest: read.append(file.name) or plain(self, file, *rest)
    )
    many = {"type": "object", "properties": {f"f{i}": {"$ref": "common.json#/$defs/money"} for i in range(50)}}
    resolve_schema_references(many, folder)
    assert read == ["common.json", "iso.json"]
