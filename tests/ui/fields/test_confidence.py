"""Confidence on the Fields page: there where the schema speaks of it, and worked out when somebody looks."""

from typing import Any

import pytest

from evaljson.results.model import RunResult
from evaljson.ui.fields import effort
from evaljson.ui.fields.confidence import OPENED
from tests.ui.conftest import Made, Open, loaded, said, small

FIELDS = {"a": {"type": "string"}, "b": {"type": "string"}}
SCHEMA = {"type": "object", "x-eval-id": "id", "x-eval-confidence": {"leaves": {}}, "properties": FIELDS}


def sure() -> Made:
    """30 records; it is 95% sure of all of `a`, of which 24 are right, and says nothing of `b`."""
    gold: list[Any] = [{"id": str(i), "a": "x", "b": "y"} for i in range(30)]
    extracted = [
        {**record, "a": {"value": "x" if i < 24 else "z", "confidence": 0.95}} for i, record in enumerate(gold)
    ]
    variants = {"one": loaded(extracted, "one.json", "extracted")}
    return Made("sure", loaded(gold, "gold.json"), variants, SCHEMA)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often it was worked out."""
    calls: list[int] = []
    confidence = RunResult.confidence

    def counting(run: RunResult, bins: int = 10) -> Any:
        calls.append(bins)
        return confidence(run, bins)

    monkeypatch.setattr(RunResult, "confidence", counting)
    return calls


def test_there_is_none_where_the_schema_has_none(open_app: Open) -> None:
    app = open_app("fields", evaluation=small(two=[{"id": "x", "a": "1", "n": []}, {"id": "y", "a": "2", "n": []}]))
    assert not {"Confidence", "Review effort"} & {expander.label for expander in app.expander}


def test_a_closed_expander_works_out_nothing(open_app: Open, asked: list[int]) -> None:
    app = open_app("fields", evaluation=sure())
    assert "Confidence" in [expander.label for expander in app.expander]
    assert asked == []


def test_an_open_one_says_it_in_words_and_tables(open_app: Open, asked: list[int]) -> None:
    app = open_app("fields", evaluation=sure())
    app.session_state[OPENED] = True
    app.run()
    app.run()
    assert not app.exception
    assert asked == [10]
    assert "Of the 30 values it was 90 to 100% sure of, 80% were right." in said(app)
    assert "it is surer than it is right: 95% sure, 80% right." in said(app)
    assert "Left out: 30 values without a confidence." in said(app)
    curve = next(frame.value for frame in app.dataframe if "Mean confidence" in frame.value)
    assert curve["Values"].tolist() == [0] * 9 + [30]
    assert curve["Right"].tolist()[-1] == 80
    assert curve["Right"].isna().sum() == 9
    fields = next(frame.value for frame in app.dataframe if "auroc" in frame.value)
    assert fields["field"].tolist() == ["a", "b"]
    assert fields["n"].tolist() == [30, 0]
    assert fields["brier"].tolist()[0] == pytest.approx(0.1825)
    assert app.selectbox(key=next(b.key for b in app.selectbox if b.label == "Show")).options == ["all fields", "a"]


def test_one_field_can_be_chosen(open_app: Open) -> None:
    app = open_app("fields", evaluation=sure())
    app.session_state[OPENED] = True
    app.run()
    next(box for box in app.selectbox if box.label == "Show").set_value("a").run()
    assert not app.exception
    assert "without a confidence." not in said(app)


def test_review_effort_says_what_to_review_and_what_audit_shows_it(open_app: Open) -> None:
    made = sure()
    extracted = [
        {**one, "a": {"value": "x" if at >= 6 else "z", "confidence": at / 30}}
        for at, one in enumerate(made.gold.records)
        if one is not None
    ]
    app = open_app(
        "fields", evaluation=Made("sure", made.gold, {"one": loaded(extracted, "one.json", "extracted")}, SCHEMA)
    )
    assert "Review effort" in [expander.label for expander in app.expander]
    app.session_state[effort.OPENED] = True
    app.run()
    assert not app.exception
    assert "Review 6 of 30 records: those with a value less sure than 0.200." in said(app)
    assert "which does not show yet that it is at most 2%. An audit shows it: 46 accepted values" in said(app)
    fields = next(frame.value for frame in app.dataframe if "Shown to keep it" in frame.value)
    assert fields["Keeps it here"].tolist() == [80.0]
    listed = next(frame.value for frame in app.dataframe if frame.value.columns.tolist() == ["Record"])
    assert listed["Record"].tolist() == [str(at) for at in range(6)]
