"""An evaluation that nobody names is called after its documents, or else after what is compared."""

import pytest

from evaljson.workspace.draft_title import draft_title


@pytest.mark.parametrize(
    ("gold", "variants", "title"),
    [
        ("permits_gold.jsonl", ["a", "b"], "permits"),
        ("gold-bank-statements.json.gz", [], "bank statements"),
        ("Ground Truth Invoices 2025.csv", ["a"], "Invoices 2025"),
        ("gold.jsonl", ["atlas", "birch"], "atlas and birch"),
        ("gold.jsonl", ["atlas", "birch", "cedar", "delta", "elm"], "atlas, birch and more"),
        ("gold_v2.json", ["atlas", "birch", "cedar"], "atlas, birch and more"),
        ("gold.jsonl", ["atlas"], "My data: gold.jsonl"),
        ("gold.jsonl", [], "My data: gold.jsonl"),
        ("données.json", [], "données"),
    ],
)
def test_the_title_says_what_the_records_are_about_or_what_is_compared(
    gold: str, variants: list[str], title: str
) -> None:
    assert draft_title(gold, variants) == title


def test_a_title_of_the_longest_names_fits_where_names_are_stored() -> None:
    assert len(draft_title("gold.json", ["x" * 190, "y" * 190, "z"])) <= 190
    assert len(draft_title("x" * 300 + ".json", [])) <= 190
