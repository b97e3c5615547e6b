"""Words on the pages, and what stays out of the terminal."""

import json
import logging
import re

import pytest

from evaljson.ui.shared.navigation import quiet_log
from tests.ui.conftest import Open, said, small

WRONG = [{"id": "x", "a": "9", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]


def test_the_heatmap_says_how_it_is_ordered_and_each_fields_f1(open_app: Open) -> None:
    app = open_app("fields", evaluation=small(two=WRONG))
    assert "Fields: greatest loss of F1 first, each with its F1" in said(app)
    figure = json.loads(app.get("plotly_chart")[0].proto.spec)
    names = [re.sub("</?a.*?>", "", text).replace("\u2007", "") for text in figure["layout"]["yaxis"]["ticktext"]]
    # Of n[].k both are wrong, of a one of two; n is the empty array of y, right.
    assert names == ["n[].k   <b>0.0</b>", "a   <b>50.0</b>", "n (the array itself)   <b>100.0</b>"]


@pytest.mark.parametrize(
    ("address", "label"), [({}, "All 2 records as a list"), ({"field": "n[].k"}, "The only record as a list")]
)
def test_the_list_of_records_is_counted_as_a_person_would(open_app: Open, address: dict[str, str], label: str) -> None:
    app = open_app("records", evaluation=small(two=WRONG), **address)
    assert label in [expander.label for expander in app.expander]


def test_the_terminal_shows_what_failed_and_no_warnings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logger = logging.getLogger("evaljson")
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr(logger, "propagate", False)
    quiet_log()
    quiet_log()
    logging.getLogger("evaljson.evaluate").warning("told on the page")
    logging.getLogger("evaljson.ui.shared.parts").error("the page failed")
    assert capsys.readouterr().err == "the page failed\n"
