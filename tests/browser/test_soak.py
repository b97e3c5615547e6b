"""The short form of `make soak`: several people at once, and a server that is killed."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.soak.crowd import work_together
from tests.soak.kills import kill_amid_writes


def test_people_at_work_at_once_see_their_own_data_and_lose_nothing(tmp_path: Path, chromium: str) -> None:
    with ThreadPoolExecutor(1) as apart:  # the other browser tests keep an event loop in this thread
        assert "all well" in apart.submit(work_together, tmp_path, chromium, 0, 2, 1).result()


def test_a_server_that_is_killed_amid_writes_loses_nothing(tmp_path: Path) -> None:
    assert "none lost" in kill_amid_writes(tmp_path, 2, 1)
