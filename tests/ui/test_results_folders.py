"""Folders of results that were scored in parts, in the app: every page that shows figures, values and records."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import evaljson
from evaljson.base.errors import InputError
from evaljson.compare import compare_runs
from evaljson.scale.shown import put_results
from evaljson.scale.stream import evaluate_stream
from evaljson.ui.session import server
from evaljson.workspace.results_folders import SHOWN_FIRST, VARIABLE, let_read
from evaljson.workspace.scoring import due
from tests.scale.data import write_lines
from tests.ui.conftest import Open, html_of, said

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"},
        "vendor": {"type": "string"},
        "total": {"type": "number"},
        "lines": {
            "type": "array",
            "x-eval-align": {"match_by": "hungarian"},
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "price": {"type": "number"}}},
        },
    },
}


def gold_records() -> list[dict[str, Any]]:
    chance = Random(5)
    return [
        {
            "id": f"r{at}",
            "vendor": f"Vendor {chance.randrange(9)}",
            "total": at,
            "lines": [{"sku": f"s{line}", "price": chance.randrange(9)} for line in range(2)],
        }
        for at in range(40)
    ]


def extraction(seed: int, share: float) -> list[dict[str, Any]]:
    chance = Random(seed)
    found = [
        {**one, "vendor": str(one["vendor"]).upper(), "total": -1} if chance.random() < share else dict(one)
        for one in gold_records()
    ]
    chance.shuffle(found)
    return found


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Two of them, readable for the server."""
    gold = write_lines(tmp_path / "gold.jsonl", gold_records())
    made = []
    for name, seed, share in (("first", 1, 0.7), ("second", 2, 0.2)):
        extracted = write_lines(tmp_path / f"{name}.jsonl", extraction(seed, share))
        evaluate_stream(gold, extracted, SCHEMA, str(tmp_path / name), rows="app", chunk_bytes=2000)
        made.append(tmp_path / name)
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv(SHOWN_FIRST, "")
    let_read(made)
    return made


@pytest.fixture
def identity(folders: list[Path]) -> str:
    return put_results(server.unguarded(), folders, by="test").id


PAGES = ["overview", "data", "schema", "fields", "compare", "records", "review", "judge"]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens(open_app: Open, identity: str, page: str) -> None:
    app = open_app(page, eval=identity)
    assert not app.exception
    assert not app.error
    assert "Score now" not in [button.label for button in app.button]
    assert server.unguarded().jobs.all(evaluation=identity) == []


def test_the_verdict_is_that_of_the_records(open_app: Open, identity: str) -> None:
    gold = gold_records()
    a, b = (evaljson.evaluate(gold, extraction(seed, share), SCHEMA) for seed, share in ((1, 0.7), (2, 0.2)))
    found = compare_runs(a, b, names=("first", "second"))
    app = open_app("overview", eval=identity)
    assert found.sentence.split(":")[0] in re.sub(r"<[^>]+>", "", html_of(app))


def test_records_show_values_of_both_files(open_app: Open, identity: str) -> None:
    wrong = next(one for one in extraction(1, 0.7) if one["total"] == -1)
    app = open_app("records", eval=identity, a="first", b="second", record=wrong["id"])
    assert str(wrong["vendor"]) in html_of(app)
    assert str(wrong["vendor"]).capitalize() in html_of(app)


def test_nothing_is_to_be_scored_or_changed(open_app: Open, identity: str) -> None:
    store = server.unguarded()
    assert due(store, store.evaluations.get(identity)) == []
    rename = [one for one in open_app("data", eval=identity).button if one.disabled]
    assert any("in a folder, and stay as they are" in (one.help or "") for one in rename)


def test_the_same_folders_are_the_same_evaluation(folders: list[Path], identity: str) -> None:
    assert put_results(server.unguarded(), folders, by="test").id == identity
    assert put_results(server.unguarded(), folders[:1], by="test").id != identity


def test_a_server_reads_no_folder_that_it_was_not_started_with(
    open_app: Open, identity: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "/elsewhere")
    assert "evaljson ui" in said(open_app("overview", eval=identity))


def test_folders_against_another_gold_or_schema_are_refused(tmp_path: Path, folders: list[Path]) -> None:
    gold = write_lines(tmp_path / "other.jsonl", gold_records()[1:])
    evaluate_stream(gold, gold, SCHEMA, str(tmp_path / "third"), rows="app")
    with pytest.raises(InputError, match="another gold file"):
        put_results(server.unguarded(), [*folders, tmp_path / "third"], by="test")
    first = str(tmp_path / "gold.jsonl")
    without = {**SCHEMA, "properties": {"total": {"type": "number"}}}
    evaluate_stream(first, first, without, str(tmp_path / "fourth"), rows="app")
    with pytest.raises(InputError, match="another eval schema"):
        put_results(server.unguarded(), [*folders, tmp_path / "fourth"], by="test")
    with pytest.raises(InputError, match="named twice"):
        put_results(server.unguarded(), [folders[0], folders[0]], by="test")
