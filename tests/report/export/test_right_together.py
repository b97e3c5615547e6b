"""What two variants have fully right, in the report: in the records that both have."""

import random
import re
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.export.html.figures import failures_table
from evaljson.results.model import RunResult

SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
Records = list[dict[str, Any]]


def records(ids: range, **values: str) -> Records:
    return [{"id": f"r{at}", "a": "x", "b": "x", **values} for at in ids]


def run_of(gold: Records, extracted: Records) -> RunResult:
    return evaluate(gold, extracted, SCHEMA, missing_records="exclude")


def cells(table: str) -> dict[str, str]:
    return dict(re.findall(r"<bdi>(\w+)</bdi></td><td>(\d+ of \d+)</td>", table))


def test_records_that_only_one_variant_has_do_not_count() -> None:
    gold = records(range(6))
    whole = run_of(gold, [*records(range(3)), *records(range(3, 6), a="y")])
    short = run_of(gold, [*records(range(2)), *records(range(2, 4), b="y")])
    table = failures_table({"whole": whole, "short": short})
    assert cells(table) == {"whole": "3 of 4", "short": "2 of 4"}
    assert "In the 4 records that all of them share:" in table


@pytest.mark.parametrize("ids", [range(6), range(3)])
def test_of_the_same_records_nothing_is_said_of_sharing(ids: range) -> None:
    gold = records(range(6))
    table = failures_table({"one": run_of(gold, records(ids)), "two": run_of(gold, records(ids, a="y"))})
    assert cells(table) == {"one": f"{len(ids)} of {len(ids)}", "two": f"0 of {len(ids)}"}
    assert "share:" not in table


def test_variants_that_share_no_record_have_their_own() -> None:
    gold = records(range(6))
    table = failures_table({"one": run_of(gold, records(range(2))), "two": run_of(gold, records(range(2, 6)))})
    assert cells(table) == {"one": "2 of 2", "two": "4 of 4"}
    assert "share:" not in table


def test_random_variants_are_counted_as_by_hand() -> None:
    draw, said = random.Random(5), 0
    for _ in range(60):
        gold = records(range(8))
        drawn = [
            [{**record, "a": draw.choice("xxy")} for record in gold if draw.random() < 0.7]
            for _ in range(draw.randint(2, 3))
        ]
        shared = set.intersection(*({record["id"] for record in one} for one in drawn))
        if not shared:
            continue
        runs = {f"v{at}": run_of(gold, one) for at, one in enumerate(drawn)}
        right = {
            name: sum(record["id"] in shared and record["a"] == "x" for record in one)
            for name, one in zip(runs, drawn, strict=True)
        }
        table = failures_table(runs)
        assert cells(table) == {name: f"{count} of {len(shared)}" for name, count in right.items()}
        said += "share:" in table
    assert said > 30
