"""Many files are read for the Data page when somebody asks for them."""

from typing import Any

import pytest

from evaljson.ui.data import keys_and_files
from tests.ui.conftest import Open, said, small

RECORDS: list[Any] = [{"id": "x", "a": "1", "n": [], "thoughts": "why"}, {"id": "y", "a": "2", "n": []}]


def test_few_files_are_listed_at_once(open_app: Open) -> None:
    app = open_app("data", evaluation=small(one=RECORDS))
    assert "Files" in [header.value for header in app.subheader]
    assert any("key that the eval schema lacks" in one.label for one in app.expander)


def test_many_are_behind_a_click_that_counts_them(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys_and_files, "_MANY", 1)
    app = open_app("data", evaluation=small(one=RECORDS))
    assert "Files" not in [header.value for header in app.subheader]
    closed = next(one for one in app.expander if one.label.startswith("Files"))
    assert closed.label == "Files, and keys that the eval schema lacks: 2 files, 4 records"
    app.session_state["data.all-files"] = True
    app.run()
    assert not app.exception
    assert "Files" in [header.value for header in app.subheader]
    assert "thoughts" in said(app) + str([one.label for one in app.button])
