"""A field that the extraction has under another key is noticed by its values, wherever it stands."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson import annotate_xeval, evaluate, infer_schema, parse_eval_schema
from evaljson.suggest import suggest
from evaljson.suggest.names_of_gold import with_names_of_gold
from evaljson.suggest.renamed_effect import notes_on_renamed, renamed_preview
from evaljson.suggest.renamed_keys import renamed_keys

GOLD: list[dict[str, Any]] = [
    {
        "id": f"r{n}",
        "supplier": f"Mill {n} Ltd",
        "paid": n % 2 == 0,
        "currency": "EUR",
        "to": {"city": f"City {n}", "zip": 1000 + n},
        "items": [{"sku": f"s{n}{i}", "price": 10.5 * n + i} for i in range(2)],
    }
    for n in range(6)
]
FULL: dict[str, Any] = annotate_xeval({**infer_schema(GOLD), "x-eval-id": "id"})
PAIRED: dict[str, Any] = annotate_xeval({**infer_schema(GOLD), "x-eval-id": "id"})
PAIRED["properties"]["items"]["x-eval-align"] = {"match_by": "hungarian"}


def changed(**renamed: str) -> list[dict[str, Any]]:
    """Gold with these keys called otherwise, at all depths."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {renamed.get(key, key): walk(inner) for key, inner in value.items()}
        return [walk(element) for element in value] if isinstance(value, list) else value

    return [walk(record) for record in GOLD]


def found(extracted: list[Any], schema: dict[str, Any] = FULL) -> list[tuple[str, str]]:
    tree = parse_eval_schema(schema)
    return sorted((key.path, key.called) for key in renamed_keys(evaluate(GOLD, extracted, tree), tree))


@pytest.mark.parametrize(
    ("renamed", "pairs"),
    [
        ({"supplier": "vendor"}, [("supplier", "vendor")]),
        ({"city": "town"}, [("to.city", "town")]),
        ({"to": "address"}, [("to", "address")]),
        ({"price": "amount"}, [("items[].price", "amount")]),
        ({"items": "lines"}, [("items", "lines")]),
        ({"price": "amount", "sku": "code"}, [("items[].price", "amount"), ("items[].sku", "code")]),
        ({"items": "lines", "sku": "code"}, [("items", "lines"), ("items[].sku", "code")]),
        ({"to": "address", "city": "town"}, [("to", "address"), ("to.city", "town")]),
        ({"currency": "currency_code"}, [("currency", "currency_code")]),
        ({"currency": "unit"}, []),  # always EUR: the values say nothing, and the names are not alike
        ({"paid": "done"}, []),
    ],
    ids=str,
)
@pytest.mark.parametrize("schema", [FULL, PAIRED], ids=["by position", "by content"])
def test_a_renamed_key_is_found_by_its_values(
    renamed: dict[str, str], pairs: list[tuple[str, str]], schema: dict[str, Any]
) -> None:
    extracted = changed(**renamed)
    assert found(extracted, schema) == pairs
    for record in extracted:
        record.get("items", []).reverse()
    assert found(extracted, schema) == pairs


def test_what_is_written_otherwise_or_differs_in_few_records_is_the_same_key() -> None:
    extracted = changed(supplier="vendor")
    extracted[0]["vendor"] = "MILL 0  LTD"
    extracted[1]["vendor"] = "another"
    extracted[2]["supplier"] = None  # the key is there, but nothing is in it
    tree = parse_eval_schema(FULL)
    (key,) = renamed_keys(evaluate(GOLD, extracted, tree), tree)
    assert (key.same, key.records, key.of, key.among) == (5, 5, 6, 6)


DEEP: list[dict[str, Any]] = [
    {
        "id": f"r{n}",
        "claims": [
            {"party": f"Party {n}{i}", "parts": [{"part": f"door {n}{i}{j}", "cost": 10 * n + j} for j in range(3)]}
            for i in range(2)
        ],
    }
    for n in range(6)
]
NAMES = {"claims": "cases", "party": "who", "parts": "damage_parts", "part": "component"}


def called(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): called(inner, names) for key, inner in value.items()}
    return [called(element, names) for element in value] if isinstance(value, list) else value


def wrapped(*numbers: int, beside: tuple[str, ...] = ("id",)) -> list[dict[str, Any]]:
    """Gold with these records under a key of their own, but for some fields."""
    return [
        {key: record[key] for key in beside} | {"out": {key: record[key] for key in record if key not in beside}}
        if at in numbers
        else record
        for at, record in enumerate(changed())
    ]


