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
    wrong, made = rng.choice([0, 0.05, 0.3, 0.8]), []
    for own in gold:
        keys = [key for key in own if key == "id" or rng.random() > wrong / 3]
        found = {key: value(rng, key) if key != "id" and rng.random() < wrong else own[key] for key in keys}
        made.append(None if rng.random() < 0.06 else found | ({"extra": 1} if rng.random() < wrong / 2 else {}))
    listed = [one for one in made if one is not None or rng.random() < 0.5]
    rng.shuffle(listed)
    return evaluate(gold, listed, SCHEMA, missing_records=rng.choice(["omit", "exclude"]))


def shared(a: RunResult, b: RunResult) -> list[dict[int, dict[str, Cell]]]:
    """Both sides over the records of both, without what either could not judge."""
    sides = [oracle.cells(run) for run in (a, b)]
    places = sorted(set(sides[0]) & set(sides[1]))
    gone = {(at, path) for own in sides for at in places for path, cell in own[at].items() if cell.unjudged}
    return [
        {at: {path: cell for path, cell in own[at].items() if (at, path) not in gone} for at in places}
        for own in sides
    ]  # fmt: skip


def approx(wanted: float | None) -> Any:
    return None if wanted is None else pytest.approx(wanted, abs=1e-9)


def verdict(direction: float, p: float) -> str:
    return NONE if p > 0.05 + 1e-12 or abs(direction) < 1e-9 else "better" if direction > 0 else "worse"


@pytest.mark.parametrize("seed", range(24))
def test_points_tests_adjustments_and_verdicts_are_those_of_the_definitions(seed: int) -> None:
    rng = random.Random(seed)
    gold = [record(rng, number) for number in range(rng.choice([2, 5, 12, 30, 60]))]
    a, b = scored(rng, gold), scored(rng, gold)
    found, (of_a, of_b) = compare_runs(a, b, resamples=400, seed=seed), shared(a, b)
    assert found.coverage.compared == len(of_a)
    made = [{at for at, place in run.positions if place is not None and at in of_a} for run in (a, b)]
    assert (found.coverage.missing_a, found.coverage.missing_b) == tuple(len(of_a) - len(own) for own in made)
    assert found.coverage.produced == len(made[0] & made[1])
    _check_figures(found, oracle.figures(of_a), oracle.figures(of_b))
    _check_fields(found, a, b, of_a, of_b)


def _check_figures(found: Comparison, a: Mapping[str, float | None], b: Mapping[str, float | None]) -> None:
    for name, own in found.figures.items():
        assert (own.a, own.b) == (approx(a[name]), approx(b[name])), name
        if own.difference is None or own.low is None or own.high is None or own.p is None:
            assert None in (own.a, own.b)
            continue
        assert own.low <= own.difference <= own.high
        assert own.verdict == verdict(own.difference, own.p)
        assert (own.verdict != NONE) == (own.low > 0 or own.high < 0), "the verdict goes by the interval"


def _check_fields(
    found: Comparison, a: RunResult, b: RunResult, of_a: dict[int, dict[str, Cell]], of_b: dict[int, dict[str, Cell]]
) -> None:
    whole = [record for run in (a, b) for record in oracle.cells(run).values()]
    for one in found.fields:
        cells = [own[one.path] for own in whole if one.path in own]
        binary = all(cell.results <= 1 and not cell.graded for cell in cells)
        sides = ([own.get(one.path, Cell()) for own in side.values()] for side in (of_a, of_b))
        wanted = oracle.tested(*sides, binary, 400)
        assert (one.a, one.b, one.gained) == (approx(wanted.a), approx(wanted.b), approx(wanted.gained)), one.path
        assert (one.only_a, one.only_b, one.up, one.down) == wanted.counts
        assert (one.records, one.test) == (wanted.records, wanted.test)
        assert wanted.p is None or one.p == approx(wanted.p)
        assert one.declared == (re.split(r"[.\[]", one.path)[0] in ("", *SCHEMA["properties"])), one.path
    for declared in (True, False):
        family = [one for one in found.fields if one.p is not None and one.declared == declared]
        given = [one.p for one in family]
        with patch("gc.collect"):  # which they call each time
            holm, bh = [multipletests(given, method=method)[1] if given else [] for method in ("holm", "fdr_bh")]
        for one, by_holm, by_bh in zip(family, holm, bh, strict=True):
            assert (one.p_holm, one.p_bh) == (approx(by_holm), approx(by_bh))
            direction = one.only_b - one.only_a if one.test == "mcnemar" else one.gained
            assert one.verdict == verdict(direction, by_holm)
