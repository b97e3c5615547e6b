"""Rules between fields on the Fields page: where the schema has any, and checked when someone looks."""

from evaljson.ui.fields.rules import OPENED
from tests.ui.conftest import Made, Open, loaded, said, small

SCHEMA = {
    "type": "object", "x-eval-id": "id", "x-eval-rule": {"a before b": {"<": [{"var": "a"}, {"var": "b"}]}},
    "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
}  # fmt: skip
LABEL = "Rules between fields that are broken"


def test_there_is_none_without_rules(open_app: Open) -> None:
    app = open_app("fields", evaluation=small(two=[{"id": "x", "a": "1", "n": []}, {"id": "y", "a": "2", "n": []}]))
    assert LABEL not in [expander.label for expander in app.expander]


def test_open_it_says_who_breaks_which_and_where(open_app: Open) -> None:
    gold = [{"id": "x", "a": 1, "b": 2}, {"id": "y", "a": 1, "b": 3}]
    one = [{"id": "x", "a": 2, "b": 2}, {"id": "y", "a": 1}]
    made = Made("rules", loaded(gold, "gold.json"), {"one": loaded(one, "one.json", "extracted")}, SCHEMA)
    app = open_app("fields", evaluation=made)
    assert "breaks the rule" not in said(app)
    app.session_state[OPENED] = True
    app.run()
    assert not app.exception
    assert "one: 1 of 2 records breaks the rule, 1 time in all." in said(app)
    assert "one lacks such a value 1 time." in said(app)
    rates = next(frame.value for frame in app.dataframe if "Gold" in frame.value)
    assert rates.to_dict("records") == [{"Rule": "a before b", "Of": "(the record)", "Gold": 0.0, "one": 100.0}]
    where = next(frame.value for frame in app.dataframe if "Values" in frame.value)
    assert where.to_dict("records") == [{"Record": "x", "Rule": "a before b", "Where": "", "Values": "a 2, b 2"}]
