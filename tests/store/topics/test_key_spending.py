"""What the server's key takes in a day is added up over processes and restarts, and never exceeds its limits."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from evaljson.store import DayLimits, KeyUse, Store, open_store

DAY, NEXT = "2026-01-31", "2026-02-01"
LIMITS = DayLimits(calls=10, tokens=1000, price=1.0)


def test_a_day_begins_with_nothing_and_adds_up(store: Store) -> None:
    assert store.key_spending.of(DAY) == KeyUse()
    assert store.key_spending.add(DAY, KeyUse(1, 100, 20, 0.25))
    assert store.key_spending.add(DAY, KeyUse(0, -40, 10, -0.125))
    assert store.key_spending.of(DAY) == KeyUse(1, 60, 30, 0.125)
    assert store.key_spending.of(NEXT) == KeyUse()


@pytest.mark.parametrize(
    ("use", "fits"),
    [
        (KeyUse(10, 500, 500, 1.0), True),
        (KeyUse(11), False),
        (KeyUse(1, 501, 500), False),
        (KeyUse(1, 0, 0, 1.01), False),
    ],
)
def test_a_request_is_added_only_within_all_limits(store: Store, use: KeyUse, fits: bool) -> None:
    assert store.key_spending.add(DAY, use, LIMITS) is fits
    assert store.key_spending.of(DAY) == (use if fits else KeyUse())


def test_a_limit_counts_what_the_day_has_already_and_another_day_is_free(store: Store) -> None:
    store.key_spending.add(DAY, KeyUse(9, 900))
    assert not store.key_spending.add(DAY, KeyUse(1, 101), LIMITS)
    assert store.key_spending.add(DAY, KeyUse(1, 100), LIMITS)
    assert not store.key_spending.add(DAY, KeyUse(1), LIMITS)
    assert store.key_spending.add(NEXT, KeyUse(1), LIMITS)


def test_requests_at_once_do_not_exceed_a_limit_together(url: str, store: Store) -> None:
    def add(_: int) -> bool:
        with open_store(url) as store_of_its_own:
            return store_of_its_own.key_spending.add(DAY, KeyUse(1, 300), LIMITS)

    with ThreadPoolExecutor(6) as pool:
        added = list(pool.map(add, range(6)))
    assert sum(added) == 3
    assert store.key_spending.of(DAY) == KeyUse(3, 900)


def test_a_restart_keeps_the_sums(url: str, store: Store) -> None:
    store.key_spending.add(DAY, KeyUse(2, 30, 4, 0.5))
    store.close()
    with open_store(url) as again:
        assert again.key_spending.of(DAY) == KeyUse(2, 30, 4, 0.5)


def test_an_import_neither_brings_nor_resets_them(store: Store, tmp_path: Path) -> None:
    with open_store(folder=tmp_path / "other") as other:
        other.key_spending.add(DAY, KeyUse(7))
        other.export_to(tmp_path / "export.zip")
    store.key_spending.add(DAY, KeyUse(2))
    store.import_from(tmp_path / "export.zip")
    assert store.key_spending.of(DAY) == KeyUse(2)


def test_numbers_that_no_request_takes_do_not_break_the_sums(store: Store) -> None:
    for _ in range(3):
        store.key_spending.add(DAY, KeyUse(1, 2**63 - 1, 2**70))
    assert store.key_spending.of(DAY) == KeyUse(3, 3 * 10**12, 3 * 10**12)
