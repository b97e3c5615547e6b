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
