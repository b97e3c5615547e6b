"""Another batch of documents on the Compare page: offered where there is one of the same kind, and asked on request."""

from typing import Any

from evaljson.ui.compare.batches import OPENED
from tests.ui.conftest import Made, Open, loaded, said

SCHEMA = {
    "type": "object", "x-eval-id": "id",
    "properties": {"currency": {"type": "string"}, "total": {"type": "number"}},
}  # fmt: skip
OTHER = {"type": "object", "x-eval-id": "id", "properties": {name: {"type": "string"} for name in "abcde"}}
LABEL = "Shift: is another batch of documents alike?"


def batch(name: str, currency: str, count: int = 30) -> Made:
    gold: list[Any] = [{"id": f"{name}{at}", "currency": currency, "total": at} for at in range(count)]
    wrong = [{**one, "total": -1} if at % 3 else one for at, one in enumerate(gold)]
    files = {label: loaded(records, f"{label}.json", "extracted") for label, records in (("one", gold), ("two", wrong))}
    return Made(name, loaded(gold, "gold.json"), files, SCHEMA)


def test_there_is_none_without_another_batch_of_the_same_kind(open_app: Open) -> None:
    Made("films", loaded([{"id": "f", "a": "x"}], "gold.json"), {}, OTHER).keep()
    app = open_app("compare", evaluation=batch("march", "EUR"), a="one", b="two")
    assert not app.exception
    assert LABEL not in [expander.label for expander in app.expander]


def test_open_it_says_what_shifted(open_app: Open) -> None:
    batch("april", "USD").keep()
    app = open_app("compare", evaluation=batch("march", "EUR"), a="one", b="two")
    assert LABEL in [expander.label for expander in app.expander]
    app.session_state[OPENED] = True
    app.run()
    assert not app.exception
    assert "march" in said(app)
    assert "april" in said(app)
    table = next(frame.value for frame in app.dataframe if "What is unlike" in frame.value)
    assert "currency" in set(table["Field"])
    assert "total" not in set(table["Field"])
