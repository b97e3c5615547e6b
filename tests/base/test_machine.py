"""Limits that follow the machine."""

import pytest

from evaljson.base.machine import LEAST_BYTES, LEAST_JOBS, share_of_memory, spare_processors


def test_a_quarter_of_the_memory_is_held_but_some_on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sysconf", lambda name: 2**24 if name == "SC_PHYS_PAGES" else 4096, raising=False)
    assert share_of_memory() == 2**34
    monkeypatch.setattr("os.sysconf", lambda name: 1, raising=False)
    assert share_of_memory() == LEAST_BYTES
    monkeypatch.delattr("os.sysconf", raising=False)
    assert share_of_memory() == LEAST_BYTES


@pytest.mark.parametrize(("processors", "jobs"), [(64, 63), (3, 2), (1, LEAST_JOBS), (None, LEAST_JOBS)])
def test_one_processor_is_left_to_pages(processors: int | None, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert spare_processors() == jobs
