"""The table of what a vote among runs gains, field by field."""

import math
from dataclasses import replace

import pytest

from evaljson.cli.commands.consistency import _rows
from evaljson.consistency import Consistency, FieldConsistency, consistency
from evaljson.report.fields.consistency_table import GAIN, consistency_by_field


def _found(f1: float | None, voted: float | None) -> Consistency:
    """What is said of two runs alike, with these figures of one field."""
    gold = [{"total": 1}]
    found = consistency(gold, [gold, gold], {"type": "object", "properties": {"total": {"type": "integer"}}})
    return replace(found, fields=(FieldConsistency("total", 1.0, 1.0, f1, 0.0, voted),))


@pytest.mark.parametrize(
    ("f1", "voted", "gain", "written"),
    [(0.91666, 0.97222, 5.5, "+5.5"), (0.97222, 0.91666, -5.5, "−5.5"), (None, 0.5, None, "–")],
)
def test_the_gain_of_a_vote_is_that_of_the_figures_beside_it(
    f1: float | None, voted: float | None, gain: float | None, written: str
) -> None:
    found = _found(f1, voted)
    [shown] = consistency_by_field(found.fields)[GAIN].tolist()
    assert shown == pytest.approx(math.nan if gain is None else gain, nan_ok=True)
    assert _rows(found)[0][-1] == written
