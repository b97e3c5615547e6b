"""Access is checked in the same way on both databases, so most of its tests use the faster one."""

from pathlib import Path

import pytest

from tests.store.conftest import SQLITE


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"{SQLITE}{tmp_path / 'store' / 'evaljson.db'}"
