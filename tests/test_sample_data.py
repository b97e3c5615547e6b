"""The sample data: written again byte for byte, planted.json counts all that differs, the variants rank as promised."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import evaljson
from tests.planted.plain_diff import Differences, differences

ROOT = Path(__file__).parent.parent
INVOICES = ROOT / "sample_data" / "invoices"
THIN_FILMS = ROOT / "sample_data" / "thin_films"
LATER = ROOT / "sample_data" / "thin_films_later"
POSTINGS = ROOT / "tests" / "planted"

VARIANTS = [
    pytest.param(folder, variant, id=f"{folder.name}/{variant}")
    for folder, variants in (
        (INVOICES, ("prompt_a", "prompt_b", "prompt_c")),
        (THIN_FILMS, ("prompt_a", "prompt_b", "prompt_b_2", "prompt_b_3", "gold_of_another_person")),
        (LATER, ("prompt_b",)),
        (POSTINGS, ("model_one", "model_two")),
    )
    for variant in variants
]
ID_KEYS = {INVOICES: "id", THIN_FILMS: "lab_id", LATER: "lab_id", POSTINGS: "posting_id"}
SCHEMAS = {
    INVOICES: "eval_schema.json",
    THIN_FILMS: "eval_schema.json",
    LATER: "eval_schema.json",
    POSTINGS: "schema.json",
}

TOLD_BY_A_LOOK = {
    "upper_or_lower": "case",
    "case_only": "case",
    "case_with_meaning": "case",
    "accents_lost": "accents",
    "accent_only": "accents",
    "whitespace_added": "whitespace",
    "whitespace_only": "whitespace",
    "date_in_other_format": "date format",
    "date_format_only": "date format",
    "number_as_text": "text",
    "percent_as_text": "text",
    "number_format": "text",
    "text_for_object": "text",
    "number_for_text": "number",
    "object_for_text": "object",
    "null_for_absent": "null or absent",
    "absent_for_null": "null or absent",
    "empty_text_for_null": "empty text",
    "invented": "invented",
    "key_added": "invented",
    "room_temperature_invented": "invented",
    "null_for_value": "missed",
    "absent_for_value": "missed",
    "missed": "missed",
    "parties_swapped": "swapped",
    "net_and_gross_swapped": "swapped",
    "price_and_amount_swapped": "swapped",
    "item_dropped": "dropped",
    "layer_dropped": "dropped",
    "tax_line_dropped": "dropped",
    "item_doubled": "doubled",
    "subtotal_as_item": "subtotal",
    "items_in_other_order": "reordered",
    "stack_upside_down": "reordered",
    "reordered": "reordered",
}
"""Planted kind -> what plain_diff calls it; it calls every other kind "other"."""


@cache
def lines(folder: Path, name: str) -> list[Any]:
    """One value a line; None for a line that is not JSON."""
    text = (folder / f"{name}.jsonl").read_text(encoding="utf-8")
    return [parsed(line) for line in text.splitlines()]


def parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        return None


def document(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_text(encoding="utf-8"))


def by_id(folder: Path, name: str) -> dict[str, Any]:
    return {record[ID_KEYS[folder]]: record for record in lines(folder, name) if record is not None}


@cache
def run(folder: Path, variant: str) -> Any:
    tree = evaljson.parse_eval_schema(document(folder, SCHEMAS[folder]))
    return evaljson.evaluate(lines(folder, "gold"), list(by_id(folder, variant).values()), tree)


def planted(folder: Path, variant: str) -> Mapping[str, Any]:
    counts: Mapping[str, Any] = document(folder, "planted.json")[variant]
    return counts


@pytest.mark.parametrize(
    ("script", "folders"),
    [
        ("sample_data/generate.py", ("invoices", "thin_films", "thin_films_later")),
        ("tests/planted/generate.py", (".",)),
    ],
)
def test_the_generator_writes_the_same_bytes_again(script: str, folders: tuple[str, ...], tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-B", ROOT / script, "--out", tmp_path], check=True)
    written = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    committed = (ROOT / script).parent
    data = [path for folder in folders for path in (committed / folder).glob("*.jsonl")]
    assert {committed / path for path in written} == {*data, *(committed / f / "planted.json" for f in folders)}
    for path in written:
        assert (tmp_path / path).read_bytes() == (committed / path).read_bytes(), path


@pytest.mark.parametrize(("folder", "variant"), VARIANTS)
def test_every_difference_is_planted_and_counted_at_its_path(folder: Path, variant: str) -> None:
    extracted = by_id(folder, variant)
    counted: Differences = Counter()
    for record_id, record in by_id(folder, "gold").items():
        if record_id in extracted:
            counted += differences(record, extracted[record_id])
    promised: Differences = Counter()
    for path, kinds in planted(folder, variant)["by_path"].items():
        for kind, count in kinds.items():
            promised[path, TOLD_BY_A_LOOK.get(kind, "other")] += count
    assert counted == promised


@pytest.mark.parametrize(("folder", "variant"), VARIANTS)
def test_the_totals_of_planted_json_add_up(folder: Path, variant: str) -> None:
    counts = planted(folder, variant)
    by_kind: Counter[str] = Counter()
    for kinds in counts["by_path"].values():
        by_kind.update(kinds)
    assert by_kind == counts["by_kind"]
    assert by_kind.total() == counts["differences"]


@pytest.mark.parametrize(("folder", "variant"), VARIANTS)
def test_exactly_the_named_records_are_missing_or_unparsable(folder: Path, variant: str) -> None:
    counts = planted(folder, variant)
    unparsable = [number for number, record in enumerate(lines(folder, variant), start=1) if record is None]
    assert unparsable == [entry["line"] for entry in counts.get("unparsable", [])]
    absent = [record_id for record_id in by_id(folder, "gold") if record_id not in by_id(folder, variant)]
    planned = [*counts.get("missing", []), *(entry["id"] for entry in counts.get("unparsable", []))]
    assert sorted(absent) == sorted(planned)


def test_two_invoices_are_missing_and_one_is_unparsable_in_all() -> None:
    counts = document(INVOICES, "planted.json").values()
    assert sum(len(each["missing"]) for each in counts) == 2
    assert sum(len(each["unparsable"]) for each in counts) == 1


@pytest.mark.parametrize(("folder", "count"), [(INVOICES, 120), (THIN_FILMS, 40), (LATER, 60), (POSTINGS, 60)])
def test_gold_has_the_promised_number_of_records_with_ids_of_their_own(folder: Path, count: int) -> None:
    assert len(lines(folder, "gold")) == len(by_id(folder, "gold")) == count


def test_the_invoices_of_gold_add_up() -> None:
    for invoice in lines(INVOICES, "gold"):
        items, taxes = invoice["line_items"], invoice["tax_lines"]
        assert 3 <= len(items) <= 15
        assert all(abs(item["quantity"] * item["unit_price"] - item["amount"]) < 0.0051 for item in items), invoice[
            "id"
        ]
        assert cents(items, "amount") == cents(taxes, "base") == round(invoice["net_amount"] * 100), invoice["id"]
        assert all(abs(tax["base"] * tax["rate"] / 100 - tax["amount"]) < 0.0051 for tax in taxes), invoice["id"]
        assert cents(taxes, "amount") == round(invoice["tax_amount"] * 100), invoice["id"]
        total = round((invoice["net_amount"] + invoice["tax_amount"]) * 100)
        assert total == round(invoice["gross_amount"] * 100), invoice["id"]


def cents(rows: list[dict[str, Any]], field: str) -> int:
    return sum(round(row[field] * 100) for row in rows)


@pytest.mark.parametrize("folder", [INVOICES, THIN_FILMS, LATER, POSTINGS], ids=lambda folder: folder.name)
def test_gold_scores_perfectly_against_itself(folder: Path) -> None:
    assert run(folder, "gold").mean_f1 == 1.0


def test_b_is_clearly_better_than_a_and_c_about_equal_to_b() -> None:
    a, b, c = (run(INVOICES, f"prompt_{letter}").mean_f1 for letter in "abc")
    assert 0.80 <= a <= 0.85
    assert 0.87 <= b <= 0.92
    assert abs(b - c) < 0.01


def test_b_is_worse_than_a_on_exactly_two_fields() -> None:
    a, b = (run(INVOICES, variant).per_field for variant in ("prompt_a", "prompt_b"))
    both = [path for path in a if path in b and a[path].f1 is not None and b[path].f1 is not None]
    clearly_worse = {path for path in both if b[path].f1 < a[path].f1 - 0.03}
    slightly_worse = {path for path in both if b[path].f1 < a[path].f1 - 0.01}
    assert clearly_worse == slightly_worse == {"vendor.vat_id", "line_items[].unit"}


def test_b_and_c_are_weak_in_different_places() -> None:
    b, c = (run(INVOICES, variant).per_field for variant in ("prompt_b", "prompt_c"))
    assert b["line_items[].unit"].f1 < c["line_items[].unit"].f1 - 0.1
    assert c["line_items[].description"].f1 < b["line_items[].description"].f1 - 0.1


def test_the_second_prompt_for_thin_films_is_better() -> None:
    assert run(THIN_FILMS, "prompt_a").mean_f1 < run(THIN_FILMS, "prompt_b").mean_f1 - 0.05


def test_the_data_stays_small() -> None:
    files = [path for folder in (INVOICES, THIN_FILMS, LATER, POSTINGS) for path in folder.glob("*.json*")]
    assert sum(path.stat().st_size for path in files) < 1_500_000
