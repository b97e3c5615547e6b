"""The rows of arrays by distinct paths are those of a look at each path."""

import numpy as np
import pytest

from evaljson.results.array_rows import rows_of_paths, states
from tests.results.random_runs import random_runs, saved


@pytest.mark.parametrize("seed", range(4))
def test_saved_runs_have_the_rows_of_each_path(seed: int) -> None:
    seen = 0
    for run in random_runs(saved, 60 + seed, 20):
        every, rows = run.table.in_order(), run.tallies.rows
        number = {path: at for at, path in enumerate(rows.fields)}
        state = states(rows.status, rows.weight)[np.array(every.rows, np.intp)]
        field = np.array([number[path] for path in every.fields], np.int32)
        one_by_one = rows_of_paths(
            np.array(every.records, np.int32), [one.path for one in every.results], rows.fields, field, state
        )
        found = run.table.array_rows()
        assert list(found) == list(one_by_one)
        for path, expected in one_by_one.items():
            assert found[path].record.tolist() == expected.record.tolist()
            assert found[path].state.tolist() == expected.state.tolist()
        seen += len(found)
    assert seen
