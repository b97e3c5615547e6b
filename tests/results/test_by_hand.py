"""A run that is built by hand has figures, and nothing behind them."""

import evaljson
from evaljson.results.protocol import ALIGNMENT_COLUMNS

RUN = evaljson.RunResult([], 0.5, 0.5, 0.5, 0, 0, 0, 0, 0, {})


def test_it_has_no_results() -> None:
    assert (len(RUN.to_frame()), len(RUN.alignments()), dict(RUN.signature)) == (0, 0, {})
    assert (RUN.tallies.rows.fields, RUN.empty_records, RUN.confidence()) == ([], 0, None)


def test_its_frames_have_the_columns_of_any_run() -> None:
    run = evaljson.evaluate([{"a": [1]}], [{"a": [1]}], {"type": "object", "properties": {"a": {"type": "array"}}})
    assert list(RUN.to_frame()) == list(run.to_frame())
    assert list(RUN.alignments()) == list(run.alignments()) == list(ALIGNMENT_COLUMNS)
