"""The columnar engine against the plain oracle, on random schemas and records."""

from itertools import islice
from random import Random

import pytest

from .differences import differences, report
from .generate import Node, Pair, records, schemas
from .shrink import shrunk

SEED = 1
BLOCKS, SCHEMAS, PAIRS = 20, 20, 16
"""6,400 cases: blocks of schemas, and pairs of records for each schema."""


def test_there_are_enough_cases() -> None:
    assert BLOCKS * SCHEMAS * PAIRS >= 5_000


@pytest.mark.parametrize("block", range(BLOCKS))
def test_engine_and_oracle_agree_on_every_result_and_figure(block: int) -> None:
    for i, schema in enumerate(islice(schemas(SEED + block), SCHEMAS)):
        pairs = list(islice(records(Random(f"{SEED + block}/{i}"), schema), PAIRS))
        found = differences(schema, pairs)
        if found:
            pytest.fail(f"schema {i} of seed {SEED + block}\n\n{minimal(schema, pairs, found)}", pytrace=False)


def minimal(schema: Node, pairs: list[Pair], found: list[str]) -> str:
    """The report on the first pair that fails alone, cut down; on all pairs where none does."""
    for pair in pairs:
        if differences(schema, [pair]):
            small = shrunk([schema, *pair], lambda case: bool(differences(case[0], [(case[1], case[2])])))
            alone = (small[1], small[2])
            return report(small[0], [alone], differences(small[0], [alone]))
    return report(schema, pairs, found)
