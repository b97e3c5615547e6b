"""On random data of all kinds, a comparison says what loops over its field results say."""

import math
import random
import re
from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import pytest
from statsmodels.stats.multitest import multipletests

from evaljson import RunResult, compare_runs, evaluate
from evaljson.compare import Comparison
from tests.compare import oracle
from tests.compare.oracle import Cell

NONE = "no detectable difference"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "name": {"type": "string"},
        "total": {"type": "number", "x-eval-weight": 2},
        "weightless": {"type": "string", "x-eval-weight": 0},
        "skipped": {"type": "string", "x-eval-skip": True},
        "graded": {"type": "string", "x-eval-compare": "fuzzy"},
        "unjudged": {"type": "string", "x-eval-compare": "semantic"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "items": {
            "type": "array",
            "x-eval-align": {"match_by": "hungarian"},
            "items": {
                "type": "object",
                "properties": {"sku": {"type": "string"}, "price": {"type": "number", "x-eval-weight": 0.5}},
            },
        },
    },
}


def value(rng: random.Random, key: str) -> Any:
    if key in ("tags", "items"):
        sizes = range(rng.randrange(4))
        return [rng.choice("pqr") if key == "tags" else {"sku": rng.choice("st"), "price": rng.choice([1, 2])}
                for _ in sizes]  # fmt: skip
    texts = ["red car", "blue car", "green house", "", None]
    return rng.choice([1, 2, 3.5, math.nan]) if key == "total" else rng.choice(texts)


def record(rng: random.Random, number: int) -> dict[str, Any]:
    """Sometimes empty; keys are there more often than not."""
    keys = [] if rng.random() < 0.1 else [key for key in SCHEMA["properties"] if rng.random() < 0.8]
    return {"id": number, **{key: value(rng, key) for key in keys}}


def scored(rng: random.Random, gold: list[dict[str, Any]]) -> RunResult:
    """An extractor of its own kind: how often it errs, omits, invents and produces nothing."""
    wrong, extracted = rng.choice([0, 0.05, 0.3, 0.8]), []
    for gold_record in gold:
        keys = [key for key in gold_record if key == "id" or rng.random() > wrong / 3]
        kept = {key: value(rng, key) if key != "id" and rng.random() < wrong else gold_record[key] for key in keys}
        extracted.append(None if rng.random() < 0.06 else kept | ({"extra": 1} if rng.random() < wrong / 2 else {}))
    listed = [entry for entry in extracted if entry is not None or rng.random() < 0.5]
    rng.shuffle(listed)
    return evaluate(gold, listed, SCHEMA, missing_records=rng.choice(["omit", "exclude"]))


def shared(a: RunResult, b: RunResult) -> list[dict[int, dict[str, Cell]]]:
    """Both sides over the records of both, without what either could not judge."""
    sides = [oracle.cells(run) for run in (a, b)]
    places = sorted(set(sides[0]) & set(sides[1]))
    gone = {(at, path) for side in sides for at in places for path, cell in side[at].items() if cell.unjudged}
    return [
        {at: {path: cell for path, cell in side[at].items() if (at, path) not in gone} for at in places}
        for side in sides
    ]  # fmt: skip


def approx(expected: float | None) -> Any:
    return None if expected is None else pytest.approx(expected, abs=1e-9)


def verdict(direction: float, p: float) -> str:
    return NONE if p > 0.05 + 1e-12 or abs(direction) < 1e-9 else "better" if direction > 0 else "worse"


@pytest.mark.parametrize("seed", range(24))
def test_points_tests_adjustments_and_verdicts_are_those_of_the_definitions(seed: int) -> None:
    rng = random.Random(seed)
    gold = [record(rng, number) for number in range(rng.choice([2, 5, 12, 30, 60]))]
    a, b = scored(rng, gold), scored(rng, gold)
    comparison, (of_a, of_b) = compare_runs(a, b, resamples=400, seed=seed), shared(a, b)
    assert comparison.coverage.compared == len(of_a)
    produced = [{at for at, place in run.positions if place is not None and at in of_a} for run in (a, b)]
    assert (comparison.coverage.missing_a, comparison.coverage.missing_b) == tuple(
        len(of_a) - len(places) for places in produced
    )
    assert comparison.coverage.produced == len(produced[0] & produced[1])
    _check_figures(comparison, oracle.figures(of_a), oracle.figures(of_b))
    _check_fields(comparison, a, b, of_a, of_b)


def _check_figures(comparison: Comparison, a: Mapping[str, float | None], b: Mapping[str, float | None]) -> None:
    for name, figure in comparison.figures.items():
        assert (figure.a, figure.b) == (approx(a[name]), approx(b[name])), name
        if figure.difference is None or figure.low is None or figure.high is None or figure.p is None:
            assert None in (figure.a, figure.b)
            continue
        assert figure.low <= figure.difference <= figure.high
        assert figure.verdict == (verdict(figure.difference, figure.p) if name == comparison.figure else None)
        assert (verdict(figure.difference, figure.p) != NONE) == (figure.low > 0 or figure.high < 0), (
            "the verdict goes by the interval"
        )


def _check_fields(
    comparison: Comparison,
    a: RunResult,
    b: RunResult,
    of_a: dict[int, dict[str, Cell]],
    of_b: dict[int, dict[str, Cell]],
) -> None:
    made = [{at for at, place in run.positions if place is not None} for run in (a, b)]
    produced = ([at in made[0] for at in of_a], [at in made[1] for at in of_b])
    whole = [record for run in (a, b) for record in oracle.cells(run).values()]
    for field in comparison.fields:
        cells = [of_record[field.path] for of_record in whole if field.path in of_record]
        binary = all(cell.results <= 1 and not cell.graded for cell in cells)
        sides = ([of_record.get(field.path, Cell()) for of_record in side.values()] for side in (of_a, of_b))
        expected = oracle.tested(*sides, binary, produced)
        assert (field.a, field.b, field.gained) == (approx(expected.a), approx(expected.b), approx(expected.gained)), (
            field.path
        )
        assert (field.only_a, field.only_b, field.up, field.down) == expected.counts
        assert (field.records, field.test) == (expected.records, expected.test)
        assert expected.p is None or field.p == approx(expected.p), field.path
        assert field.declared == (re.split(r"[.\[]", field.path)[0] in ("", *SCHEMA["properties"])), field.path
    for declared in (True, False):
        family = [field for field in comparison.fields if field.p is not None and field.declared == declared]
        p_values = [field.p for field in family]
        with patch("gc.collect"):  # which they call each time
            holm, bh = [multipletests(p_values, method=method)[1] if p_values else [] for method in ("holm", "fdr_bh")]
        for field, by_holm, by_bh in zip(family, holm, bh, strict=True):
            assert (field.p_holm, field.p_bh) == (approx(by_holm), approx(by_bh))
            assert field.verdict == verdict(field.difference or field.gained, by_holm)
