"""The records in which elements pair up: those with elements, wherever they are, and how many there are."""

import pytest

from evaljson import evaluate
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.schema import element_pairs
from evaljson.ui.schema.element_pairs import _places


def test_records_with_elements_are_found_behind_many_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(element_pairs, "_RECORDS", 4)
    gold = [{"n": [{"k": 1}] if at >= 20 else []} for at in range(22)]
    assert _places(evaluate(gold, gold, annotate_xeval(infer_schema(gold))), "n", None) == [20, 21]


def test_one_more_than_is_shown_says_that_there_are_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(element_pairs, "_RECORDS", 4)
    gold = [{"n": [{"k": 1}]} for _ in range(9)]
    assert len(_places(evaluate(gold, gold, annotate_xeval(infer_schema(gold))), "n", None)) == 5
