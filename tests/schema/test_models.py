"""Pydantic models as schemas, by the real library."""

import enum
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, RootModel

from evaljson import (
    SchemaError,
    annotate_xeval,
    evaluate,
    parse_eval_schema,
    resolve_schema_references,
    score_record,
    validate_gold,
)
from evaljson.metrics.convert import weights_from_schema, weights_to_schema


class Currency(enum.Enum):
    EUR = "EUR"
    USD = "USD"


class Item(BaseModel):
    sku: str
    price: float | None = None
    parts: list["Item"] = []


class Card(BaseModel):
    kind: Literal["card"]
    last4: str


class Transfer(BaseModel):
    kind: Literal["transfer"]
    iban: str


class Invoice(BaseModel):
    model_config = {"json_schema_extra": {"x-eval-id": "number"}}

    number: str
    total: float = Field(
        json_schema_extra={"x-eval-weight": 2, "x-eval-compare": {"numeric": {"tolerance": {"abs": 1}}}}
    )
    currency: Currency = Field(Currency.EUR, json_schema_extra={"x-eval-transform": ["lowercase"]})
    items: list[Item] = Field(json_schema_extra={"x-eval-align": {"match_by": "key_field", "key": "sku"}})
    payment: Card | Transfer = Field(discriminator="kind")
    rates: dict[str, float] = {}


BOLT = Item(sku="A", price=1, parts=[Item(sku="A.1", parts=[Item(sku="A.1.1", parts=[Item(sku="deep")])])])
GOLD = Invoice(number="1", total=10, items=[BOLT], payment=Card(kind="card", last4="1234"), rates={"vat": 0.2})


def dumped(invoice: Invoice, **changed: Any) -> dict[str, Any]:
    return invoice.model_copy(update=changed).model_dump(mode="json")


def test_a_model_is_the_same_as_its_json_schema() -> None:
    assert resolve_schema_references(Invoice) == resolve_schema_references(Invoice.model_json_schema())


def test_settings_in_the_model_survive() -> None:
    tree = parse_eval_schema(Invoice)
    assert tree.id_field == "number"
    assert tree.properties["total"].weight == 2
    assert tree.properties["items"].align.key == "sku"
    assert [transform.name for transform in tree.properties["currency"].transforms] == ["lowercase"]
    assert tree.properties["currency"].raw["enum"] == ["EUR", "USD"]


def test_what_a_model_writes_fits_its_schema() -> None:
    gold = [dumped(GOLD), dumped(GOLD, number="2", payment=Transfer(kind="transfer", iban="X"))]
    assert {finding.kind for finding in validate_gold(gold, Invoice)} <= {"missing"}


def test_a_union_is_scored_by_the_fields_that_are_there() -> None:
    misread = dumped(GOLD, payment=Transfer(kind="transfer", iban="1234"))
    results = evaluate([dumped(GOLD)], [misread], Invoice).records[0].field_results
    assert {result.path: result.status for result in results if result.path.startswith("payment")} == {
        "payment.kind": "mismatch",
        "payment.last4": "omission",
        "payment.iban": "hallucination",
    }


def test_below_the_last_level_that_is_laid_out_everything_is_one_value() -> None:
    nearer = Item(sku="A", price=1, parts=[Item(sku="A.1", parts=[Item(sku="A.1.1", parts=[Item(sku="else")])])])
    results = evaluate([dumped(GOLD)], [dumped(GOLD, items=[nearer])], Invoice).records[0].field_results
    assert [(result.path, result.comparator) for result in results if result.status != "match"] == [
        ("items[0].parts[0].parts[0].parts[0]", "exact")
    ]


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda: evaluate([dumped(GOLD)], [dumped(GOLD)], Invoice).mean_f1 == 1, id="evaluate"),
        pytest.param(lambda: len(score_record(Invoice, dumped(GOLD), dumped(GOLD))) > 5, id="score_record"),
        pytest.param(
            lambda: annotate_xeval(Invoice)["properties"]["number"]["x-eval-compare"] == "exact", id="annotate"
        ),
        pytest.param(lambda: weights_from_schema(Invoice).weights["number"] == 0.5, id="weights_from_schema"),
        pytest.param(
            lambda: weights_to_schema({"number": 0.5}, Invoice)["properties"]["number"]["x-eval-weight"] == 0.5,
            id="weights_to_schema",
        ),
    ],
)
def test_a_model_is_taken_by(use: Any) -> None:
    assert use()


class Broken:
    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        raise ValueError("no schema today")


class Odd:
    @classmethod
    def model_json_schema(cls) -> Any:
        return ["not", "a", "schema"]


@pytest.mark.parametrize(
    ("model", "problem"),
    [
        (Broken, r"Broken.model_json_schema\(\) fails: no schema today"),
        (BaseModel, r"BaseModel.model_json_schema\(\) fails"),
        (Odd, "a schema is a JSON object, not array"),
        (RootModel[list[int]], "a record is an object"),
    ],
)
def test_a_model_that_describes_no_record_is_refused(model: Any, problem: str) -> None:
    with pytest.raises(SchemaError, match=problem):
        parse_eval_schema(model)


def test_document_types_may_be_models() -> None:
    schemas = {"card": Card, "transfer": Transfer}
    resolved = resolve_schema_references({"type": "object", "x-eval-by": "kind", "x-eval-schemas": schemas})
    assert list(parse_eval_schema(resolved).schemas["card"].properties) == ["kind", "last4"]


def test_any_class_that_describes_itself_will_do() -> None:
    class Own:
        @classmethod
        def model_json_schema(cls) -> dict[str, Any]:
            return {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}

    assert parse_eval_schema(Own).properties["a"].type == "string"
