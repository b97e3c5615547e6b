"""The columnar engine against the plain oracle, on random schemas and records."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.profiles import share

from .differences import differences, report
from .generate import Node, Pair, records, schemas
from .shrink import shrunk

SEED = 1
BLOCKS, SCHEMAS, PAIRS = 20, 25, 12
"""Under the deep profile 6,000 cases: blocks of schemas, and pairs of records for each schema."""


def test_there_are_enough_cases() -> None:
    assert BLOCKS * SCHEMAS * PAIRS >= 5_000


@pytest.mark.parametrize("block", range(share(BLOCKS)))
def test_engine_and_oracle_agree_on_every_result_and_figure(block: int) -> None:
    for i, schema in enumerate(islice(schemas(SEED + block), share(SCHEMAS))):
        pairs = list(islice(records(Random(f"{SEED + block}/{i}"), schema), PAIRS))
        unlike = differences(schema, pairs)
        if unlike:
            pytest.fail(f"schema {i} of seed {SEED + block}\n\n{minimal(schema, pairs, unlike)}", pytrace=False)


def minimal(schema: Node, pairs: list[Pair], unlike: list[str]) -> str:
    """The report on the first pair that fails alone, or on all where none does, without what does not matter."""
    failing = next(([pair] for pair in pairs if differences(schema, [pair])), pairs)
    case = [schema, [list(pair) for pair in failing]]
    small = shrunk(case, lambda cut: bool(differences(cut[0], as_pairs(cut))))
    return report(small[0], as_pairs(small), differences(small[0], as_pairs(small)) or unlike)


def as_pairs(case: list[Any]) -> list[Pair]:
    return [(gold, extracted) for gold, extracted in case[1]]
