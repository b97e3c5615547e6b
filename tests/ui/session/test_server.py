"""What a page reads from the store, and holds in memory."""

from typing import Any

import pytest

from evaljson.ui.session import server
from evaljson.ui.session.read_evaluation import read_evaluation
from tests.ui.conftest import Open, small

pytestmark = pytest.mark.usefixtures("nothing_read_before")

ROWS: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}]}, {"id": "y", "a": "3", "n": []}]
FOUR = {name: [{**row, "by": name} for row in ROWS] for name in "ABCD"}


@pytest.mark.parametrize(
    ("page", "address", "read"),
    [
        ("records", {"a": "B", "b": "C"}, {"B", "C"}),
        ("fields", {"a": "D"}, {"D"}),
        ("fields", {"a": "D", "field": "a"}, {"D"}),
    ],
    ids=["records", "fields", "fields with a field"],
)
def test_a_page_reads_the_runs_that_it_shows_and_no_others(
    open_app: Open, page: str, address: dict[str, str], read: set[str]
) -> None:
    app = open_app(page, small(**FOUR), **address)
    assert not app.exception
    runs = read_evaluation(str(app.query_params["eval"])).run_ids
    assert {name for name, run in runs.items() if ("run", run) in server.held()} == read


def test_to_ask_which_variants_there_are_reads_none() -> None:
    evaluation = read_evaluation(small(**FOUR).keep())
    assert "A" in evaluation.runs
    assert "A" in evaluation.variants
    assert "E" not in evaluation.runs
    assert list(evaluation.runs) == list(evaluation.variants) == list("ABCD")
    assert not any(("run", run) in server.held() for run in evaluation.run_ids.values())


def test_a_run_that_is_looked_at_keeps_its_records_in_memory_too() -> None:
    evaluation = read_evaluation(small(**FOUR).keep())
    assert evaluation.runs["A"] is evaluation.runs["A"]
    stored = evaluation.stored
    files = [stored.gold, *(variant.dataset for variant in stored.variants if variant.name == "A")]
    assert all(file is not None and (None, "dataset", file.id) in server.held() for file in files)
