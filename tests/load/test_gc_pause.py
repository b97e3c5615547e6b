"""Bulk work without collections of garbage, and what becomes of its objects afterwards."""

import gc
from collections.abc import Iterator

import pytest

from evaljson.load import gc_pause
from evaljson.load.gc_pause import Frozen, gc_paused

FEW = 1000


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The calls that count, freeze or free what is frozen, in order; nothing is frozen, and nothing is done.

    Callbacks of the collector, which freeze and free at a time of their own, are not called meanwhile.
    """
    made: list[str] = []
    for name in ("get_freeze_count", "freeze", "unfreeze"):
        monkeypatch.setattr(gc, name, lambda name=name: made.append(name))
    monkeypatch.setattr(gc_pause, "FEW_NEW_OBJECTS", FEW)
    monkeypatch.setattr(gc_pause, "FROZEN", Frozen())
    others, gc.callbacks[:] = list(gc.callbacks), []
    gc.collect(0)  # nothing is young as the test begins
    yield made
    gc.callbacks[:] = others


def test_frozen_objects_are_not_counted_where_little_was_created(calls: list[str]) -> None:
    with gc_paused():
        kept: list[list[int]] = [[] for _ in range(FEW // 10)]
    assert (len(kept), calls) == (FEW // 10, [])


def test_what_was_created_counts_as_old_where_it_is_much(calls: list[str]) -> None:
    with gc_paused():
        kept: list[list[int]] = [[] for _ in range(2 * FEW)]
    assert (len(kept), calls) == (2 * FEW, ["get_freeze_count", "freeze", "unfreeze"])


def test_what_somebody_else_froze_stays_frozen(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 1)
    with gc_paused():
        kept: list[list[int]] = [[] for _ in range(2 * FEW)]
    assert (len(kept), calls) == (2 * FEW, [])


def test_what_is_frozen_is_counted_only_until_something_is(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:

    def one_frozen() -> int:
        calls.append("get_freeze_count")
        return 1

    monkeypatch.setattr(gc, "get_freeze_count", one_frozen)
    for _ in range(3):
        with gc_paused():
            kept: list[list[int]] = [[] for _ in range(2 * FEW)]
    assert (len(kept), calls) == (2 * FEW, ["get_freeze_count"])


@pytest.mark.parametrize("enabled", [True, False])
def test_collection_is_on_again_only_where_it_was_on(enabled: bool) -> None:
    was = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        with gc_paused():
            assert not gc.isenabled()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was else gc.disable)()