@pytest.mark.parametrize(
    ("extracted", "of"),
    [
        pytest.param(wrapped(2), 1, id="one record"),
        pytest.param(wrapped(1, 2), 2, id="some records"),
        pytest.param(wrapped(*range(6)), 6, id="all records"),
        pytest.param(wrapped(1, 2, beside=("id", "supplier")), 2, id="a field is beside it"),
        pytest.param([{**one, "cost": 1, "model": "m", "ms": 3} for one in wrapped(1, 2)], 2, id="more is beside it"),
    ],
)
def test_a_key_around_whole_records_is_no_other_name_of_a_field(extracted: list[Any], of: int) -> None:
    tree = parse_eval_schema(FULL)
    run = evaluate(GOLD, extracted, tree)
    (key,) = renamed_keys(run, tree)
    assert (key.is_around, key.called, key.called_path, key.of, key.among) == (True, "out", "out", of, 6)
    flat = [{**{k: v for k, v in one.items() if k != "out"}, **one.get("out", {})} for one in extracted]
    assert renamed_preview(run, tree, [key]).after.mean_f1 == evaluate(GOLD, flat, tree).mean_f1
    (note,) = notes_on_renamed({"A": [key]})
    assert note.startswith(f"'out' is a key around the whole record in A ({of} of 6 records)")
    assert "Have the prompt write the record without it." in note


def test_keys_inside_wrapped_records_are_named_too() -> None:
    renamed = {"supplier": "vendor", "to": "address"}
    extracted = [{"id": one["id"], "out": one} for one in changed(**renamed)]
    tree = parse_eval_schema(FULL)
    run = evaluate(GOLD, extracted, tree)
    keys = renamed_keys(run, tree)
    assert [(key.path, key.called) for key in keys] == [("", "out"), ("supplier", "vendor"), ("to", "address")]
    assert renamed_preview(run, tree, keys).after.mean_f1 == 1.0


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(
            {"to": None, "address": {"city": "City 1", "zip": 1001}}, id="an object of gold under another key"
        ),
        pytest.param({"copy": GOLD[0]}, id="the fields are beside it as well"),
        pytest.param({"supplier": None, "note": {"supplier": "Mill", "paid": True}}, id="few fields are inside"),
    ],
)
def test_what_holds_no_whole_record_is_no_key_around_it(more: dict[str, Any]) -> None:
    tree = parse_eval_schema(FULL)
    extracted = [{key: value for key, value in (one | more).items() if value is not None} for one in GOLD]
    assert not any(key.is_around for key in renamed_keys(evaluate(GOLD, extracted, tree), tree))


@pytest.mark.parametrize("align", [None, {"match_by": "hungarian"}], ids=["by position", "by content"])
def test_keys_inside_renamed_keys_are_named_outermost_first_and_counted_in_all_records(align: Any) -> None:
    schema: dict[str, Any] = annotate_xeval({**infer_schema(DEEP), "x-eval-id": "id"})
    if align:
        schema["properties"]["claims"]["x-eval-align"] = align
    tree = parse_eval_schema(schema)
    some = {key: NAMES[key] for key in ("parts", "part")}
    extracted = [called(record, NAMES if n % 3 else some) for n, record in enumerate(DEEP)]
    extracted[4]["cases"][0]["damage_parts"][0]["cost"] = None  # most values agree, and not all
    extracted[5]["cases"][1] = "not an object"
    extracted.append(None)
    gold = [*DEEP, {**DEEP[0], "id": "gone"}]
    run = evaluate(gold, extracted, tree)
    keys = renamed_keys(run, tree)
    assert [(key.path, key.called) for key in keys] == [
        ("claims", "cases"), ("claims[].parts", "damage_parts"), ("claims[].party", "who"),
        ("claims[].parts[].part", "component"),
    ]  # fmt: skip
    assert [(key.same, key.records, key.of, key.among) for key in keys] == [
        (2, 3, 4, 6), (4, 5, 6, 6), (3, 3, 4, 6), (5, 5, 6, 6),
    ]  # fmt: skip
    as_told = evaluate(gold, [*DEEP[:4], *(with_names_of_gold(one, keys) for one in extracted[4:])], tree)
    assert renamed_preview(run, tree, keys).after.mean_f1 == as_told.mean_f1
    assert as_told.records[0].f1 == 1.0


