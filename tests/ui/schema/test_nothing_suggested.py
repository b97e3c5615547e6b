"""What is left where nothing is suggested, and where it is."""

import pytest

from evaljson import evaluate
from evaljson.report.patterns import error_patterns
from evaljson.ui.schema.nothing_suggested import _where


@pytest.mark.parametrize(
    ("wrong", "words"),
    [("a", "in a"), ("aab", "most of it in a"), ("abcd", "in a and 3 more fields")],
    ids=["one field", "mostly one", "several alike"],
)
def test_most_of_a_pattern_is_in_a_field_only_where_more_than_half_is(wrong: str, words: str) -> None:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in "abcd"}}
    gold = [dict.fromkeys("abcd", "Word") for _ in wrong]
    extracted = [{**one, name: "WORD"} for one, name in zip(gold, wrong, strict=True)]
    [found] = error_patterns(evaluate(gold, extracted, schema))
    assert _where(found) == words
