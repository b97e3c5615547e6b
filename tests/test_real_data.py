"""Real extractions that others published: a schema that says their rule reproduces their figures exactly."""

import csv
from pathlib import Path

import pytest

import evaljson
from evaljson.load import read_records

DATA = Path(__file__).parents[2] / "shared" / "data"
COMMITTEES = DATA / "committees"
TABLE = COMMITTEES / "published.csv"
PUBLISHED = list(csv.DictReader(TABLE.read_text().splitlines())) if TABLE.exists() else []

pytestmark = pytest.mark.skipif(not PUBLISHED, reason="the real data is not beside the project")


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: row["extractor"])
def test_published_totals_and_matches_of_fund_raising_mails(row: dict[str, str]) -> None:
    """Their rule: lower-cased equality; records missing from a variant's file are left out of its total."""
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {"committee": {"type": "string", "x-eval-transform": ["lowercase"]}},
    }
    gold = read_records(COMMITTEES / "gold.jsonl")
    extracted = read_records(COMMITTEES / f"extracted_{row['extractor']}.jsonl", kind="extracted")
    assert (gold.n_refused, extracted.n_refused) == (0, 0)

    run = evaljson.evaluate(gold.records, extracted.records, schema, missing_records="exclude")

    assert run.total_records == int(row["published_total"])
    assert run.per_field["committee"].matches == int(row["published_matches"])


PRODUCT = DATA / "product"
FIGURES = {  # F1, precision, recall as published
    ("Zyte", "price"): (0.918, 0.918, 0.918),
    ("Diffbot", "price"): (0.824, 0.844, 0.806),
    ("extruct", "price"): (0.685, 0.864, 0.567),
    ("Zyte", "sku"): (0.841, 0.860, 0.822),
    ("Diffbot", "sku"): (0.765, 0.828, 0.711),
    ("extruct", "sku"): (0.537, 0.786, 0.407),
}
AVAILABILITY = {"Zyte": 0.957, "Diffbot": 0.943, "extruct": 0.626}
SUPPORT = {"price": 134, "sku": 135, "availability": 140}


@pytest.mark.parametrize("extractor", AVAILABILITY)
def test_published_figures_of_product_pages(extractor: str) -> None:
    """Gold lists acceptable values; a wrong value is a false positive and a false negative; price is a number."""
    one_of = {"type": ["string", "number", "array"], "x-eval-compare": "any_of"}
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "x-eval-nulls": {"absent": [None, [], ""]},
        "properties": {
            "price": {**one_of, "x-eval-compare": {"any_of": {"compare": "numeric"}}},
            "sku": one_of,
            "availability": one_of,
        },
    }
    gold = read_records(PRODUCT / "gold.jsonl")
    extracted = read_records(PRODUCT / f"extracted_{extractor}.jsonl", kind="extracted")

    run = evaljson.evaluate(gold.records, extracted.records, schema)

    for field in ("price", "sku"):
        figures = run.per_field[field]
        assert (round(figures.f1, 3), round(figures.precision, 3), round(figures.recall, 3)) == FIGURES[
            extractor, field
        ]
    assert round(run.per_field["availability"].f1, 3) == AVAILABILITY[extractor]
    for field, support in SUPPORT.items():
        figures = run.per_field[field]
        assert figures.matches + figures.mismatches + figures.omissions == support
