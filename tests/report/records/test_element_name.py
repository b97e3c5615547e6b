"""A value in an array says which element it is of, by what people know the element by."""

from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.records.place_context import place_context
from evaljson.review.differences import differences
from evaljson.schema.parse.parse import parse_eval_schema

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
PERSON: dict[str, Any] = {
    "type": "object",
    "properties": {
        "no": {"type": "integer"}, "note": TEXT, "name": TEXT, "role": TEXT, "pay": NUMBER, "ok": {"type": "boolean"},
        "home": {"type": "object", "properties": {"city": TEXT, "zip": TEXT}},
    },
}  # fmt: skip
ANNA: dict[str, Any] = {
    "no": 7, "note": "n" * 41, "name": "Anna", "role": "buyer", "pay": 1, "ok": True,
    "home": {"city": "Graz", "zip": "1"},
}  # fmt: skip
BERT: dict[str, Any] = {**ANNA, "no": 8, "name": "Bert"}


def _schema(align: dict[str, Any]) -> dict[str, Any]:
    people = {"type": "array", "items": PERSON, "x-eval-align": align}
    return {"type": "object", "x-eval-id": "id", "properties": {"people": people, "title": TEXT}}


def _named(path: str, extracted: list[Any], align: dict[str, Any]) -> str:
    schema = _schema(align)
    gold = [{"id": "a", "title": "T", "people": [ANNA, BERT]}]
    run = evaluate(gold, [{"id": "a", "title": "U", "people": extracted}], schema)
    place = next(pair.place for pair in differences(run, "one") if pair.place.path == path)
    return place_context({"one": run}, parse_eval_schema(schema), place).element


BY_CONTENT, BY_KEY = {"match_by": "hungarian"}, {"match_by": "key_field", "key": "no"}


@pytest.mark.parametrize(
    ("path", "extracted", "align", "words"),
    [
        pytest.param(
            "people[1].pay", [ANNA, {**BERT, "pay": 2}], BY_CONTENT, "in the element with name Bert, role buyer",
            id="the first short texts",
        ),
        pytest.param(
            "people[1].pay", [ANNA, {**BERT, "pay": 2}], BY_KEY, "in the element with no 8", id="the key that pairs it",
        ),
        pytest.param(
            "people[1].name", [ANNA, {**BERT, "name": "Bart"}], BY_CONTENT, "in the element with role buyer",
            id="never the value that the card is about",
        ),
        pytest.param(
            "people[0].home.city", [{**ANNA, "home": {"city": "Linz", "zip": "1"}}, BERT], BY_CONTENT,
            "in the element with name Anna, role buyer", id="of an object in it, the element is named",
        ),
        pytest.param("people[1]", [ANNA], BY_CONTENT, "", id="a whole element is on the card itself"),
        pytest.param("title", [ANNA, BERT], BY_CONTENT, "", id="outside of arrays"),
    ],
)  # fmt: skip
def test_a_value_says_which_element_it_is_of(
    path: str, extracted: list[Any], align: dict[str, Any], words: str
) -> None:
    assert _named(path, extracted, align) == words


def test_what_gold_says_of_an_element_names_it_and_not_what_was_extracted() -> None:
    wrong = {**BERT, "role": "seller", "pay": 2}
    assert _named("people[1].pay", [ANNA, wrong], BY_KEY | {"key": "name"}) == "in the element with name Bert"
    assert _named("people[1].pay", [ANNA, wrong], BY_CONTENT) == "in the element with name Bert, role buyer"
