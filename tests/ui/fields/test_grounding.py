"""Values that are not in the source text, on the Fields page: where texts are, and worked out when someone looks."""

from dataclasses import replace

from evaljson.ui.fields.grounding import OPENED
from tests.ui.conftest import Made, Open, loaded, said, small

SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {"vendor": {"type": "string"}, "total": {"type": "number"}},
}  # fmt: skip
LABEL = "Values that are not in the source text"


def with_texts() -> Made:
    gold = [{"id": "a", "vendor": "Quay", "total": 12.5}, {"id": "b", "vendor": "Mill", "total": 3}]
    one = [{"id": "b", "vendor": "Mill", "total": 33}, {"id": "a", "vendor": "QUAY", "total": 12.5}]
    texts = [{"text": "Quay, total 12,50"}, {"text": "Mill 3"}]
    beside = replace(loaded(gold, "gold.json"), metadata=texts)
    return Made("texts", beside, {"one": loaded(one, "one.json", "extracted")}, SCHEMA)


def test_there_is_none_without_texts(open_app: Open) -> None:
    app = open_app("fields", evaluation=small(two=[{"id": "x", "a": "1", "n": []}, {"id": "y", "a": "2", "n": []}]))
    assert LABEL not in [expander.label for expander in app.expander]


def test_open_it_says_what_each_side_has_that_its_text_lacks(open_app: Open) -> None:
    app = open_app("fields", evaluation=with_texts())
    assert LABEL in [expander.label for expander in app.expander]
    assert "not in the text of their document" not in said(app)
    app.session_state[OPENED] = True
    app.run()
    assert not app.exception
    assert "one: 1 of 4 values of 2 records (25.0%) is not in the text of their document" in said(app)
    rates = next(frame.value for frame in app.dataframe if "Gold" in frame.value)
    assert rates.to_dict("records") == [{"Field": "total", "Gold": 0.0, "one": 50.0}]
    assert "worked out" not in said(app)
    values = next(frame.value for frame in app.dataframe if "Value" in frame.value)
    assert values.to_dict("records") == [{"Record": "b", "Where": "total", "Value": "33"}]


def test_what_gold_has_outside_the_text_is_listed_and_may_be_wrong(open_app: Open) -> None:
    made = with_texts()
    wrong = [{"id": "a", "vendor": "Quay", "total": 125}, {"id": "b", "vendor": "Mill", "total": 3}]
    gold = replace(loaded(wrong, "gold.json"), metadata=made.gold.metadata)
    app = open_app("fields", evaluation=replace(made, gold=gold))
    app.session_state[OPENED] = True
    app.run()
    assert not app.exception
    assert "Where gold has values that are not in the text, gold is wrong or they are worked out: look." in said(app)
    listed = [frame.value.to_dict("records") for frame in app.dataframe if "Value" in frame.value]
    assert [{"Record": "a", "Where": "total", "Value": "125"}] in listed
