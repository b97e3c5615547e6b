"""Which tests share a worker, and which begin first, so that no core idles behind a long file at the end."""

from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from tests.profiles import is_deep

CHAINS: Final = (
    (
        "test_schema",
        "test_pages",
        "test_compare",
        "test_judge",
        "test_version_link",
        "test_messy",
        "test_main_thing_first",
        "test_plain_text",
        "test_policy",
    ),
    (
        "test_first_look",
        "test_fields",
        "test_data",
        "test_records",
        "test_overview",
        "test_hostile_data",
        "test_review",
        "test_keyboard",
        "test_many_uploads",
    ),
    ("test_behind_proxies", "test_sign_in", "test_work"),
)
"""Files of tests/browser that share a browser, one worker per chain. Those of the first two also share an app each;
those of the third have apps of their own, and share the provider at which people sign in."""

SERVED: Final = ("tests/serve/test_metrics.py", "tests/serve/test_proxy.py", "tests/serve/test_server.py")
"""Files that share the servers of tests/serve/conftest.py."""

STORES: Final = ("tests/store/test_migrations.py", "tests/store/test_processes.py")
FORKED: Final = (
    "tests/jobs/test_pool.py",
    "tests/jobs/page_work/test_helpers.py",
    "tests/judge/test_job.py",
    "tests/judge/test_places.py",
)
"""Files that share a process of tests/forked.py, which has to import everything first; so do STORES."""

APART: Final = "tests/hostile/test_files.py"
"""Tests that share nothing and take long under the deep profile: each may have any worker."""

FIRST: Final = (
    "tests/hostile/",
    "tests/browser/",
    "tests/test_packaging.py",
    "tests/test_tutorials.py",
    "tests/jobs/",
    "tests/judge/",
    "tests/store/",
    "tests/ui/",
    "tests/metrics/",
    "tests/property/",
)
"""The longest files or folders, longest first; all others follow in the order of their names."""


def by_length(item: pytest.Item) -> int:
    """Return the place of a test: its file's in FIRST, or behind all of them.

    Under the deep profile, which may end early, large files are behind the made-up examples.
    """
    if is_deep() and item.nodeid.startswith(APART):
        return len(FIRST) + 1
    return next((place for place, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST))


def group(file: str) -> str:
    """Return what all tests of one worker have in common: their chain, what they share, or their file."""
    for place, chain in enumerate(CHAINS):
        if file in [f"tests/browser/{name}.py" for name in chain]:
            return f"tests/browser, chain {place}"
    if file in FORKED:
        return "tests/jobs and tests/judge, processes forked from one"
    if file in STORES:
        return "tests/store, processes forked from one"
    return "tests/serve, shared servers" if file in SERVED else file


class ByFile(LoadScopeScheduling):
    """Tests of one file run on one worker, and so do all files of a chain.

    Not by the marks that xdist has for this: version 3.8 does not see them under pytest 9.2, and says nothing.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::", 1)[0]
        return nodeid if file == APART else group(file)

    def remove_node(self, node: WorkerController) -> str | None:
        """Hand over what is left of a worker's tests, but for the one that ended it: it would end all others too."""
        ended_by = super().remove_node(node)
        for unit in self.workqueue.values():
            if ended_by in unit:
                unit[ended_by] = True
        return ended_by
