"""Several document types in one set: each record is scored by the schema of its type."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

import evaljson
from evaljson import InputError, SchemaError, evaluate, parse_eval_schema, validate_gold
from evaljson.schema import infer_schema
from tests.profiles import is_deep
from tests.property.generate import CUSTOM, Node, Pair, records, schemas
from tests.property.product import graded

INVOICE = {"type": "object", "properties": {"total": {"type": "number"}, "vendor": {"type": "string"}}}
CV = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "x-eval-weight": 2},
        "vendor": {"type": "string", "x-eval-transform": ["lowercase"]},
    },
}
BOTH: dict[str, Any] = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": {"invoice": INVOICE, "cv": CV}}
GOLD: list[dict[str, Any]] = [
    {"kind": "cv", "name": "Ada", "vendor": "ACME"},
    {"kind": "invoice", "total": 1.5, "vendor": "ACME"},
    {"kind": "cv", "name": "Bob", "vendor": "x"},
]
EXTRACTED: list[dict[str, Any] | None] = [
    {"name": "Ada", "vendor": "acme"},
    {"total": 1.5, "vendor": "acme", "name": "?"},
    None,
]


def shown(run: evaljson.RunResult, place: int) -> list[tuple[str, str]]:
    return [(one.path, one.status) for one in run.records[place].field_results]


def test_each_record_is_scored_by_the_schema_of_its_type() -> None:
    run = evaluate(GOLD, EXTRACTED, BOTH)
    assert shown(run, 0) == [("name", "match"), ("vendor", "match")]
    assert shown(run, 1) == [("total", "match"), ("vendor", "mismatch"), ("name", "hallucination")]
    assert shown(run, 2) == [("name", "omission"), ("vendor", "omission")]


def test_a_field_that_several_types_have_is_one_field_of_the_run() -> None:
    field = evaluate(GOLD, EXTRACTED, BOTH).per_field["vendor"]
    assert (field.matches, field.mismatches, field.omissions) == (1, 1, 1)


def test_a_key_that_any_type_declares_is_none_that_the_schema_lacks() -> None:
    extracted = [EXTRACTED[0], {**EXTRACTED[1], "new": 1}, {"vendor": {"more": 1}}]  # type: ignore[dict-item]
    run = evaluate(GOLD, extracted, BOTH)
    assert run.undeclared == ("new",)
    assert "name" in {one.path for one in run.records[1].field_results}, "which invoices lack, and CVs have"


def test_results_per_type_are_those_of_scoring_each_type_alone() -> None:
    by_type = evaluate(GOLD, EXTRACTED, BOTH).by_type()
    assert list(by_type) == ["cv", "invoice"]
    alone = evaluate([{k: v for k, v in GOLD[i].items() if k != "kind"} for i in (0, 2)], [EXTRACTED[0], None], CV)
    found = by_type["cv"]
    assert (found.mean_f1, found.pooled_f1, found.total_records) == (alone.mean_f1, alone.pooled_f1, 2)
    assert dict(found.per_field) == dict(alone.per_field)


def test_the_type_may_come_from_gold_alone_and_is_scored_only_where_its_schema_declares_it() -> None:
    with_kind = {**INVOICE, "properties": {**INVOICE["properties"], "kind": {"type": "string"}}}  # type: ignore[dict-item]
    schema = {**BOTH, "x-eval-schemas": {"invoice": with_kind, "cv": CV}}
    run = evaluate(GOLD[:2], [{"kind": "letter", "name": "Ada", "vendor": "acme"}, {"kind": "cv"}], schema)
    assert "kind" not in dict(shown(run, 0))
    assert ("kind", "mismatch") in shown(run, 1)


def test_the_root_scores_records_of_other_types_where_it_has_properties() -> None:
    schema = {**BOTH, "properties": {"title": {"type": "string"}}}
    gold = [{"kind": "letter", "title": "a"}, {"title": "b"}, {"kind": True, "title": "c"}, GOLD[1]]
    run = evaluate(gold, [{"title": "a"}, {"title": "b"}, {"title": "c"}, EXTRACTED[1]], schema)
    assert run.types == (None, None, None, "invoice")
    assert [shown(run, place) for place in range(3)] == [[("title", "match")]] * 3


def test_a_type_without_a_schema_is_refused_by_name() -> None:
    gold = [*GOLD, {"kind": "invoce"}, {}]
    with pytest.raises(InputError, match=r"kind: 2 gold records .*'invoce', absent.*Did you mean 'invoice'") as caught:
        evaluate(gold, [*EXTRACTED, {}, {}], BOTH)
    assert caught.value.path == "kind"


def test_there_can_be_a_schema_for_each_record_id_integers_too() -> None:
    schema = {"type": "object", "x-eval-id": "id", "x-eval-by": "id", "x-eval-schemas": {"7": INVOICE, "b": CV}}
    gold = [{"id": "b", "name": "Ada"}, {"id": 7, "total": 1}]
    run = evaluate(gold, [{"id": 7, "total": 1}, {"id": "b", "name": "Bob"}], schema)
    assert [shown(run, 0), shown(run, 1)] == [[("name", "mismatch")], [("total", "match")]]


def test_types_inherit_the_null_policy_of_the_root() -> None:
    schema = {**BOTH, "x-eval-nulls": {"absent": [None]}}
    run = evaluate([{"kind": "cv", "name": None}], [{"name": "Ada"}], schema)
    assert shown(run, 0) == [("name", "hallucination")]


def test_post_processors_keep_the_fields_of_each_type_apart() -> None:
    plain, edited = (evaluate(GOLD, EXTRACTED, BOTH, post_process=step) for step in (None, lambda results: results))
    assert dict(edited.per_field) == dict(plain.per_field)
    assert edited.to_frame()["field"].tolist() == plain.to_frame()["field"].tolist()


def test_some_records_of_a_run_have_the_figures_of_scoring_them_alone() -> None:
    run = evaluate(GOLD, EXTRACTED, BOTH)
    some = run.only([2, 1])
    alone = evaluate([GOLD[2], GOLD[1]], [EXTRACTED[2], EXTRACTED[1]], BOTH)
    assert (some.mean_f1, some.pooled_f1, some.total_fields) == (alone.mean_f1, alone.pooled_f1, alone.total_fields)
    assert some.to_frame().drop(columns="record_id").equals(alone.to_frame().drop(columns="record_id"))
    assert [one.record_id for one in some.records] == [2, 1]
    assert some.signature != run.signature


@pytest.mark.parametrize("places", [[3], [-1], [0, 0]])
def test_only_records_that_are_there_can_be_chosen_each_once(places: list[int]) -> None:
    with pytest.raises(InputError, match="from 0 to 2, each at most once"):
        evaluate(GOLD, EXTRACTED, BOTH).only(places)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"x-eval-schemas": {}}, "needs x-eval-schemas"),
        ({"x-eval-by": ""}, "x-eval-by is the name of the key"),
        ({"x-eval-by": None}, "x-eval-by is the name of the key"),
        ({"x-eval-schemas": {"cv": []}}, "in the schema for 'cv': a schema is a JSON object"),
        ({"x-eval-schemas": {"cv": {**CV, "x-eval-id": "a"}}}, "in the schema for 'cv': x-eval-id belongs on the root"),
        ({"x-eval-schemas": {"cv": {**CV, "x-eval-by": "a"}}}, "in the schema for 'cv': x-eval-by belongs on the root"),
        (
            {"x-eval-schemas": {"cv": {"type": "object", "properties": {"a": {"type": "strin"}}}}},
            "a: in the schema for 'cv': there is no JSON type",
        ),
    ],
)
def test_what_is_no_set_of_schemas_is_refused_with_its_place(changed: dict[str, Any], says: str) -> None:
    with pytest.raises(SchemaError, match=says):
        parse_eval_schema({**BOTH, **changed})


def test_x_eval_by_stands_on_the_root_alone() -> None:
    inner = {"type": "object", "properties": {"a": {"type": "object", "x-eval-by": "b", "properties": {}}}}
    with pytest.raises(SchemaError, match="a: x-eval-by belongs on the root"):
        parse_eval_schema(inner)


def test_references_of_a_type_lead_to_its_own_definitions_or_to_those_of_the_root() -> None:
    money = {"Money": {"type": "number"}}
    uses = {"type": "object", "properties": {"total": {"$ref": "#/$defs/Money"}}}
    own = {**uses, "$defs": {"Money": {"type": "string"}}}
    schema = {"type": "object", "x-eval-by": "kind", "x-eval-schemas": {"a": uses, "b": own}, "$defs": money}
    resolved = evaljson.resolve_schema_references(schema)
    types = {kind: one["properties"]["total"]["type"] for kind, one in resolved["x-eval-schemas"].items()}
    assert types == {"a": "number", "b": "string"}
    assert resolved["x-eval-by"] == "kind"
    with pytest.raises(SchemaError, match=r"total: in the schema for 'a': .*leads nowhere"):
        evaljson.resolve_schema_references({**schema, "$defs": {}})


def test_annotating_writes_comparators_into_the_schema_of_each_type() -> None:
    annotated = evaljson.annotate_xeval(BOTH)
    assert annotated["x-eval-schemas"]["cv"]["properties"]["name"]["x-eval-compare"] == "exact"
    assert "x-eval-compare" not in annotated
    assert parse_eval_schema(annotated).has_own is False


def test_gold_is_validated_against_the_schema_of_its_type() -> None:
    findings = validate_gold([*GOLD, {"kind": "cv", "name": 1, "vendor": "v"}], BOTH)
    assert [(one.kind, one.path, one.example.record) for one in findings] == [("type", "name", 3)]
    with pytest.raises(evaljson.GoldValidationError, match=r"total: not in the schema, in 1 of 1 records"):
        validate_gold([{"kind": "cv", "name": "a", "vendor": "v", "total": 1}], BOTH)
    with pytest.raises(evaljson.GoldValidationError, match="no schema for kind 'letter'"):
        validate_gold([{"kind": "letter"}], BOTH)


def test_a_schema_for_each_type_can_be_inferred() -> None:
    schema = infer_schema([*GOLD, {"memo": "x"}], by="kind")
    assert schema["x-eval-by"] == "kind"
    assert {value: sorted(one["properties"]) for value, one in schema["x-eval-schemas"].items()} == {
        "cv": ["name", "vendor"],
        "invoice": ["total", "vendor"],
    }
    assert list(schema["properties"]) == ["memo"]
    parse_eval_schema(schema)


def test_inferring_by_a_key_that_nobody_has_says_so() -> None:
    with pytest.raises(InputError, match=r"no gold record has a string or integer at 'knd'\. Did you mean 'kind'"):
        infer_schema(GOLD, by="knd")


def test_places_of_findings_are_those_of_gold_with_types_too(caplog: pytest.LogCaptureFixture) -> None:
    gold = [{"kind": "a", "v": 1}, {"kind": "b", "v": 1}, {"kind": "b", "v": "x"}]
    infer_schema(gold, by="kind")
    assert "b: v" in caplog.text
    assert "gold[2]" in caplog.text


def mixed_sets(seed: int) -> Iterator[tuple[Node, dict[str, Node], list[tuple[str, Pair]]]]:
    """(eval schema, schema by type, pairs with their type) with types in random order; records pair by position."""
    rng = Random(seed)
    found = ({key: below for key, below in one.items() if key != "x-eval-id"} for one in schemas(seed))
    while True:
        types = {name: next(found) for name in "abc"}
        pairs = [
            (name, pair)
            for name, one in types.items()
            for pair in islice(records(Random(rng.random()), one), rng.randrange(5))
        ]
        rng.shuffle(pairs)
        yield {"type": "object", "x-eval-by": "the type", "x-eval-schemas": types}, types, pairs


def told(record: evaljson.RecordResult) -> list[str]:
    """Every result in full, but for the values of the record as a whole, which show its label. NaN equals NaN."""
    bare = {"gold_value": None, "gold_compared": None}
    return [repr(one if one.path else replace(one, **bare)) for one in record.field_results]


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(10 if is_deep() else 4))
def test_any_mix_of_types_scores_as_each_of_them_alone(seed: int) -> None:
    evaljson.register(CUSTOM, graded, overwrite=True)
    for schema, types, pairs in islice(mixed_sets(seed), 6):
        run = evaluate([{**gold, "the type": name} for name, (gold, _) in pairs], [e for _, (_, e) in pairs], schema)
        for name, one in types.items():
            own = [(place, pair) for place, (kind, pair) in enumerate(pairs) if kind == name]
            alone = evaluate([gold for _, (gold, _) in own], [extracted for _, (_, extracted) in own], one)
            for (place, _), record in zip(own, alone.records, strict=True):
                assert told(run.records[place]) == told(record)
                assert run.records[place].f1 == record.f1
            if own:
                assert dict(run.by_type()[name].per_field) == dict(alone.per_field)
                assert run.by_type()[name].pooled_f1 == alone.pooled_f1
