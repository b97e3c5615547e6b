"""Large arrays are paired as small ones are, with 8 bytes per pair; beyond the limit the run says what was done."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import evaljson
from evaljson.scoring.align import hungarian
from evaljson.scoring.align.assignment import assign_each
from evaljson.scoring.align.large_arrays import assign_in_slabs, pair_equal_ones
from tests.profiles import examples

sizes = st.integers(1, 7)
AT_MOST = (
    "equal elements are paired, and the others by position. Align them by a key, or raise EVALJSON_MAX_ALIGNED_PAIRS"
)


def schema(**align: Any) -> dict[str, Any]:
    item = {"type": "object", "properties": {key: {"type": "string"} for key in "abc"}}
    array = {"type": "array", "items": item, "x-eval-align": {"match_by": "hungarian", **align}}
    return {"type": "object", "properties": {"t": array}}


def elements(seed: int, count: int) -> list[dict[str, str]]:
    """Elements of few values, so that many pairs score the same."""
    chance = random.Random(seed)
    return [{key: str(chance.randrange(3)) for key in "abc"} for _ in range(count)]


def pairs(run: Any) -> list[list[Any]]:
    return run.alignments()[["gold_index", "extracted_index", "score"]].astype(object).to_numpy().tolist()


@examples(200)
@given(rows=sizes, columns=sizes, slab=sizes, seed=st.integers(0, 999))
def test_slab_by_slab_the_solver_chooses_the_same_pairs(rows: int, columns: int, slab: int, seed: int) -> None:
    scores = np.random.default_rng(seed).integers(0, 4, (rows, columns)) / 3
    _, *whole = assign_each(np.zeros(1, np.intp), scores.ravel(), np.array([rows]), np.array([columns]))
    parts = assign_in_slabs(lambda start, end: scores[start:end], rows, columns, slab)
    assert [side.tolist() for side in whole] == [side.tolist() for side in parts]


@pytest.mark.parametrize("align", [{}, {"min_score": 0.5}, {"on": ["a", "b"]}])
@pytest.mark.parametrize("counts", [(40, 30), (30, 40), (30, 30)])
def test_a_large_array_is_paired_as_a_small_one_is(
    monkeypatch: pytest.MonkeyPatch, align: dict[str, Any], counts: tuple[int, int]
) -> None:
    gold = [{"t": elements(seed, counts[0])} for seed in range(3)]
    extracted = [{"t": elements(seed + 100, counts[1])} for seed in range(3)]
    whole = evaljson.evaluate(gold, extracted, schema(**align))
    monkeypatch.setattr(hungarian, "LARGE", 100)
    parts = evaljson.evaluate(gold, extracted, schema(**align))
    assert pairs(parts) == pairs(whole)
    assert parts.signature == whole.signature
    assert parts.problems == ()


def test_beyond_the_limit_equal_elements_are_paired_and_the_run_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    sides: Any = [[{"t": [{"a": letter} for letter in letters]}] for letters in ("abcd", "xdya")]
    monkeypatch.setenv("EVALJSON_MAX_ALIGNED_PAIRS", "16")
    within = evaljson.evaluate(*sides, schema())
    assert within.problems == ()
    monkeypatch.setenv("EVALJSON_MAX_ALIGNED_PAIRS", "15")
    beyond = evaljson.evaluate(*sides, schema())
    assert [row[:2] for row in pairs(beyond)] == [[0, 3], [1, 0], [2, 2], [3, 1]]
    (problem,) = beyond.problems
    assert (problem.kind, problem.path, problem.count) == ("alignment", "t", 1)
    assert "more than 15 pairs" in problem.message
    assert AT_MOST in problem.message
    assert beyond.signature["options"]["aligned_pairs"] == 15
    assert "aligned_pairs" not in within.signature["options"]


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abcd"), max_size=8))
def test_equal_elements_are_paired_first_and_as_many_others_as_there_are(gold: list[str], extracted: list[str]) -> None:
    left, right = (side.tolist() for side in pair_equal_ones(gold, extracted))
    equal = sum(gold[one] == extracted[other] for one, other in zip(left, right, strict=True))
    assert equal == sum(min(gold.count(letter), extracted.count(letter)) for letter in "abc")
    assert len(set(left)) == len(set(right)) == len(left) == min(len(gold), len(extracted))


MEASURE = """
import evaljson, scipy.optimize
from tests.scoring.align.test_large_arrays import elements, schema


def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))


def grown(count):
    before = peak()
    evaljson.evaluate([{"t": elements(1, count)}], [{"t": elements(2, count)}], schema())
    return peak() - before


grown(10)
print(grown(2500))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_the_memory_grows_by_little_more_than_the_matrix_of_scores(project_root: Path) -> None:
    done = subprocess.run([sys.executable, "-c", MEASURE], cwd=project_root, capture_output=True, text=True, check=True)
    assert int(done.stdout) * 1024 < 2.5 * 8 * 2500**2
