"""The oracle itself against the published cases: only then may the engine be checked against it."""

from typing import Any

import pytest

from tests.cases import read_cases
from tests.oracle import score_record

CASES: list[dict[str, Any]] = read_cases("scoring")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_oracle_gives_every_path_of_the_case(case: dict[str, Any]) -> None:
    scored = score_record(case["schema"], case["gold"], case["extracted"])

    found = [[result.path, result.status, result.score] for result in scored.results]
    assert sorted(found) == sorted(case["results"])
    expected = [case["precision"], case["recall"], case["f1"]]
    assert [scored.precision, scored.recall, scored.f1] == pytest.approx(expected, abs=1e-8)


def test_the_case_file_is_complete() -> None:
    assert len(CASES) == 150
