"""What the tests of the command line share: a folder with small files, and a way to run commands in it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evaljson.cli import main

Run = Callable[..., Result]
Write = Callable[[str, Any], str]

GOLD: list[dict[str, Any]] = [
    {"id": "a", "name": "Ada", "items": [{"sku": "x", "price": 1.5}]},
    {"id": "b", "name": "Bob", "items": [{"sku": "y", "price": 2}, {"sku": "z", "price": 3}]},
]
EXTRACTED: list[dict[str, Any]] = [
    {"id": "b", "name": "Rob", "items": [{"sku": "y", "price": 2}]},
    {"id": "a", "name": "Ada", "items": [{"sku": "x", "price": 1.5}], "extra": True},
]
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "name": {"type": "string"},
        "items": {
            "type": "array",
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "price": {"type": "number"}}},
        },
    },
}


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file into the working folder: lists as JSON Lines, dicts as JSON, text and bytes as they are."""
    monkeypatch.chdir(tmp_path)

    def save(name: str, content: Any) -> str:
        if isinstance(content, list):
            content = "".join(json.dumps(record) + "\n" for record in content)
        elif isinstance(content, dict):
            content = json.dumps(content)
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return name

    save("gold.jsonl", GOLD)
    save("extracted.jsonl", EXTRACTED)
    save("schema.json", SCHEMA)
    return save


@pytest.fixture
def run(write: Write) -> Run:
    """Runs a command in the folder with the files, as in a pipe: without colour, and nothing cut."""

    def invoke(*arguments: str, stdin: str | bytes | None = None, **environment: str | None) -> Result:
        runner = CliRunner(env={"COLUMNS": None, "NO_COLOR": None, "FORCE_COLOR": None, **environment})
        return runner.invoke(main, list(arguments), input=stdin, prog_name="evaljson")

    return invoke


@pytest.fixture
def score(run: Run) -> Run:
    """`score` on the standard files with more options."""
    return lambda *options, **more: run(
        "score", "gold.jsonl", "extracted.jsonl", "--schema", "schema.json", *options, **more
    )
