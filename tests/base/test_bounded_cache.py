"""What is held in memory up to a number of bytes."""

import sys
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.bounded_cache import Bounded, size_of_records


def put(held: Bounded, key: str, size: int) -> str:
    return held.get(key, lambda: key, lambda _: size)


def test_what_is_held_is_built_once() -> None:
    held, built = Bounded(10), iter("abc")
    assert [held.get("x", lambda: next(built), len) for _ in range(3)] == ["a", "a", "a"]


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    held = Bounded(30)
    for key in "abc":
        put(held, key, 10)
    put(held, "a", 10)
    held.touch("b")
    put(held, "d", 10)
    assert [key in held for key in "abcd"] == [True, True, False, True]


def test_what_alone_is_larger_than_the_limit_is_held_alone() -> None:
    held = Bounded(30)
    put(held, "a", 10), put(held, "large", 50)
    assert ("a" in held, "large" in held, held.size) == (False, True, 50)


def test_a_touch_of_what_is_not_held_does_nothing() -> None:
    held = Bounded(30)
    held.touch("nothing")
    assert "nothing" not in held


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 40)), max_size=30))
def test_never_more_is_held_than_the_limit_and_the_last(asked: list[tuple[str, int]]) -> None:
    held, built = Bounded(50), {}
    for key, size in asked:
        if key not in held:
            built[key] = size
        assert put(held, key, size) == key
        assert held.size == sum(built[one] for one in built if one in held)
        assert held.size <= 50 or held.size <= size


def test_a_build_that_fails_is_tried_again() -> None:
    held = Bounded(10)

    def fail() -> str:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        held.get("x", fail, len)
    assert held.get("x", lambda: "value", len) == "value"


def test_what_is_built_twice_at_once_is_counted_once() -> None:
    held = Bounded(100)

    def build() -> str:
        held._building.clear()  # as after a build that failed, for which another thread has waited
        return held.get("x", lambda: "first", len)

    held.get("x", build, lambda _: 7)
    assert held.size == 7


def test_threads_that_ask_at_once_wait_for_one_build() -> None:
    held, built, started, go_on = Bounded(10), [], threading.Event(), threading.Event()

    def build() -> str:
        built.append(1)
        started.set()
        go_on.wait(10)
        return "value"

    threads = [threading.Thread(target=held.get, args=("x", build, len)) for _ in range(4)]
    for thread in threads:
        thread.start()
    started.wait(10)
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert built == [1]


def test_the_size_of_records_counts_all_that_they_hold() -> None:
    record: dict[str, Any] = {"a": "x" * 1000, "b": [1.5, {"c": "y" * 2000}]}
    held = 1000 + 2000 + sys.getsizeof(record)
    assert size_of_records([]) == 0
    assert held < size_of_records([record]) < held + 1000
    assert size_of_records([record] * 500) == 500 * size_of_records([record])
    assert size_of_records([None]) > 0


def test_whoever_runs_the_server_is_told_once_that_it_is_full() -> None:
    told: list[str] = []
    held = Bounded(10, lambda: told.append("full"))
    held.get("a", lambda: "a", lambda _: 10)
    assert told == []
    for key in "bc":
        held.get(key, lambda: "b", lambda _: 10)
    assert told == ["full"]
