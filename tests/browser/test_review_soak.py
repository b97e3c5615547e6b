"""The short form of `python -m tests.soak.review`: two browsers, one of which dies, and a server that is killed."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.soak.review.together import Plan, Soak


def test_what_a_page_acknowledged_is_stored_once_though_a_browser_and_the_server_are_killed(
    tmp_path: Path, chromium: str
) -> None:
    plan = Plan(people=2, cards=10, kills=1, offline=0, overlap=0)
    with ThreadPoolExecutor(1) as apart:  # the other browser tests keep an event loop in this thread
        assert "0 of them lost" in apart.submit(Soak(tmp_path, chromium, plan).run).result()
