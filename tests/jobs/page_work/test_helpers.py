"""Work that a page waits for: done, refused, stopped, and its process replaced."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.jobs.page_work import Helpers, StoppedError, helpers
from evaljson.jobs.page_work.tasks import TASKS
from evaljson.store import Evaluation, Run, Store
from evaljson.workspace.pairing_gains import found_gains, gains_key
from evaljson.workspace.scoring import due, score_due
from tests.jobs.test_pool import DEAF
from tests.workspace.conftest import evaluation, store

__all__ = ["evaluation", "store"]
pytestmark = pytest.mark.usefixtures("forked")
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}}
GREEDY = """
from evaljson.jobs.page_work.tasks import TASKS

TASKS["greedy"] = lambda desk, has_read: (has_read(), bytearray(2 << 30))
"""
INSTEAD = "do something else"


@pytest.fixture
def crew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Helpers]:
    """Helpers that know a comparator `deaf`, which takes minutes and lets no other thread of its process run.

    A task `greedy` takes two gigabytes.
    """
    (tmp_path / "deaf_plugin.py").write_text(DEAF + GREEDY)
    monkeypatch.setenv("EVALJSON_PLUGINS", str(tmp_path / "deaf_plugin.py"))
    opened = Helpers()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def calm_crew() -> Iterator[Helpers]:
    """Helpers for tests that stop no task, kill no process and set no limit: starting one takes a second."""
    opened = Helpers()
    yield opened
    opened.close()


@pytest.fixture
def run(store: Store, evaluation: Evaluation) -> Run:
    return score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)[0]


def url(store: Store) -> str:
    (address,) = store.environment.values()
    return str(address)


def edited(store: Store, evaluation: Evaluation, comparator: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema, and one with another comparator for a field."""
    before = dict(store.schemas.get(evaluation.id, 1).schema)
    after = json.loads(json.dumps(before))
    after["properties"]["a"]["x-eval-compare"] = comparator
    return before, after


