"""Elements that find no partner since all of their fields are written otherwise: a pairing, and what it needs."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson import annotate_xeval, evaluate, infer_schema
from evaljson.suggest import Suggestions, apply, suggest
from tests.suggest.made import kinds, of_kind
from tests.suggest.messy_arrays import messy_arrays

Rows = list[dict[str, Any]]
GOLD = [{"id": record["id"], "rows": record["rows"]} for record in messy_arrays(0)[0]]
BY_SKU = {"match_by": "key_field", "key": "sku"}
BY_CONTENT = {"match_by": "hungarian"}


def written(rows: Rows) -> Rows:
    return [{"sku": row["sku"].upper(), "amount": f"{row['amount']:,.2f} EUR", "unit": "?"} for row in rows]


def found_for(extracted: list[Any], way: dict[str, Any] | None) -> Suggestions:
    schema = annotate_xeval(infer_schema(GOLD)) | {"x-eval-id": "id"}
    if way is not None:
        schema["properties"]["rows"]["x-eval-align"] = way
    assert evaluate(GOLD, extracted, schema).to_frame()["status"].eq("match").sum() < 5
    return suggest(GOLD, {"a": extracted}, schema)


@pytest.mark.parametrize("way", [None, BY_SKU], ids=["by position", "by key"])
def test_elements_in_another_order_and_written_otherwise_find_each_other(way: dict[str, Any] | None) -> None:
    extracted = [{**record, "rows": written(record["rows"])[::-1]} for record in GOLD]
    found = found_for(extracted, way)
    assert kinds(found) == {"hungarian", "case", "amount"}
    pairing = of_kind(found, "hungarian")
    assert {of_kind(found, kind).builds_on for kind in ("case", "amount")} == {(pairing.id,)}
    after = evaluate(GOLD, extracted, apply(found.schema, found)).per_field
    assert [after[f"rows[].{name}"].f1 for name in ("sku", "amount")] == [1.0, 1.0]


def test_what_elements_differ_in_is_seen_where_content_is_to_pair_them_and_does_not() -> None:
    extracted = [{**record, "rows": written(record["rows"])[::-1]} for record in GOLD]
    found = found_for(extracted, BY_CONTENT)
    assert {(one.kind, one.builds_on) for one in found} == {("case", ()), ("amount", ())}
    assert all("once elements find each other however their texts are written" in one.sentence for one in found)
    after = evaluate(GOLD, extracted, apply(found.schema, found)).per_field
    assert [after[f"rows[].{name}"].f1 for name in ("sku", "amount")] == [1.0, 1.0]


@pytest.mark.parametrize("way", [None, BY_SKU, BY_CONTENT], ids=["by position", "by key", "by content"])
def test_other_elements_are_not_paired_up(way: dict[str, Any] | None) -> None:
    others = messy_arrays(99)[0]
    extracted = [{**record, "rows": written(other["rows"])} for record, other in zip(GOLD, others, strict=True)]
    assert kinds(found_for(extracted, way)) == set()


def test_a_key_under_which_elements_find_each_other_stays() -> None:
    extracted = [{**record, "rows": [{**row, "unit": "?"} for row in record["rows"][::-1]]} for record in GOLD]
    schema = annotate_xeval(infer_schema(GOLD)) | {"x-eval-id": "id"}
    schema["properties"]["rows"]["x-eval-align"] = BY_SKU
    assert "hungarian" not in kinds(suggest(GOLD, {"a": extracted}, schema))


def key_written_otherwise(rows: Rows) -> Rows:
    texts = ({name: f"{row[name].upper()} " for name in ("sku", "unit")} for row in rows)
    return [{**text, "amount": f"{row['amount']:,.2f} EUR"} for row, text in zip(rows, texts, strict=True)]


def other_text_written_otherwise(rows: Rows) -> Rows:
    return [{**row, "unit": row["unit"].upper()} for row in rows]


@pytest.mark.parametrize("share", [2, 3, 4])
def test_a_key_that_one_variant_writes_otherwise_gives_way_to_content(share: int) -> None:
    """One variant has another order, and one has texts written otherwise in a share of its records: all is found at
    once."""
    shuffled = [{**record, "rows": record["rows"][::-1]} for record in GOLD]
    written = [{**record, "rows": key_written_otherwise(record["rows"]) if n % share == 0 else record["rows"]}
               for n, record in enumerate(GOLD)]  # fmt: skip
    schema = annotate_xeval(infer_schema(GOLD)) | {"x-eval-id": "id"}
    variants = {"order": shuffled, "texts": written}
    found = suggest(GOLD, variants, schema)
    assert {(one.kind, one.path) for one in found if one.edit.align} == {("hungarian", "rows")}
    assert {one.path for one in found} == {"rows", "rows[].sku", "rows[].amount", "rows[].unit"}
    assert found.together is not None
    after = apply(schema, found.for_all)
    for name, records in variants.items():
        assert found.together.variants[name].after.f1 == pytest.approx(evaluate(GOLD, records, after).mean_f1)
        assert evaluate(GOLD, records, after).mean_f1 == 1.0
    assert not suggest(GOLD, variants, after)


def test_a_key_comes_first_where_another_text_is_written_otherwise() -> None:
    shuffled = [{**record, "rows": record["rows"][::-1]} for record in GOLD]
    written = [{**record, "rows": other_text_written_otherwise(record["rows"])} for record in GOLD]
    schema = annotate_xeval(infer_schema(GOLD)) | {"x-eval-id": "id"}
    found = suggest(GOLD, {"order": shuffled, "texts": written}, schema)
    assert [one.edit.align for one in found if one.path == "rows"] == [BY_SKU]
