"""Runs that were scored together are, taken apart, what each is when it is scored alone."""

from itertools import islice
from random import Random

import numpy as np
import pytest

import evaljson
from evaljson.evaluate import score_pairs
from evaljson.results.apart import taken_apart
from evaljson.schema.parse.parse import parse_eval_schema
from tests.profiles import share
from tests.property.generate import CUSTOM, records, schemas
from tests.property.product import graded

COUNTS = [3, 0, 4]


@pytest.mark.parametrize("seed", range(share(60)))
def test_runs_that_were_scored_together_have_the_results_that_each_has_alone(seed: int) -> None:
    evaljson.register(CUSTOM, graded, overwrite=True)
    schema = next(schemas(seed))
    pairs = iter(list(islice(records(Random(f"apart/{seed}"), schema), sum(COUNTS))))
    tree = parse_eval_schema(schema)
    runs = [tuple(zip(*islice(pairs, count), strict=True)) or ((), ()) for count in COUNTS]
    together = score_pairs(tree, *([record for run in runs for record in run[side]] for side in (0, 1)), ask=False)
    for (gold, extracted), count, mine in zip(runs, COUNTS, taken_apart(together, COUNTS), strict=True):
        alone = score_pairs(tree, gold, extracted, ask=False)
        assert [mine.field_results(at) for at in range(count)] == [alone.field_results(at) for at in range(count)]
        for sums, expected in zip(mine.tallies.by_record(), alone.tallies.by_record(), strict=True):
            np.testing.assert_allclose(sums, expected)
