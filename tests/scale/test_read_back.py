"""Results that were scored in parts are compared as if their records had been scored at once."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import evaljson
from evaljson.base.errors import InputError
from evaljson.cli import main
from evaljson.load import read_records

from .data import Record, said, write_lines
from .test_stream import SCHEMA, drawn


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """gold, two variants a and b as files, the schema, and the results of both in a/ and b/."""
    made = tmp_path_factory.mktemp("made")
    gold, extracted = drawn(80)
    gold_file = write_lines(made / "gold.jsonl", gold)
    (made / "schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    for name, records in (("a", extracted), ("b", [one for at, one in enumerate(extracted) if at % 5])):
        file = write_lines(made / f"{name}.jsonl", records)
        evaljson.evaluate_stream(gold_file, file, SCHEMA, str(made / name), chunk_bytes=2000)
    return made


def whole(folder: Path, name: str) -> evaljson.RunResult:
    gold, extracted = (
        read_records(folder / f"{file}.jsonl", kind=kind).records
        for file, kind in (("gold", "gold"), (name, "extracted"))
    )
    return evaljson.evaluate(gold, extracted, SCHEMA)


def compared(a: evaljson.RunResult, b: evaljson.RunResult) -> dict[str, Any]:
    """All that a comparison says, but which data it was."""
    return {key: value for key, value in asdict(evaljson.compare_runs(a, b)).items() if key != "signature"}


@pytest.mark.parametrize("name", ["a", "b"])
def test_a_folder_is_read_back_with_the_figures_of_evaluate(folder: Path, name: str) -> None:
    read, scored = evaljson.read_stream(folder / name), whole(folder, name)
    assert said(read) == said(scored)
    assert [(one.record_id, one.precision, one.recall, one.f1) for one in read.records] == [
        (one.record_id, one.precision, one.recall, one.f1) for one in scored.records
    ]


def test_comparing_folders_is_comparing_the_runs(folder: Path) -> None:
    read = [evaljson.read_stream(folder / name) for name in "ab"]
    assert compared(*read) == compared(*(whole(folder, name) for name in "ab"))


def on_the_command_line(folder: Path, a: str, b: str, *options: str) -> tuple[int, str]:
    files = [str(folder / one) for one in ("gold.jsonl", a, b)]
    result = CliRunner().invoke(main, ["compare", *files, *options])
    return result.exit_code, result.output


def test_the_command_compares_folders_as_it_compares_files(folder: Path) -> None:
    code, text = on_the_command_line(folder, "a", "b", "--json", "-q")
    scored = on_the_command_line(folder, "a.jsonl", "b.jsonl", "--json", "-q", "--schema", str(folder / "schema.json"))
    assert code == scored[0] == 0
    read, expected = json.loads(text), json.loads(scored[1])
    for document in (read, expected):
        del document["comparisons"]["b"]["signature"]
    assert read == expected


@pytest.mark.parametrize(
    ("a", "b", "options", "said"),
    [
        ("a", "b.jsonl", (), "score both with --stream first"),
        ("a", "b", ("--by", "n"), "--by needs records"),
        ("a", "b", ("--cluster", "n"), "--cluster needs records"),
        ("a", "b", ("--id-field", "n"), "an option of scoring needs records"),
    ],
)
def test_what_folders_do_not_have_is_refused(folder: Path, a: str, b: str, options: tuple[str, ...], said: str) -> None:
    code, text = on_the_command_line(folder, a, b, *options)
    assert (code, said in text) == (2, True), text


def test_results_against_another_gold_file_are_refused(folder: Path, tmp_path: Path) -> None:
    other = write_lines(tmp_path / "gold.jsonl", [{"id": "x"}])
    result = CliRunner().invoke(main, ["compare", other, str(folder / "a"), str(folder / "b")])
    assert result.exit_code == 2
    assert "another gold file" in result.output


def test_a_folder_without_results_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no manifest\.json"):
        evaljson.read_stream(tmp_path)


def test_results_that_are_not_whole_are_refused(folder: Path, tmp_path: Path) -> None:
    out, record = tmp_path / "out", Record(id=1, n=1)
    file = write_lines(tmp_path / "one.jsonl", [record])
    evaljson.evaluate_stream(file, file, SCHEMA, str(out))
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    summary["unscored"] = [{"number": 0, "records": 1, "why": "its process died"}]
    (out / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    with pytest.raises(InputError, match="lacks 1 chunks"):
        evaljson.read_stream(out)
    (out / "summary.json").unlink()
    with pytest.raises(InputError, match="not scored to its end"):
        evaljson.read_stream(out)
