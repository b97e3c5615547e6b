"""Which of several files is gold, by their names."""

import pytest

from evaljson.load.gold_name import gold_among


@pytest.mark.parametrize(
    ("names", "gold"),
    [
        (["prompt_a.json", "gold.jsonl", "prompt_b.json"], "gold.jsonl"),
        (["ground_truth.csv", "gpt.csv"], "ground_truth.csv"),
        (["groundTruth.json", "a.json"], "groundTruth.json"),
        (["invoices_GT.json.gz", "a.json"], "invoices_GT.json.gz"),
        (["labels.csv", "claude-3.csv"], "labels.csv"),
        (["gold.csv", "labels.csv"], "gold.csv"),
        (["golden", "a"], "golden"),
        (["a.json", "b.json"], None),
        (["gold_a.json", "gold_b.json"], None),
        (["goldman.json", "a.json"], None),
        (["reference_a.json", "reference_b.json"], None),
        ([], None),
    ],
)
def test_a_name_that_says_gold_is_gold_unless_several_do(names: list[str], gold: str | None) -> None:
    assert gold_among(names) == gold
