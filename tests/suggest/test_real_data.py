"""Real extractions of others: what is suggested for them is what their makers chose."""

import json
from pathlib import Path
from typing import Any

import pytest

import evaljson
from evaljson.load import read_records
from evaljson.suggest import Suggestions, apply, suggest

DATA = Path(__file__).parents[3] / "shared" / "data"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the real data is not beside the project")


def read(folder: str, *names: str) -> tuple[list[Any], dict[str, list[Any]]]:
    gold = read_records(DATA / folder / "gold.jsonl").records
    return gold, {
        name: read_records(DATA / folder / f"extracted_{name}.jsonl", kind="extracted").records for name in names
    }


def found(suggestions: Suggestions) -> dict[tuple[str, str], Any]:
    return {(suggestion.path, suggestion.kind): suggestion for suggestion in suggestions}


def test_names_of_committees_are_lower_cased() -> None:
    gold, extracted = read("committees", "gpt-4o_prompt2", "gemma2", "gemma2_prompt2")
    first = suggest(gold, extracted, id_field="id")[0]
    assert (first.path, first.kind, first.settings) == ("committee", "case", {
        "x-eval-compare": "exact", "x-eval-transform": ["lowercase"],
    })  # fmt: skip


def test_product_pages_list_acceptable_values_and_prices_are_amounts() -> None:
    gold, extracted = read("product", "Zyte", "Diffbot", "extruct")
    suggestions = suggest(gold, extracted, id_field="id")
    assert {suggestion.kind for suggestion in suggestions} == {"any_of"}
    assert {"price", "sku", "availability"} <= {suggestion.path for suggestion in suggestions}
    compare = found(suggestions)["price", "any_of"].settings["x-eval-compare"]
    assert compare == {"any_of": {"compare": "amount"}}


def test_prices_under_what_is_suggested_match_as_often_as_published() -> None:
    gold, extracted = read("product", "Zyte")
    suggestions = suggest(gold, extracted, id_field="id")
    run = evaljson.evaluate(gold, extracted["Zyte"], apply(suggestions.schema, suggestions))
    assert round(run.per_field["price"].recall or 0, 3) == 0.918  # the recall that the benchmark publishes


def test_rows_of_documents_are_paired_by_content_or_by_a_key() -> None:
    gold, extracted = read("docubench", "claude", "gpt")
    files = {record["id"]: DATA / f"docubench/schemas/{record['id']}.json" for record in gold}
    resolve = evaljson.resolve_schema_references
    schemas = {id_: evaljson.annotate_xeval(resolve(json.loads(file.read_text()))) for id_, file in files.items()}
    schema = {"type": "object", "x-eval-id": "id", "x-eval-by": "id", "x-eval-schemas": schemas}
    suggestions = suggest(gold, extracted, schema)
    assert ("lineItems", "hungarian") in found(suggestions)
    [rows] = [suggestion for suggestion in suggestions if suggestion.path == "listOfMaterial"]
    assert "hungarian" in {rows.kind, *(suggestion.kind for suggestion in suggestions.alternatives_to(rows))}
