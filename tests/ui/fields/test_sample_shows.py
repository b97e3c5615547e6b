"""What the sample shows with one click on Fields, of how far its numbers can be trusted."""

from __future__ import annotations

import pytest

from evaljson.ui.fields import closed_book, confidence, effort, rules
from tests.ui.conftest import Open, said


@pytest.mark.parametrize(
    ("opened", "shown"),
    [
        (effort.OPENED, "Review 99 of 119 records: those with a value less sure than 0.840."),
        (confidence.OPENED, "calibration"),
        (rules.OPENED, "Where Prompt B breaks a rule."),
        (closed_book.OPENED, "Connect one first; nothing is sent before you agree."),
    ],
    ids=["review effort", "confidence", "rules", "closed book"],
)
def test_a_click_on_the_sample_shows_it(open_app: Open, opened: str, shown: str) -> None:
    app = open_app("fields", a="Prompt B")
    app.session_state[opened] = True
    app.run()
    assert not app.exception
    assert shown in said(app)


def test_confidences_are_no_keys_that_the_eval_schema_lacks(open_app: Open) -> None:
    app = open_app("data")
    assert "+ Extracted records have 4 keys that the eval schema lacks" in [one.label for one in app.expander]