def watched(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The helpers that are started from now on."""
    started: list[Any] = []
    start = helpers._Helper.__init__
    monkeypatch.setattr(helpers._Helper, "__init__", lambda helper: (start(helper), started.append(helper))[0])
    return started


def check(crew: Helpers, schema: Any = SCHEMA) -> None:
    crew.call("check_schema", json.dumps(schema), instead=INSTEAD)


def test_a_task_is_done_and_what_it_raises_is_raised_here(calm_crew: Helpers) -> None:
    check(calm_crew)
    wrong = {"type": "object", "properties": {"a": {"type": "number", "x-eval-weight": 1e308}}}
    with pytest.raises(SchemaError, match="a number from 0 to 1e200, not 1e\\+308") as refused:
        check(calm_crew, wrong)
    assert refused.value.path == "a"


def test_an_edit_is_previewed_with_the_records_that_it_moves(
    calm_crew: Helpers, store: Store, evaluation: Evaluation, run: Run
) -> None:
    about = (url(store), run.id, edited(store, evaluation, "normalized"), {}, 3)
    calm_crew.ahead("read_run", url(store), run.id)
    kept = calm_crew.call("preview_edit", *about, instead=INSTEAD)
    assert kept.touched == {"a"}
    assert set(kept.flips) == {*kept.up[:3].tolist(), *kept.down[:3].tolist()}


def test_a_small_evaluation_is_scored(calm_crew: Helpers, store: Store, evaluation: Evaluation) -> None:
    assert len(due(store, evaluation)) == 2
    calm_crew.call("score_quickly", url(store), evaluation.id, "ann", instead=INSTEAD)
    assert due(store, evaluation) == []


def test_the_gain_by_pairing_is_counted_by_array_and_kept(
    calm_crew: Helpers, store: Store, evaluation: Evaluation, run: Run
) -> None:
    schema = store.schemas.get(evaluation.id, 1).schema
    about = url(store), evaluation.id, {"one": run.id}, schema, "ann"
    gains = calm_crew.call("gain_by_pairing", *about, instead=INSTEAD)
    assert gains == found_gains(store, evaluation.id, gains_key(evaluation, [run], schema))
    assert gains.keys() == {run.extracted}


@pytest.fixture
def stuck(store: Store, evaluation: Evaluation, run: Run) -> tuple[Any, ...]:
    """A preview that does not end by itself."""
    return "preview_edit", url(store), run.id, edited(store, evaluation, "deaf"), {}, 3


def test_a_task_that_takes_too_long_is_stopped_with_a_sentence_and_the_next_one_is_done(
    crew: Helpers, stuck: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_PAGE_SECONDS", "1")
    says = f"^this takes more than 1 second, and was stopped: {INSTEAD}, or raise EVALJSON_MAX_PAGE_SECONDS.$"
    with pytest.raises(StoppedError, match=says):
        crew.call(*stuck, instead=INSTEAD)
    check(crew)


def test_a_task_that_takes_too_much_memory_is_stopped_with_a_sentence_and_the_next_one_is_done(
    crew: Helpers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_PAGE_SECONDS", "600")
    monkeypatch.setenv("EVALJSON_MAX_PROCESS_BYTES", str(1 << 30))
    says = f"^this takes more than 1 GiB of memory, and was stopped: {INSTEAD}, or raise EVALJSON_MAX_PROCESS_BYTES.$"
    with pytest.raises(StoppedError, match=says):
        crew.call("greedy", instead=INSTEAD)
    check(crew)


def test_cells_of_the_grid_are_put_into_a_schema(calm_crew: Helpers) -> None:
    cells = {"a": {"transforms": '[{"round_digits": {"digits": -1000000000}}]', "weight": 2.0}}
    assert calm_crew.call("check_cells", SCHEMA, cells, instead=INSTEAD) is None


def test_what_was_stopped_is_refused_at_once_until_it_has_rested(
    crew: Helpers, stuck: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_PAGE_SECONDS", "1")
    asked: list[Any] = []
    do = helpers._Helper.do
    monkeypatch.setattr(helpers._Helper, "do", lambda helper, *task: (asked.append(task), do(helper, *task))[1])
    for rest, times in ((60.0, 1), (60.0, 1), (0.0, 2)):
        monkeypatch.setattr(helpers, "REST", rest)
        with pytest.raises(StoppedError, match="was stopped"):
            crew.call(*stuck, instead=INSTEAD)
        assert len(asked) == times


def test_a_task_that_does_not_end_leaves_a_process_for_the_others(
    crew: Helpers, stuck: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_PAGE_SECONDS", "600")
    monkeypatch.setattr(helpers, "SECOND_AFTER", 0.0)
    started = watched(monkeypatch)
    ends: list[str] = []

    def wait() -> None:
        with pytest.raises(StoppedError, match="has ended"):
            crew.call(*stuck, instead=INSTEAD)
        ends.append("stuck")

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not started:  # the stuck task comes first
        time.sleep(0.01)
    for _ in range(3):
        check(crew)
    ends.append("others")
    started[0]._process.kill()
    waiting.join()
    assert ends == ["others", "stuck"]


def test_a_process_that_was_killed_is_replaced(started_afresh: None, crew: Helpers) -> None:
    check(crew)
    crew._free[0]._process.kill()
    crew._free[0]._process.wait()
    check(crew)


def test_a_process_that_ends_during_a_task_is_reported(
    crew: Helpers, stuck: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    started = watched(monkeypatch)
    killer = threading.Timer(3.0, lambda: started[0]._process.kill())
    killer.start()
    with pytest.raises(StoppedError, match="the process that worked this out has ended, maybe because memory ran out"):
        crew.call(*stuck, instead=INSTEAD)
    check(crew)


def test_every_task_is_known_by_its_name() -> None:
    assert all(name == task.__name__ for name, task in TASKS.items())
