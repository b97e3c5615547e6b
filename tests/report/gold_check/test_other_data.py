"""Errors planted in gold of data that nothing was tuned to: what docs/check-gold.md says of them holds."""

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.gold_check import SLIPS, put
from evaljson import evaluate
from evaljson.base.jsontypes import value_at
from evaljson.load import read_records
from evaljson.report.gold_check import check_gold

ROOT = Path(__file__).parents[3]
INVOICES, POSTINGS = ROOT / "sample_data" / "invoices", ROOT / "tests" / "planted"


def records(file: Path, kind: Any, id_field: str) -> list[Any]:
    return list(read_records(file.read_bytes(), kind=kind, id_field=id_field, name=file.name).records)


def slips(gold: list[Any], paths: list[str], random: Random) -> tuple[list[Any], set[tuple[int, str]]]:
    """Plant twelve errors, each in a record of its own; `paths` are those of all records."""
    wrong, places = copy.deepcopy(gold), set[tuple[int, str]]()
    for at in random.sample(range(len(gold)), 12):
        path = random.choice([one for one in paths if _is_plain(value_at(gold[at], one))])
        put(wrong[at], path, random.choice(SLIPS)(value_at(gold[at], path), random))
        places.add((at, path))
    return wrong, places


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and value != ""


def paths_in(value: Any, above: str = "") -> list[str]:
    if isinstance(value, dict):
        return [one for key, inner in value.items() for one in paths_in(inner, f"{above}.{key}" if above else key)]
    if isinstance(value, list):
        inside = ((at, item) for at, item in enumerate(value) if isinstance(item, dict))
        return [one for at, item in inside for one in paths_in(item, f"{above}[{at}]")]
    return [above]


@pytest.mark.parametrize(
    ("folder", "schema_file", "variants", "right", "found"),
    [
        (INVOICES, "eval_schema.json", ("prompt_a", "prompt_b", "prompt_c"), 0.95, 0.6),
        (POSTINGS, "schema.json", ("model_one", "model_two"), 0.45, 0.35),
    ],
    ids=["invoices", "job postings"],
)
def test_of_data_that_nothing_was_tuned_to_so_many_are_errors(
    folder: Path, schema_file: str, variants: tuple[str, ...], right: float, found: float
) -> None:
    schema = json.loads((folder / schema_file).read_text(encoding="utf-8"))
    key = schema["x-eval-id"]
    gold = records(folder / "gold.jsonl", "gold", key)
    extracted = {name: records(folder / f"{name}.jsonl", "extracted", key) for name in variants}
    paths = sorted({path for one in gold for path in paths_in(one)} - {key})
    listed, planted, both = 0, 0, 0
    for seed in range(3):
        wrong, places = slips(gold, paths, Random(seed))
        runs = {name: evaluate(wrong, of_variant, schema) for name, of_variant in extracted.items()}
        values = {(one.position, one.path) for one in check_gold(runs, schema).found}
        listed, planted, both = listed + len(values), planted + len(places), both + len(values & places)
    assert both >= right * listed
    assert both >= found * planted