@pytest.mark.parametrize(
    "extra", [lambda record: "because", lambda record: record["to"]["city"], lambda record: record["supplier"]]
)
def test_a_key_beside_the_field_or_with_other_values_is_none(extra: Any) -> None:
    beside = [{**record, "why": extra(record)} for record in GOLD]
    assert found(beside) == []
    instead = [{**record, "why": "because"} for record in changed(supplier="gone")]
    assert found([{key: record[key] for key in record if key != "gone"} for record in instead]) == []


def test_document_types_have_renamed_keys_of_their_own() -> None:
    text = {"type": "string"}
    schema = {
        "type": "object",
        "x-eval-by": "kind",
        "x-eval-schemas": {
            name: annotate_xeval({"type": "object", "properties": {"kind": text, "who": text}}) for name in ("a", "b")
        },
    }
    gold = [{"kind": kind, "who": f"{kind} {n}"} for n in range(4) for kind in "ab"]
    extracted = [{"kind": "a", "by": one["who"]} if one["kind"] == "a" else one for one in gold]
    tree = parse_eval_schema(schema)
    run = evaluate(gold, extracted, schema)
    (key,) = renamed_keys(run, tree)
    assert (key.path, key.called, key.place) == ("who", "by", ("x-eval-schemas", "a"))
    assert renamed_preview(run, tree, [key]).after.mean_f1 == 1.0


VALUES = st.sampled_from(["x", "y", "z", None])


@settings(max_examples=30)
@given(st.lists(st.tuples(VALUES, VALUES, st.lists(VALUES, max_size=2)), min_size=2, max_size=5), st.booleans())
def test_the_figure_is_that_of_the_records_with_the_names_of_gold(drawn: list[Any], by_content: bool) -> None:
    gold = GOLD[: len(drawn)]
    extracted = [
        {**changed(supplier="vendor", to="address", items="lines")[n], "vendor": vendor,
         "address": {"town": town, "zip": 1000 + n},
         "lines": [{"code": code, "price": 10.5 * n + i} for i, code in enumerate(codes)]}
        for n, (vendor, town, codes) in enumerate(drawn)
    ]  # fmt: skip
    schema = PAIRED if by_content else FULL
    tree = parse_eval_schema(schema)
    every = [
        key
        for names in ({"supplier": "vendor"}, {"to": "address", "city": "town"}, {"items": "lines", "sku": "code"})
        for key in renamed_keys(evaluate(GOLD, changed(**names), tree), tree)
    ]
    after = renamed_preview(evaluate(gold, extracted, tree), tree, every).after
    named = [with_names_of_gold(record, every) for record in extracted]
    assert after.mean_f1 == evaluate(gold, named, tree).mean_f1


def test_suggestions_say_it_and_what_to_do() -> None:
    (note,) = suggest(GOLD, {"prompt b": changed(supplier="vendor")}, FULL).notes
    assert note == (
        "supplier is called 'vendor' in prompt b: the values agree in 6 of 6 records. "
        "Have the prompt write 'supplier': fields pair by their names."
    )


def test_a_note_says_in_how_many_records_all_values_agree_and_in_how_many_most_of_them() -> None:
    extracted = changed(items="lines")
    extracted[0]["lines"][0]["sku"] = "another"
    extracted[1]["lines"] = ["nothing"]
    tree = parse_eval_schema(FULL)
    (note,) = notes_on_renamed({"b": renamed_keys(evaluate(GOLD, extracted, tree), tree)})
    assert note.startswith(
        "items is called 'lines' in b: all values agree in 4 of 6 records, more than half of them in 5."
    )


def test_records_of_several_variants_are_called_extracted_ones() -> None:
    tree = parse_eval_schema(FULL)
    found = {name: renamed_keys(evaluate(GOLD, changed(items="lines"), tree), tree) for name in "ab"}
    [note] = notes_on_renamed(found)
    assert note.startswith("items is called 'lines' in a, b: the values agree in 12 of 12 extracted records.")


@pytest.mark.parametrize(("called", "expected"), [("estimated", ["estimated"]), ("paid", [])])
def test_true_and_false_under_another_key_are_noticed_where_the_names_are_alike(
    called: str, expected: list[str]
) -> None:
    gold = [{"id": str(at), "is_estimated": at % 3 == 0} for at in range(75)]
    extracted = [{"id": one["id"], called: one["is_estimated"] if at > 3 else True} for at, one in enumerate(gold)]
    run = evaluate(gold, extracted, annotate_xeval(infer_schema(gold)), "id")
    tree = parse_eval_schema(annotate_xeval(infer_schema(gold)))
    assert [one.called for one in renamed_keys(run, tree)] == expected
