"""What someone's click takes is measured beside real work, and is done while the work of others cannot end."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from evaljson.store import open_store
from evaljson.workspace.samples import FIRST, sample_evaluation
from tests.jobs.conftest import ended, wait_for
from tests.serve.tab import Tab
from tests.server import Server
from tests.soak.clicks import SCHEMA, VARIANTS, clicks, large, measure

CLICKS = 3
HELD = """
import ctypes
import os
import evaljson


def held(gold, extracted, params):
    if os.path.exists({gate!r}):
        file = os.open({gate!r}, os.O_RDONLY)
        ctypes.PyDLL(None).read(file, ctypes.create_string_buffer(1), 1)  # which lets no other thread run
        os.close(file)
    return evaljson.ComparatorResult(1.0, "held")


evaljson.register("held", held)
"""


@contextmanager
def held(gate: Path) -> Iterator[None]:
    """Enter once the comparator has been called somewhere, and let none of its calls end before the block does."""
    until = time.monotonic() + 120
    while True:
        try:
            writer = os.open(gate, os.O_WRONLY | os.O_NONBLOCK)
            break
        except OSError:  # nobody reads yet
            assert time.monotonic() < until, "nothing was scored"
            time.sleep(0.05)
    try:
        yield
    finally:
        gate.unlink()
        os.close(writer)


def schema() -> dict[str, Any]:
    properties: dict[str, Any] = dict(SCHEMA["properties"])  # type: ignore[call-overload]
    return {**SCHEMA, "properties": {**properties, "text_0": {"type": "string", "x-eval-compare": "held"}}}


@pytest.mark.parametrize(
    ("page_seconds", "is_job"),
    [pytest.param("600", False, id="a page waits for it"), pytest.param("1", True, id="it is a job")],
)
def test_clicks_are_done_while_what_another_waits_for_cannot_end(
    tmp_path: Path, page_seconds: str, is_job: bool
) -> None:
    gate, plugin = tmp_path / "gate", tmp_path / "held_plugin.py"
    os.mkfifo(gate)
    plugin.write_text(HELD.format(gate=str(gate)), encoding="utf-8")
    settings = {"EVALJSON_PLUGINS": str(plugin), "EVALJSON_MAX_PAGE_SECONDS": page_seconds}
    with open_store(folder=tmp_path) as store:
        mine, theirs = sample_evaluation(store, FIRST), large(store, 3, schema())
        with Server(tmp_path, **settings) as server, Tab(server.url) as me, Tab(server.url) as other:
            me.open("records", f"eval={mine}")
            other.open("data", f"eval={theirs}")
            other.send(other.pressed("Score now"))
            with held(gate):
                if is_job:
                    other.wait()
                assert len(clicks(me, CLICKS, lambda: True)) == CLICKS
                assert store.runs.all(theirs) == []
            if is_job:
                (job,) = store.jobs.all(evaluation=theirs)
                assert wait_for(store, job, ended).state == "done"
            else:
                other.wait()
                assert store.jobs.all(evaluation=theirs) == []
            assert len({run.variant for run in store.runs.all(theirs)}) == VARIANTS


def test_each_case_is_measured_with_all_clicks_that_were_asked_for(tmp_path: Path) -> None:
    alone, _, scored, while_opened, opened, again = measure(tmp_path, 2, 40)
    assert [line.partition(" clicks: median ")[0].split() for line in (alone, again)] == [
        ["alone", "2"],
        ["alone", "again", "2"],
    ]
    assert "(40 records in 3 variants" in scored
    assert "while the other opens page after page" in while_opened
    assert all(f"{page} " in opened for page in ("overview", "fields", "compare", "records", "schema"))
