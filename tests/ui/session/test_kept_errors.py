"""What a job has found in the errors of a large run is read by the pages, not worked out again."""

from typing import Any

import pytest

from evaljson.workspace import scoring
from tests.ui.conftest import Open, html_of, said, small

WRONG: list[Any] = [{"id": "x", "a": 1, "n": [{"k": 2}]}, {"id": "y", "a": "two", "n": [{"k": 9}]}]


def looked(*of: Any) -> Any:
    raise AssertionError("this was worked out again")


@pytest.mark.parametrize("page", ["overview", "fields", "records"])
def test_a_page_reads_what_the_job_has_found(open_app: Open, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    plain = open_app(page, eval=small(wrong=WRONG).keep(), a="wrong")
    monkeypatch.setattr(scoring, "MANY", 1)
    identity = small(wrong=WRONG).keep()
    for name in ("patterns.find_patterns", "faults.fault_kinds", "faults.misplaced_rows"):
        monkeypatch.setattr(f"evaljson.ui.session.{name}", looked)
    app = open_app(page, eval=identity, a="wrong")
    assert not app.exception
    assert "worked out again" not in said(app)
    assert [html_of(app).replace(identity, ""), len(app.button)] == [
        html_of(plain).replace(str(plain.query_params["eval"]), ""),
        len(plain.button),
    ]
