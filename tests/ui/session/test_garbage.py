"""Collections of garbage pass over what lasts, and still find what dies."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from evaljson.ui.session.garbage import Sparing, spare_what_lasts
from tests.ui.conftest import Open

NEVER = float("inf")


class Cycle:
    """Refers to itself, so that only a collection can free it."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def frozen() -> Iterator[None]:
    """All objects that are there as a test begins are passed over, so that its own collections are quick."""
    before = list(gc.callbacks)
    gc.callbacks[:] = []
    gc.freeze()
    yield
    gc.callbacks[:] = before


def passed_over(objects: list[Cycle]) -> int:
    """How many of these the collections pass over."""
    looked_at = {id(one) for one in gc.get_objects()}
    return sum(id(one) not in looked_at for one in objects)


def test_what_survives_a_slow_collection_is_passed_over_by_the_next() -> None:
    gc.callbacks.append(Sparing(slow=0.0))
    alive = [Cycle() for _ in range(1000)]
    gc.collect()
    assert passed_over(alive) == len(alive)


def test_what_survives_a_quick_collection_or_one_of_the_young_is_not_passed_over() -> None:
    alive = [Cycle() for _ in range(1000)]
    gc.callbacks.append(Sparing(slow=NEVER))
    gc.collect()
    gc.callbacks[:] = [Sparing(slow=0.0)]
    gc.collect(0)
    gc.collect(1)
    assert passed_over(alive) == 0


def test_a_cycle_that_dies_after_it_was_passed_over_is_found_by_the_collection_of_all() -> None:
    gc.callbacks.append(Sparing(slow=0.0, all_again=3))
    cycle = Cycle()
    alive = weakref.ref(cycle)
    gc.collect()
    del cycle
    gc.collect()
    assert alive() is not None
    gc.collect()
    assert alive() is None


def test_what_was_passed_over_goes_at_once_where_nothing_refers_to_it_any_more() -> None:
    gc.callbacks.append(Sparing(slow=0.0))
    one = Cycle()
    alive = weakref.ref(one)
    gc.collect()
    del one.own, one
    assert alive() is None


def test_the_app_spares_what_lasts_and_says_so_to_the_collector_once(open_app: Open) -> None:
    spare_what_lasts()
    open_app()
    assert sum(isinstance(one, Sparing) for one in gc.callbacks) == 1
